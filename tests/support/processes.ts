import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createCache } from '../../apps/dev/obtain/cache';
import { obtainMongo } from '../../apps/dev/obtain/mongodb';
import { obtainTemporalCli } from '../../apps/dev/obtain/temporal-cli';
import type { Toolbox } from '../../apps/dev/obtain/toolbox';
import { freePort } from '../../apps/dev/ports';
import { createSupervisor, type Command, type SupervisedProcess } from '../../apps/dev/processes/supervisor';
import { mongoArgs, mongoUri, untilMongoServes } from '../../apps/dev/servers/mongodb';
import { temporalAddress, temporalArgs, untilTemporalServes } from '../../apps/dev/servers/temporal';
import { createTerminal } from '../../apps/dev/terminal';
import { loadDevStack } from '../../shared/config/dev-stack';
import { until } from './until';
import { testMasterKey } from './master-keys';

const root = resolve(__dirname, '../..');
const readyWithinMs = 60_000;
const lastLines = 30;

/** A program that can be killed like a machine, and started again where it stood. */
export interface Killable {
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>;
  /** Starts it again after a kill. */
  start(): Promise<void>;
  running(): boolean;
  /** Of the program that runs now. */
  pid(): number;
  /** The last lines that it printed. */
  output(): string;
  /** Everything that it has printed since it was started first. */
  printed(): string;
}

/** Programs of one test file: real ones, on ports and in folders of their own, none of which outlives the test. */
export interface Processes {
  folder: string;
  temporal(options?: {
    onDisk?: boolean;
    dynamicConfig?: Record<string, string>;
  }): Promise<Killable & { address: string }>;
  mongo(): Promise<Killable & { uri: string }>;
  worker(env: NodeJS.ProcessEnv): Promise<Killable>;
  api(env: NodeJS.ProcessEnv): Promise<Killable & { url: string }>;
  program(command: Omit<Command, 'onLine'>, ready: (printed: () => string) => Promise<unknown>): Promise<Killable>;
  end(): Promise<void>;
}

export function createProcesses(): Processes {
  const stderr = { write: (text: string) => process.stderr.write(text), columns: 120 };
  const supervisor = createSupervisor();
  const tools: Toolbox = {
    stack: loadDevStack(),
    supervisor,
    terminal: createTerminal(stderr),
    cache: createCache(),
    env: process.env,
  };
  const folder = mkdtempSync(join(tmpdir(), 'outdial-test-'));
  const program: Processes['program'] = (command, ready) => startKillable(tools, command, ready);
  return {
    folder,
    program,
    temporal: (options = {}) => startTemporal(tools, program, { ...options, folder }),
    mongo: () => startMongo(tools, program, folder),
    worker: (env) =>
      program(typescript('apps/worker/main.ts', env), (printed) => said(printed, '"msg":"worker ready"')),
    api: async (env) => {
      const port = await freePort(0);
      const killable = await program(typescript('apps/api/main.ts', { PORT: String(port), ...env }), (printed) =>
        said(printed, '"msg":"api ready"'),
      );
      return { ...killable, url: `http://127.0.0.1:${port}` };
    },
    end: async () => {
      supervisor.refuseNew();
      await supervisor.stopAll(2_000);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A test looks as often as it can: on a quick machine more often than the limits of a key allow. */
export const unlimitedRates = { RATE_LIMIT_PER_KEY: '0', RATE_LIMIT_PER_ORGANISATION: '0' };

/** The environment that an API or a worker needs beside the addresses. */
export const serviceEnv = (addresses: { mongo: string; database: string; temporal: string }): NodeJS.ProcessEnv => ({
  ...process.env,
  ...unlimitedRates,
  NODE_ENV: 'production',
  MONGODB_URI: addresses.mongo,
  MONGODB_DATABASE: addresses.database,
  TEMPORAL_ADDRESS: addresses.temporal,
  OUTDIAL_MASTER_KEY: testMasterKey,
  WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8,::1/128',
  LOG_LEVEL: 'info',
});

const typescript = (file: string, env: NodeJS.ProcessEnv): Omit<Command, 'onLine'> => ({
  command: process.execPath,
  args: ['--import', 'tsx', join(root, file)],
  env,
  cwd: root,
});

const said = (printed: () => string, text: string): Promise<string> =>
  until(printed, (seen) => seen.includes(text), readyWithinMs);

async function startKillable(
  { supervisor }: Toolbox,
  command: Omit<Command, 'onLine'>,
  ready: (printed: () => string) => Promise<unknown>,
): Promise<Killable> {
  const all: string[] = [];
  let lines: string[] = [];
  let current: SupervisedProcess | undefined;
  const start = async (): Promise<void> => {
    lines = [];
    const onLine = (line: string): void => {
      lines.push(line);
      all.push(line);
    };
    const started = await supervisor.start({ ...command, onLine });
    current = started;
    const ended = started.exited.then((code) => {
      if (current === started) current = undefined;
      throw new Error(`${command.args.join(' ')} ended (${code}):\n${lines.slice(-lastLines).join('\n')}`);
    });
    ended.catch(() => undefined);
    await Promise.race([ready(() => lines.join('\n')), ended]);
  };
  await start();
  return {
    start,
    kill: async () => {
      const dying = current;
      dying?.kill();
      await dying?.exited;
      current = undefined;
    },
    running: () => current !== undefined,
    pid: () => {
      if (current === undefined) throw new Error(`${command.args.join(' ')} does not run.`);
      return current.pid;
    },
    output: () => lines.slice(-lastLines).join('\n'),
    printed: () => all.join('\n'),
  };
}

async function startTemporal(
  tools: Toolbox,
  program: Processes['program'],
  {
    onDisk = false,
    dynamicConfig = {},
    folder,
  }: { onDisk?: boolean; dynamicConfig?: Record<string, string>; folder: string },
) {
  const { executable } = await obtainTemporalCli(tools);
  const port = await freePort(0);
  const args = temporalArgs(tools.stack, { port, ...(onDisk ? { dbFile: join(folder, 'temporal.db') } : {}) });
  const settings = Object.entries(dynamicConfig).flatMap(([name, value]) => [
    '--dynamic-config-value',
    `${name}=${value}`,
  ]);
  const killable = await program({ command: executable, args: [...args, ...settings] }, () =>
    untilTemporalServes(tools.stack, port),
  );
  return { ...killable, address: temporalAddress(port) };
}

/** On disk, always: what it answered must be there after a kill. */
async function startMongo(tools: Toolbox, program: Processes['program'], folder: string) {
  const { executable, kind } = await obtainMongo(tools);
  const port = await freePort(0);
  const args = mongoArgs(tools.stack, kind, { port, dir: join(folder, 'mongodb') });
  const killable = await program({ command: executable, args }, () => untilMongoServes(tools.stack, kind, port));
  return { ...killable, uri: mongoUri(port) };
}
