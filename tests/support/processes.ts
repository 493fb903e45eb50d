import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createMongo, isStoreUnavailable } from '../../shared/adapters/mongo/client';
import { migrate } from '../../shared/adapters/mongo/migrate';
import { createCache } from '../../tools/dev-stack/obtain/cache';
import { obtainMongo } from '../../tools/dev-stack/obtain/mongodb';
import { obtainTemporalCli } from '../../tools/dev-stack/obtain/temporal-cli';
import type { Toolbox } from '../../tools/dev-stack/obtain/toolbox';
import { buildInMemoryArgs, buildMongoArgs, mongoUriOf, waitForMongo } from '../../tools/dev-stack/servers/mongodb';
import { temporalAddressOf, buildTemporalArgs, waitForTemporal } from '../../tools/dev-stack/servers/temporal';
import { createTerminal } from '../../tools/dev-stack/terminal';
import { loadDevStack } from '../../tools/dev-stack/config';
import { programArguments } from './build';
import { chosenEngine, startClusterEngine } from './cluster-engine';
import { scaledMs } from './deadline';
import type { ProgramCommand, RunProgram, TemporalOptions, TemporalProcess } from './temporal-process';
import { testMasterKey } from './master-keys';
import { testPort } from './ports';
import { startProgram, untilPrinted, type TestProcess } from './program';
import { createTestSupervisor } from './supervisor';
import { type TemporalPlace, temporalSettings } from './temporal-namespace';

export type { TestProcess } from './program';
export type { TemporalOptions, TemporalProcess } from './temporal-process';

const root = resolve(__dirname, '../..');
const startAttempts = 3;

/** Each partition of a task queue is fair on its own, so the order of one says more than that of four. */
export const onePartition = {
  'matching.numTaskqueueReadPartitions': '1',
  'matching.numTaskqueueWritePartitions': '1',
};
export type MongoProcess = TestProcess & { uri: string };
export type ApiProcess = TestProcess & { url: string };

/** The processes of one test file: real ones, on ports and in folders of their own. None outlives the test. */
export interface Processes {
  folder: string;
  /**
   * A Temporal dev server with the namespace, search attributes and dynamic config of `temporal-dev.yaml`, and no UI; or the production
   * server of OUTDIAL_TEST_ENGINE, which keeps its state in any case.
   */
  temporal(options?: TemporalOptions): Promise<TemporalProcess>;
  /** An empty MongoDB: a real mongod where there is one, else the embedded server. On disk, it keeps what it acknowledged across a kill. */
  mongo(options?: { inMemory?: boolean }): Promise<MongoProcess>;
  worker(env: NodeJS.ProcessEnv): Promise<TestProcess>;
  api(env: NodeJS.ProcessEnv): Promise<ApiProcess>;
  /** Starts a service that is expected to exit, and does not wait for it. */
  startUnready(name: ServiceName, env: NodeJS.ProcessEnv): Promise<TestProcess>;
  /** Any other program; resolves when `ready` does. */
  program: RunProgram;
  end(): Promise<void>;
}
type ServiceName = 'api' | 'worker';
const readyEvents: Record<ServiceName, string> = { api: 'api.listening', worker: 'worker.started' };

/** The launcher's own way of getting programs. Long steps (a download, a build) are reported on stderr, beside jest's report. */
export function testToolbox(): Toolbox {
  const stderr = { write: (text: string) => process.stderr.write(text), columns: 120 };
  return {
    stack: loadDevStack(),
    supervisor: createTestSupervisor(),
    terminal: createTerminal(stderr),
    cache: createCache(),
    env: process.env,
  };
}

