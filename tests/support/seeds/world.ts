import { randomBytes, randomInt } from 'node:crypto';
import { createWriteStream, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMongo, type Mongo } from '../../../shared/adapters/mongo/client';
import { migrate } from '../../../shared/adapters/mongo/migrate';
import { createTemporal, type Temporal } from '../../../shared/adapters/temporal/client';
import { startMongoFaultProxy, type MongoFaultProxy } from '../mongo-fault-proxy';
import { testPort } from '../ports';
import { createProcesses, serviceEnv, type ApiProcess, type Processes } from '../processes';
import { ok, startReceiver, type Behavior, type Received } from '../receiver';
import { untilReady } from '../requests';
import { startTcpProxy, type TcpProxy } from '../tcp-proxy';
import { until } from '../until';
import { createSmallDisk, type SmallDisk } from './disk';
import { keepRunning, type KeptProcess } from './kept-process';
import { startPhone, type Phone } from './phone';
import { disks as diskNames, processNames, type ProcessName } from './schedule';
import { temporalSettings } from '../temporal-namespace';
import { createWrongClock, type WrongClock } from './wrong-clock';

/** The whole service as processes, with what it calls and what its clients see. */
export interface World {
  processes: Record<ProcessName, KeptProcess>;
  urls: string[];
  key: string;
  /** Between the service and its database. */
  mongoProxy: MongoFaultProxy;
  /** Between the service and Temporal. */
  temporalProxy: TcpProxy;
  /** Past the proxies. */
  mongo: Mongo;
  temporal: Temporal;
  receiverUrl: string;
  /** The requests that the receiver has answered with 2xx. */
  accepted: Received[];
  /** How the receiver answers from now on. */
  behave: (behavior: Behavior) => void;
  phone: Phone;
  /** Absent where none can be mounted. */
  disks: Partial<Record<(typeof diskNames)[number], SmallDisk>>;
  clock: WrongClock | undefined;
  /** Writes a line among those of the processes. */
  note: (line: string) => void;
  end(): Promise<void>;
}

const diskMegabytes = { mongo: 512, temporal: 512, 'worker-1': 64, 'worker-2': 64 };
const callSlots = 40;
/** Two for each call, and as many to spare. Each worker has a range of its own, most likely also among the worlds of a machine. */
const rtpPorts = { first: 28_000, count: 4 * callSlots, workers: 24 };
let workersStarted = randomInt(rtpPorts.workers);

/** @param logFile gets every line that a process prints */
export async function startWorld(logFile: string): Promise<World> {
  const log = createWriteStream(logFile, { flags: 'a' });
  const processes = createProcesses({ onLine: (line) => log.write(`${line}\n`) });
  const ends: (() => unknown)[] = [() => log.end(), () => processes.end()];
  const end = async (): Promise<void> => {
    for (const one of ends.reverse()) await Promise.resolve(one()).catch((error: unknown) => console.error(error));
  };
  try {
    const note = (line: string): void => void log.write(`${new Date().toISOString()} ${line}\n`);
    return { ...(await build(processes, ends, note)), note, end };
  } catch (error) {
    await end();
    throw error;
  }
}

type Ends = (() => unknown)[];

