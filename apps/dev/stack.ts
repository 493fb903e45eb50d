import { join } from 'node:path';
import type { DevStack } from '../../shared/config/dev-stack';
import { programNames, type DataDirClaim, type ProgramName } from './data-dir';
import { obtainMongo } from './obtain/mongodb';
import { obtainTemporalCli } from './obtain/temporal-cli';
import type { Toolbox } from './obtain/toolbox';
import { freePort, onFreePorts } from './ports';
import { keepRunning, type KeptProgram, type Program } from './processes/keep-running';
import { openLogFile } from './processes/log-file';
import { showMongoErrors, showPino, showTemporalErrors, type ShowLine } from './processes/log-lines';
import { localSecrets } from './secrets';
import { checkGivenMongo, kindOfData, mongoProgram, mongoUri } from './servers/mongodb';
import { checkGivenTemporal, temporalAddress, temporalProgram } from './servers/temporal';
import { apiProgram, workerProgram } from './services';
import { serviceEnv, type LauncherSettings } from './settings';

/** Where everything is, once it runs. */
export interface RunningStack {
  api: { url: string; key: string };
  /** Where Prometheus finds the metrics. */
  metrics: { api: string; worker: string };
  temporal: { source: string; address: string; namespace: string; uiUrl?: string };
  mongodb: { source: string; uri: string };
}

/** The local stack: brought up once, ended once. */
export interface Stack {
  start(): Promise<RunningStack>;
  /** The API first and the databases last, so that nothing loses what it stands on. */
  stop(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';
/** Wanted; free ones are taken where somebody has them. */
const metricsPorts = { api: 9464, worker: 9465 };
const stopOrder = ['api', 'worker', 'temporal', 'mongodb'] as const satisfies readonly ProgramName[];

/** Puts the stack of `temporal-dev.yaml` together from what the machine has. */
export function createStack(toolbox: Toolbox, settings: LauncherSettings, claim: DataDirClaim): Stack {
  const kept = new Map<ProgramName, KeptProgram>();
  const logs = new Map(programNames.map((name) => [name, openLogFile(join(settings.dataDir, 'logs', `${name}.log`))]));
  const keep = async (program: Program) => {
    const { name } = program;
    const surroundings = {
      supervisor: toolbox.supervisor,
      terminal: toolbox.terminal,
      log: (line: string) => logs.get(name)?.write(line),
      onPid: (pid: number | null) => claim.recordPid(name, pid),
    };
    kept.set(name, await toolbox.terminal.during(`Starting ${name}`, () => keepRunning(program, surroundings)));
  };
  return {
    async start() {
      const [temporal, mongodb] = await bothOrAllReasons(
        bringTemporal(toolbox, settings, keep),
        bringMongo(toolbox, settings, keep),
      );
      const services = await bringServices(settings, { temporal, mongodb, env: toolbox.env }, keep);
      return { ...services, temporal, mongodb };
    },
    async stop() {
      for (const name of stopOrder) await kept.get(name)?.stop();
    },
  };
}

/** Who lacks both Go and Java should hear of both at once. */
async function bothOrAllReasons<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  const results = await Promise.allSettled([first, second]);
  const failures = results.filter((result) => result.status === 'rejected').map((result) => asError(result.reason));
  const [failure, another] = failures;
  if (failure && another) throw new Error(`${failure.message}\n${another.message}`, { cause: failures });
  if (failure) throw failure;
  return Promise.all([first, second]);
}

const asError = (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason)));

type Keep = (program: Program) => Promise<void>;

/** With LOG_LEVEL=debug everything the programs say is shown, else what someone should look at. */
const terminalLevels = { trace: 0, debug: 0, info: 40, warn: 40, error: 50, fatal: 60 } as const;
const shown = ({ LOG_LEVEL }: LauncherSettings, show: ShowLine): ShowLine =>
  terminalLevels[LOG_LEVEL] === 0 ? (line) => line : show;

