import { join } from 'node:path';
import type { DevStack } from './config';
import type { DataDirClaim } from './data-dir';
import { obtainMongo } from './obtain/mongodb';
import { obtainTemporalCli } from './obtain/temporal-cli';
import type { Toolbox } from './obtain/toolbox';
import { startOnFreePorts } from './ports';
import { keepRunning, type RunningProgram, type Program } from './processes/keep-running';
import { openLogFile } from './processes/log-file';
import { showMongoErrors, showPino, showTemporalErrors, type ShowLine } from './processes/log-lines';
import { loadLocalSecrets } from './secrets';
import { checkExternalMongo, detectDataKind, createMongoProgram, migrateMongo, mongoUriOf } from './servers/mongodb';
import { checkExternalTemporal, temporalAddressOf, createTemporalProgram } from './servers/temporal';
import { buildPrograms } from './programs';
import { createApiProgram, createWorkerProgram } from './services';
import { buildServiceEnv, type LauncherSettings } from './settings';
import type { Report } from './terminal';

/** The addresses of the running stack. */
export interface RunningStack {
  api: { url: string; key: string };
  /** Further API processes, of the cluster. */
  others?: readonly string[];
  /** The endpoints for Prometheus. */
  metrics: { api: string; worker: string };
  temporal: { source: string; address: string; namespace: string; uiUrl?: string };
  mongodb: { source: string; uri: string };
}

/** The local stack; it starts once and stops once. */
export interface Stack {
  start(): Promise<RunningStack>;
  /** Stops the API first and the servers last, so that no program loses a dependency. */
  stop(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';
/** Preferred ports; if one is taken, a free one replaces it. */
const metricsPorts = { api: 9464, worker: 9465 };
const stopOrder = ['api', 'worker', 'temporal', 'mongodb'];

/** Starts programs, logs what they print, and stops them. */
export interface Runner {
  start: StartProgram;
  /** Stops one group after the other, and the programs of a group at once. */
  stop(order: readonly (readonly string[])[]): Promise<void>;
}

/** Creates the runner of a data folder: the output of each program is in `logs/NAME.log`. */
export function createRunner(
  { supervisor, terminal }: Pick<Toolbox, 'supervisor' | 'terminal'>,
  dataDir: string,
  claim: Pick<DataDirClaim, 'recordPid'>,
): Runner {
  const running = new Map<string, RunningProgram>();
  return {
    async start(program) {
      const { name } = program;
      const logFile = join(dataDir, 'logs', `${name}.log`);
      const log = openLogFile(logFile);
      const context = {
        supervisor,
        terminal,
        log: (line: string) => log.write(line),
        logFile,
        onPid: (pid: number | null) => claim.recordPid(name, pid),
      };
      const start = (report: Report) => keepRunning(program, { ...context, report });
      running.set(name, await terminal.runStep(`Starting ${name}`, start));
    },
    async stop(order) {
      for (const names of order)
        await Promise.all(names.flatMap((name) => running.get(name) ?? []).map((program) => program.stop()));
    },
  };
}

/** Creates the stack that `temporal-dev.yaml` describes, from the programs that are available. */
export function createStack(toolbox: Toolbox, settings: LauncherSettings, claim: DataDirClaim): Stack {
  const runner = createRunner(toolbox, settings.dataDir, claim);
  return {
    async start() {
      const [[temporal, mongodb]] = await awaitBoth(
        awaitBoth(startTemporal(toolbox, settings, runner.start), startMongo(toolbox, settings, runner.start)),
        buildPrograms(toolbox),
      );
      await toolbox.terminal.runStep('Preparing the database', () => migrateMongo(toolbox.env, mongodb.uri));
      const services = await startServices(settings, { temporal, mongodb, env: toolbox.env }, runner.start);
      return { ...services, temporal, mongodb };
    },
    stop: () => runner.stop(stopOrder.map((name) => [name])),
  };
}

/** Reports both failures at once, for example when Go and Java are both missing. */
export async function awaitBoth<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  const results = await Promise.allSettled([first, second]);
  const failures = results.filter((result) => result.status === 'rejected').map((result) => toError(result.reason));
  const [failure, another] = failures;
  if (failure && another) throw new Error(`${failure.message}\n${another.message}`, { cause: failures });
  if (failure) throw failure;
  return Promise.all([first, second]);
}

const toError = (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason)));

/** Starts a program of the stack; it is ready when this resolves. */
export type StartProgram = (program: Program) => Promise<void>;

/** LOG_LEVEL=debug shows the whole output of the programs, the other levels show only lines that need attention. */
export const terminalLevels = { trace: 0, debug: 0, info: 40, warn: 40, error: 50, fatal: 60 } as const;
/** What of the output of a server the terminal shows. */
export const selectLines = ({ LOG_LEVEL }: LauncherSettings, show: ShowLine): ShowLine =>
  terminalLevels[LOG_LEVEL] === 0 ? (line) => line : show;