export function createProcesses({ onLine }: { onLine?: (line: string) => void } = {}): Processes {
  const tools = testToolbox();
  const folder = mkdtempSync(join(tmpdir(), 'outdial-test-'));
  const program: Processes['program'] = (command, ready) =>
    startProgram(tools.supervisor, { ...command, ...(onLine && { onLine }) }, ready);
  const command = async (name: ServiceName, env: NodeJS.ProcessEnv): Promise<ProgramCommand> => ({
    command: process.execPath,
    args: await programArguments(name),
    env,
    cwd: root,
  });
  const service = async (name: ServiceName, env: NodeJS.ProcessEnv): Promise<TestProcess> =>
    program(await command(name, env), (printed) => untilPrinted(printed, `"msg":"${readyEvents[name]}"`));
  return {
    folder,
    program,
    startUnready: async (name, env) => program(await command(name, env), () => Promise.resolve()),
    temporal: (options = {}) => startTemporal(tools, program, { ...options, folder }),
    mongo: (options = {}) => startMongo(tools, program, { ...options, folder }),
    worker: (env) => service('worker', env),
    api: (env) =>
      onTestPort(async (port) => {
        await migrateDatabase(env);
        const started = await service('api', { PORT: String(port), ...env });
        return { ...started, url: `http://127.0.0.1:${env['PORT'] ?? port}` };
      }),
    end: async () => {
      tools.supervisor.refuseNew();
      await tools.supervisor.stopAll(2_000);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** As an operator does before the first start. A database that does not respond stays as it is. */
async function migrateDatabase({ MONGODB_URI = '', MONGODB_DATABASE = 'outdial' }: NodeJS.ProcessEnv): Promise<void> {
  const mongo = createMongo({ MONGODB_URI, MONGODB_DATABASE, MONGODB_SELECTION_SECONDS: scaledMs(1_000) / 1_000 });
  try {
    await migrate(mongo.db);
  } catch (error) {
    if (!isStoreUnavailable(error)) throw error;
  } finally {
    await mongo.close();
  }
}

/** Requests and calls of tests are not limited: a quick machine polls more often than a key allows, and rings one number all day. */
export const unlimitedRates = {
  RATE_LIMIT_PER_KEY: '0',
  RATE_LIMIT_PER_ORGANIZATION: '0',
  POLICY_DENIED_NUMBER_TYPES: 'none',
  POLICY_MAX_CONCURRENT_CALLS: '0',
  POLICY_MAX_CALLS_PER_DAY: '0',
  POLICY_MAX_OPEN_JOBS: '0',
  POLICY_MAX_JOBS_PER_IMPORT: '0',
  POLICY_MAX_ATTEMPTS_PER_NUMBER_PER_DAY: '0',
  POLICY_MAX_CALLS_PER_JOB: '0',
  POLICY_MIN_RETRY_DELAY_SECONDS: '0',
};

/** The environment that an API or a worker needs beside the addresses. */
export const serviceEnv = (servers: {
  mongo: string;
  database: string;
  temporal: TemporalPlace;
}): NodeJS.ProcessEnv => ({
  ...process.env,
  ...unlimitedRates,
  NODE_ENV: 'production',
  MONGODB_URI: servers.mongo,
  MONGODB_DATABASE: servers.database,
  ...temporalSettings(servers.temporal),
  OUTDIAL_MASTER_KEY: testMasterKey,
  AGENT_ALLOWED_CIDRS: '127.0.0.0/8,::1/128',
  AGENT_ALLOWED_PORTS: 'any',
  WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8,::1/128',
  WEBHOOK_SHOW_PRIVATE_RESPONSES: 'true',
  WEBHOOK_ALLOW_HTTP: 'true',
  WEBHOOK_ALLOWED_PORTS: 'any',
  LOG_LEVEL: 'info',
});

/** Another program of the machine may take a port before ours listens on it: then the start is repeated on another one. */
async function onTestPort<T>(start: (port: number) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await start(await testPort());
    } catch (error) {
      if (attempt === startAttempts || !/EADDRINUSE|address already in use/i.test(String(error))) throw error;
    }
  }
}

async function startTemporal(
  tools: Toolbox,
  program: Processes['program'],
  { onDisk = false, dynamicConfig = {}, priority, folder }: TemporalOptions & { folder: string },
): Promise<TemporalProcess> {
  if (chosenEngine() === 'cluster') return startClusterEngine(tools, program, { dynamicConfig, folder });
  const { executable } = await obtainTemporalCli(tools);
  const settings = Object.entries(dynamicConfig).flatMap(([name, value]) => [
    '--dynamic-config-value',
    `${name}=${value}`,
  ]);
  return onTestPort(async (port) => {
    const args = buildTemporalArgs(tools.stack, { port, ...(onDisk ? { dbFile: join(folder, 'temporal.db') } : {}) });
    const started = await program(
      { command: executable, args: [...args, ...settings], ...(priority && { priority }) },
      () => waitForTemporal(tools.stack, port),
    );
    return { ...started, address: temporalAddressOf(port), namespace: tools.stack.temporal.namespace };
  });
}

async function startMongo(
  tools: Toolbox,
  program: Processes['program'],
  { inMemory = false, folder }: { inMemory?: boolean; folder: string },
): Promise<MongoProcess> {
  const { executable, kind } = await obtainMongo(tools);
  return onTestPort(async (port) => {
    const onDisk = (): string[] => buildMongoArgs(tools.stack, kind, { port, dir: join(folder, 'mongodb') });
    const args = inMemory && kind === 'embedded' ? buildInMemoryArgs(port) : onDisk();
    const started = await program({ command: executable, args }, () => waitForMongo(tools.stack, kind, port));
    return { ...started, uri: mongoUriOf(port) };
  });
}
