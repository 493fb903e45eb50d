import { join } from 'node:path';
import { Agent, request } from 'undici';
import { freePort } from '../../apps/dev/ports';
import { createFaultWorld, type FaultWorld } from '../../tests/support/fault-world';
import { createProcesses, type Killable, type Processes } from '../../tests/support/processes';
import { until } from '../../tests/support/until';

const key = 'od_bench_0123456789abcdefghijklmn';
const root = join(__dirname, '../..');

/** Both servers on disk, as the launcher runs them, and whatever of the service a part needs. */
export interface Stage {
  processes: Processes;
  world: FaultWorld;
  address: string;
  mongoUri: string;
  database: string;
  env: NodeJS.ProcessEnv;
  worker(more?: NodeJS.ProcessEnv): Promise<Killable>;
  bareWorker(queue: string, more?: NodeJS.ProcessEnv): Promise<Killable>;
  api(): Promise<Killable & { url: string }>;
  bareApi(): Promise<Killable & { url: string }>;
  /** A GET or POST with a key, on kept connections. @throws on another status */
  call(url: string, expected: number, body?: unknown): Promise<unknown>;
  end(): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const processes = createProcesses();
  const [temporal, mongo] = await Promise.all([processes.temporal({ onDisk: true }), processes.mongo()]);
  const database = 'bench';
  const world = await createFaultWorld({ mongo: mongo.uri, temporal: temporal.address, database });
  const env = { ...world.env, LOG_LEVEL: 'warn', OUTDIAL_BOOTSTRAP_KEY: key, OUTDIAL_DEMO: '1' };
  const node = (file: string, args: string[], ready: string, more: NodeJS.ProcessEnv = {}) =>
    processes.program(
      {
        command: process.execPath,
        args: ['--import', 'tsx', join(root, file), ...args],
        cwd: root,
        env: { ...process.env, ...more },
      },
      (printed) => until(printed, (seen) => seen.includes(ready), 60_000),
    );
  const agent = new Agent({ connections: 64 });
  return {
    processes,
    world,
    address: temporal.address,
    mongoUri: mongo.uri,
    database,
    env,
    worker: (more) => processes.worker({ ...env, LOG_LEVEL: 'info', ...more }),
    bareWorker: (queue, more) => node('bench/bare/worker.ts', [temporal.address, queue], 'bare worker ready', more),
    api: () => processes.api({ ...env, LOG_LEVEL: 'info' }),
    bareApi: async () => {
      const port = await freePort(0);
      const started = await node('bench/bare/api.ts', [mongo.uri, database, String(port)], 'bare api ready');
      return { ...started, url: `http://127.0.0.1:${port}` };
    },
    call: async (url, expected, body) => {
      const { statusCode, body: answer } = await request(url, {
        dispatcher: agent,
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (statusCode !== expected) throw new Error(`${url}: ${statusCode} ${text}`);
      return JSON.parse(text) as unknown;
    },
    end: async () => {
      await agent.close();
      await world.close();
      await processes.end();
    },
  };
}

export const demoJobs = '/campaigns/campaign_demo/jobs';
/** A job that is planned and then waits for a day. */
export const waitingJob = {
  ContactPhoneNumber: '+14155550123',
  Overrides: { Constraints: { MinCreationDelay: '24h' } },
};

/** How many jobs wait for their call. */
export const scheduledJobs = ({ world }: Stage): Promise<number> =>
  world.mongo.db.collection('jobs').countDocuments({ State: 'scheduled' });