async function startTemporal(
  toolbox: Toolbox,
  settings: LauncherSettings,
  startProgram: StartProgram,
): Promise<RunningStack['temporal']> {
  const { stack, terminal } = toolbox;
  const namespace = settings.TEMPORAL_NAMESPACE ?? stack.temporal.namespace;
  if (settings.TEMPORAL_ADDRESS !== undefined) {
    const address = settings.TEMPORAL_ADDRESS;
    await terminal.runStep('Connecting to TEMPORAL_ADDRESS', () =>
      checkExternalTemporal({ ...settings, TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace }),
    );
    return { source: 'TEMPORAL_ADDRESS', address, namespace };
  }
  const { executable, source } = await obtainTemporalCli(toolbox);
  terminal.print(`Temporal: ${source}`);
  const local = withNamespace(stack, namespace);
  const preferred = { port: stack.temporal.port, uiPort: stack.temporal.uiPort };
  const show = selectLines(settings, showTemporalErrors);
  const dbFile = join(settings.dataDir, 'temporal.db');
  return startOnFreePorts(preferred, LOOPBACK, async (ports) => {
    await startProgram({ ...createTemporalProgram(local, executable, { ...ports, dbFile }), show });
    const uiUrl = `http://${LOOPBACK}:${ports.uiPort}`;
    return { source, address: temporalAddressOf(ports.port), namespace, uiUrl };
  });
}

/** TEMPORAL_NAMESPACE also sets the namespace of a local server. */
function withNamespace(stack: DevStack, namespace: string): DevStack {
  return { ...stack, temporal: { ...stack.temporal, namespace } };
}

/** Starts MongoDB, or checks the one of `MONGODB_URI`. */
export async function startMongo(
  toolbox: Toolbox,
  settings: LauncherSettings,
  startProgram: StartProgram,
): Promise<RunningStack['mongodb']> {
  const { stack, terminal } = toolbox;
  const { MONGODB_URI: uri } = settings;
  if (uri !== undefined) {
    await terminal.runStep('Connecting to MONGODB_URI', () => checkExternalMongo(uri));
    return { source: 'MONGODB_URI', uri };
  }
  const dir = join(settings.dataDir, 'mongodb');
  const program = await obtainMongo(toolbox, detectDataKind(dir));
  terminal.print(`MongoDB: ${program.source}`);
  const show = selectLines(settings, showMongoErrors);
  return startOnFreePorts({ port: stack.mongodb.port }, LOOPBACK, async ({ port }) => {
    await startProgram({ ...createMongoProgram(stack, program, { port, dir }), show });
    return { source: program.source, uri: mongoUriOf(port) };
  });
}

interface Infrastructure extends Pick<RunningStack, 'temporal' | 'mongodb'> {
  env: NodeJS.ProcessEnv;
}

async function startServices(
  settings: LauncherSettings,
  { temporal, mongodb, env }: Infrastructure,
  startProgram: StartProgram,
): Promise<Pick<RunningStack, 'api' | 'metrics'>> {
  const secrets = loadLocalSecrets(settings.dataDir, {
    masterKey: settings.OUTDIAL_MASTER_KEY,
    bootstrapKey: settings.OUTDIAL_BOOTSTRAP_KEY,
  });
  const buildEnv = (port: number, metricsPort: number) =>
    buildServiceEnv(env, settings, {
      ...secrets,
      port,
      metricsPort,
      mongoUri: mongodb.uri,
      temporalAddress: temporal.address,
      temporalNamespace: temporal.namespace,
      temporalUiUrl: temporal.uiUrl,
    });
  const show = showPino(terminalLevels[settings.LOG_LEVEL]);
  const metricsUrl = (port: number) => `${urlOf(LOOPBACK, port)}/metrics`;
  const startApi = startOnFreePorts({ metrics: metricsPorts.api }, LOOPBACK, ({ metrics }) =>
    startOnFreePorts({ port: settings.PORT }, settings.HOST, async ({ port }) => {
      const url = urlOf(settings.HOST, port);
      await startProgram({ ...createApiProgram(buildEnv(port, metrics), url), show });
      return { url, metrics: metricsUrl(metrics) };
    }),
  );
  const startWorker = startOnFreePorts({ metrics: metricsPorts.worker }, LOOPBACK, async ({ metrics }) => {
    await startProgram({ ...createWorkerProgram(buildEnv(settings.PORT, metrics)), show });
    return metricsUrl(metrics);
  });
  const [api, worker] = await Promise.all([startApi, startWorker]);
  return { api: { url: api.url, key: secrets.bootstrapKey }, metrics: { api: api.metrics, worker } };
}

/** A URL cannot name "all addresses", so it names the loopback address instead. */
function urlOf(host: string, port: number): string {
  const reachable = ['0.0.0.0', '::'].includes(host) ? LOOPBACK : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}