async function build(processes: Processes, ends: Ends, note: World['note']): Promise<Omit<World, 'end' | 'note'>> {
  const { folder } = processes;
  const disks = createDisks(folder, ends);
  if (disks.mongo) symlinkSync(disks.mongo.path, join(folder, 'mongodb'));
  if (disks.temporal) symlinkSync(join(disks.temporal.path, 'temporal.db'), join(folder, 'temporal.db'));
  const [temporalServer, mongoServer, clock] = await Promise.all([
    processes.temporal({ onDisk: true }),
    processes.mongo(),
    createWrongClock(folder),
  ]);
  const [host, port] = temporalServer.address.split(':');
  const temporalProxy = await startTcpProxy({ host: host ?? '', port: Number(port) });
  const mongoProxy = await startMongoFaultProxy(mongoServer.uri);
  const phone = await startPhone();
  const receiver = await startCountingReceiver();
  ends.push(
    () => temporalProxy.stop(),
    () => mongoProxy.stop(),
    () => phone.close(),
    () => receiver.stop(),
  );
  const database = 'seeds';
  const mongo = createMongo({ MONGODB_URI: mongoServer.uri, MONGODB_DATABASE: database });
  // A busy machine makes the database late; a world without its indexes would promise less.
  await until(
    () =>
      migrate(mongo.db).then(
        () => true,
        () => false,
      ),
    Boolean,
    120_000,
  );
  const temporal = createTemporal(temporalSettings(temporalServer));
  ends.push(
    () => mongo.close(),
    () => temporal.close().catch(() => undefined),
  );
  const trunks = join(folder, 'trunks.json');
  writeFileSync(trunks, JSON.stringify([{ Name: 'main', URI: `sip:127.0.0.1:${phone.port}`, HealthCheck: 0 }]));
  const key = `seeds_${randomBytes(18).toString('hex')}`;
  const env: NodeJS.ProcessEnv = {
    ...serviceEnv({
      mongo: mongoProxy.uri,
      database,
      temporal: { ...temporalServer, address: `127.0.0.1:${temporalProxy.port}` },
    }),
    OUTDIAL_BOOTSTRAP_KEY: key,
    OUTDIAL_DATA_DIR: folder,
    CALL_PROVIDER: 'simulated,sip',
    SIP_TRUNKS: trunks,
    SIP_HOST: '127.0.0.1',
    WORKER_CALL_SLOTS: String(callSlots),
  };
  const apis = [await processes.api(env), await processes.api(env)];
  const workers = [];
  for (const index of [0, 1] as const)
    workers.push(await processes.worker(await workerEnv(env, index, { disks, clock })));
  const programs = [...apis, ...workers, temporalServer, mongoServer];
  const kept = Object.fromEntries(processNames.map((name, index) => [name, keepRunning(name, programs[index]!, note)]));
  ends.push(() => Object.values(kept).forEach((one) => one.release()));
  const urls = apis.map(({ url }: ApiProcess) => url);
  for (const url of urls) await untilReady(url);
  const { accepted, behave, url: receiverUrl } = receiver;
  return {
    processes: kept as Record<ProcessName, KeptProcess>,
    ...{ urls, key, mongoProxy, temporalProxy, mongo, temporal, receiverUrl, accepted, behave, phone, disks, clock },
  };
}

function createDisks(folder: string, ends: Ends): World['disks'] {
  const disks: World['disks'] = {};
  for (const name of diskNames) {
    const disk = createSmallDisk(`${folder}-${name}`, diskMegabytes[name]);
    if (disk === undefined) console.warn(`No disk of ${name} is full: this user can mount nothing.`);
    else {
      disks[name] = disk;
      // What ends a world runs in the reverse order: the processes first.
      ends.splice(1, 0, () => disk.remove());
    }
  }
  return disks;
}

/** The second worker has the clock that can be wrong. One that is started again has the same ports. */
async function workerEnv(
  env: NodeJS.ProcessEnv,
  index: 0 | 1,
  { disks, clock }: Pick<World, 'disks' | 'clock'>,
): Promise<NodeJS.ProcessEnv> {
  const data = disks[`worker-${index === 0 ? 1 : 2}`]?.path;
  const firstPort = rtpPorts.first + (workersStarted++ % rtpPorts.workers) * rtpPorts.count;
  return {
    ...env,
    ...(data === undefined ? {} : { OUTDIAL_DATA_DIR: data }),
    ...(index === 1 ? clock?.env : {}),
    SIP_PORT: String(await testPort()),
    RTP_PORTS: `${firstPort}-${firstPort + rtpPorts.count - 1}`,
  };
}

/** A receiver that remembers what it has accepted. */
async function startCountingReceiver() {
  const accepted: Received[] = [];
  let current: Behavior = ok;
  const receiver = await startReceiver((received) => {
    if (current.kind === 'answer' && current.status < 300) accepted.push(received);
    return current;
  });
  const { url, stop } = receiver;
  const behave = (behavior: Behavior): void => {
    current = behavior;
    // A long run would keep every request twice.
    receiver.received.length = 0;
  };
  return { url, stop, accepted, behave };
}