async function bringTemporal(
  toolbox: Toolbox,
  settings: LauncherSettings,
  keep: Keep,
): Promise<RunningStack['temporal']> {
  const { stack, terminal } = toolbox;
  const namespace = settings.TEMPORAL_NAMESPACE ?? stack.temporal.namespace;
  if (settings.TEMPORAL_ADDRESS !== undefined) {
    const address = settings.TEMPORAL_ADDRESS;
    await checkGivenTemporal({ address, namespace, apiKey: settings.TEMPORAL_API_KEY, tls: settings.TEMPORAL_TLS });
    return { source: 'TEMPORAL_ADDRESS', address, namespace };
  }
  const { executable, source } = await obtainTemporalCli(toolbox);
  terminal.say(`Temporal: ${source}`);
  const local = localStack(stack, namespace);
  const wanted = { port: stack.temporal.port, uiPort: stack.temporal.uiPort };
  const show = shown(settings, showTemporalErrors);
  const dbFile = join(settings.dataDir, 'temporal.db');
  return onFreePorts(wanted, LOOPBACK, async (ports) => {
    await keep({ ...temporalProgram(local, executable, { ...ports, dbFile }), show });
    const uiUrl = `http://${LOOPBACK}:${ports.uiPort}`;
    return { source, address: temporalAddress(ports.port), namespace, uiUrl };
  });
}

/** TEMPORAL_NAMESPACE also names the namespace of a local run. */
function localStack(stack: DevStack, namespace: string): DevStack {
  return { ...stack, temporal: { ...stack.temporal, namespace } };
}

async function bringMongo(toolbox: Toolbox, settings: LauncherSettings, keep: Keep): Promise<RunningStack['mongodb']> {
  const { stack, terminal } = toolbox;
  if (settings.MONGODB_URI !== undefined) {
    await checkGivenMongo(settings.MONGODB_URI);
    return { source: 'MONGODB_URI', uri: settings.MONGODB_URI };
  }
  const dir = join(settings.dataDir, 'mongodb');
  const program = await obtainMongo(toolbox, kindOfData(dir));
  terminal.say(`MongoDB: ${program.source}`);
  const show = shown(settings, showMongoErrors);
  return onFreePorts({ port: stack.mongodb.port }, LOOPBACK, async ({ port }) => {
    await keep({ ...mongoProgram(stack, program, { port, dir }), show });
    return { source: program.source, uri: mongoUri(port) };
  });
}

interface Beneath extends Pick<RunningStack, 'temporal' | 'mongodb'> {
  env: NodeJS.ProcessEnv;
}

async function bringServices(
  settings: LauncherSettings,
  { temporal, mongodb, env }: Beneath,
  keep: Keep,
): Promise<Pick<RunningStack, 'api' | 'metrics'>> {
  const secrets = localSecrets(settings.dataDir, {
    masterKey: settings.OUTDIAL_MASTER_KEY,
    bootstrapKey: settings.OUTDIAL_BOOTSTRAP_KEY,
  });
  const envOn = (port: number, metricsPort: number) =>
    serviceEnv(env, settings, {
      ...secrets,
      port,
      metricsPort,
      mongoUri: mongodb.uri,
      temporalAddress: temporal.address,
      temporalNamespace: temporal.namespace,
    });
  const show = showPino(terminalLevels[settings.LOG_LEVEL]);
  const metricsUrl = (port: number) => `${urlOf(LOOPBACK, port)}/metrics`;
  const workerMetrics = await freePort(metricsPorts.worker);
  const startApi = onFreePorts({ port: settings.PORT }, settings.HOST, async ({ port }) => {
    const url = urlOf(settings.HOST, port);
    const apiMetrics = await freePort(metricsPorts.api);
    await keep({ ...apiProgram(envOn(port, apiMetrics), url), show });
    return { url, metrics: metricsUrl(apiMetrics) };
  });
  const worker = keep({ ...workerProgram(envOn(settings.PORT, workerMetrics)), show });
  const [{ url, metrics }] = await Promise.all([startApi, worker]);
  return { api: { url, key: secrets.bootstrapKey }, metrics: { api: metrics, worker: metricsUrl(workerMetrics) } };
}

/** All addresses means this machine, too, but no URL can say so. */
function urlOf(host: string, port: number): string {
  const reachable = ['0.0.0.0', '::'].includes(host) ? LOOPBACK : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}
