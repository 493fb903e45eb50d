import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join, resolve } from 'node:path';
import { killGroup } from '../../tools/dev-stack/processes/supervisor';
import { testPort } from './ports';
import { unlimitedRates, type TestProcess, type Processes } from './processes';
import { createRequest, type Request } from './requests';
import { until } from './until';
import { testMasterKey } from './master-keys';

const root = resolve(__dirname, '../..');
const readyWithinMs = 90_000;
/** Below the ports of the tests (`ports.ts`). */
const turnPort = 15_999;

/** The whole service as `npm start` runs it, in a data folder and on ports of its own. */
export interface Launched {
  url: string;
  key: string;
  mongodbUri: string;
  request: Request;
  /** What the launcher has printed until now. */
  printed(): string;
  /** SIGKILL to the launcher, the API, the worker and both servers: the plug is pulled. */
  pullThePlug(): Promise<void>;
}

/** Starts the launcher on a data folder; a second time, it goes on with what is there. @param settings of the service */
export async function launch(
  processes: Processes,
  dataDir = join(processes.folder, 'data'),
  settings: NodeJS.ProcessEnv = {},
): Promise<Launched> {
  const key = 'od_test_0123456789abcdefghijklmn';
  const port = await testPort();
  const env = {
    ...process.env,
    ...unlimitedRates,
    PORT: String(port),
    OUTDIAL_DATA_DIR: dataDir,
    OUTDIAL_BOOTSTRAP_KEY: key,
    OUTDIAL_MASTER_KEY: testMasterKey,
    MONGODB_DATABASE: 'outdial',
    ...settings,
  };
  let printed = (): string => '';
  const launcher = await inTurn(() =>
    processes.program(
      { command: process.execPath, args: ['--import', 'tsx', join(root, 'tools/dev-stack/main.ts')], env, cwd: root },
      (output) => {
        printed = output;
        return until(output, (seen) => seen.includes('Outdial is ready.') && seen.includes('Ctrl-C'), readyWithinMs);
      },
    ),
  );
  const found = (pattern: RegExp): string => {
    const text = pattern.exec(printed())?.[1];
    if (text === undefined) throw new Error(`The launcher did not print ${String(pattern)}:\n${printed()}`);
    return text;
  };
  const url = found(/API +(http:\S+)/);
  return {
    url,
    key,
    mongodbUri: found(/MongoDB +(mongodb:\S+)/),
    request: createRequest(url, key),
    printed: () => printed(),
    pullThePlug: () => killAll(dataDir, launcher),
  };
}

/**
 * Launchers prefer the same ports. Of two that start at once, one prints that a port was taken and goes on with another, so
 * the tests start one after the other, also those of other workers of jest. The turn ends with the process that has it.
 */
async function inTurn<T>(start: () => Promise<T>): Promise<T> {
  const take = (): Promise<Server | undefined> =>
    new Promise((done) => {
      const server = createServer().once('error', () => done(undefined));
      server.listen({ port: turnPort, host: '127.0.0.1', exclusive: true }, () => done(server));
    });
  const turn = await until(take, (taken) => taken !== undefined, readyWithinMs);
  try {
    return await start();
  } finally {
    turn?.close();
  }
}

async function killAll(dataDir: string, launcher: TestProcess): Promise<void> {
  const pids = JSON.parse(readFileSync(join(dataDir, 'pids.json'), 'utf8')) as Record<string, number | null>;
  for (const [name, pid] of Object.entries(pids)) if (name !== 'launcher' && pid !== null) killGroup(pid);
  await launcher.kill();
}
