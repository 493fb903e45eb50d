import { join } from 'node:path';
import type { DataDirClaim } from './data-dir';
import { obtainPostgresql } from './obtain/postgresql';
import { obtainTemporalServer } from './obtain/temporal-server';
import type { Toolbox } from './obtain/toolbox';
import { findFreePort, startOnFreePorts } from './ports';
import { showPino, showPostgresErrors, showTemporalErrors } from './processes/log-lines';
import { loadLocalSecrets } from './secrets';
import { migrateMongo } from './servers/mongodb';
import { createPostgresProgram, prepareDatabase, updateSchema } from './servers/postgresql';
import { registerNamespace } from './servers/temporal';
import {
  createTemporalServiceProgram,
  temporalServices,
  type ServicePorts,
  type TemporalServerRun,
  type TemporalService,
} from './servers/temporal-server';
import { buildPrograms } from './programs';
import { createApiProgram, createWorkerProgram } from './services';
import { buildServiceEnv, type LauncherSettings } from './settings';
import {
  awaitBoth,
  createRunner,
  selectLines,
  startMongo,
  terminalLevels,
  type RunningStack,
  type Stack,
  type StartProgram,
} from './stack';
import { SettingsError } from '../../shared/config/load';

/** The addresses of the processes: as many hosts as a deployment has, on loopback. */
export const clusterHosts = {
  temporal: { frontend: '127.0.0.11', history: '127.0.0.12', matching: '127.0.0.13', worker: '127.0.0.14' },
  api: ['127.0.0.21', '127.0.0.22'],
  worker: ['127.0.0.31', '127.0.0.32', '127.0.0.33'],
} as const;

const membershipPort = 6933;
const metricsPorts = { api: 9464, worker: 9465 };
const [apiNames, workerNames] = [
  clusterHosts.api.map((_, index) => `api-${index + 1}`),
  clusterHosts.worker.map((_, index) => `worker-${index + 1}`),
];
const temporalNames = temporalServices.map((name) => `temporal-${name}`);

/**
 * Creates a production-like cluster on one machine: Temporal's server as four processes on PostgreSQL, MongoDB, two API processes and
 * three workers, each on an address of its own.
 */
export function createCluster(toolbox: Toolbox, settings: LauncherSettings, claim: DataDirClaim): Stack {
  if (settings.TEMPORAL_ADDRESS !== undefined)
    throw new SettingsError(
      'TEMPORAL_ADDRESS is set, but the cluster starts its own Temporal: unset it, or use `npm start`.',
    );
  const runner = createRunner(toolbox, settings.dataDir, claim);
  return {
    async start() {
      const [[temporal, mongodb]] = await awaitBoth(
        awaitBoth(startTemporalCluster(toolbox, settings, runner.start), startMongo(toolbox, settings, runner.start)),
        buildPrograms(toolbox),
      );
      await toolbox.terminal.runStep('Preparing the database', () => migrateMongo(toolbox.env, mongodb.uri));
      const services = await startServices(toolbox.env, settings, { temporal, mongodb }, runner.start);
      return { ...services, temporal, mongodb };
    },
    // The database of Temporal ends last: it waits until the services have left it.
    stop: () => runner.stop([apiNames, workerNames, temporalNames, ['postgresql', 'mongodb']]),
  };
}

async function startTemporalCluster(
  toolbox: Toolbox,
  settings: LauncherSettings,
  start: StartProgram,
): Promise<RunningStack['temporal']> {
  const { stack, terminal, env } = toolbox;
  const [temporal, postgresql] = [await obtainTemporalServer(toolbox), await obtainPostgresql(toolbox)];
  terminal.print(`Temporal: ${temporal.source}`);
  terminal.print(`PostgreSQL ${postgresql.version}: ${postgresql.source}`);
  const dir = join(settings.dataDir, 'postgresql');
  await terminal.runStep("Preparing Temporal's database", () =>
    prepareDatabase(toolbox, { server: stack.cluster.server, postgresql, temporal }, dir),
  );
  const postgresPort = await startOnFreePorts({ port: stack.cluster.postgresPort }, '127.0.0.1', async ({ port }) => {
    await start({
      ...createPostgresProgram(postgresql, env, { port, dir }),
      show: selectLines(settings, showPostgresErrors),
    });
    return port;
  });
  // A data folder of an earlier version has that version's tables.
  await updateSchema(toolbox, temporal, postgresPort);
  const run: TemporalServerRun = {
    services: await findServicePorts(stack.cluster.port),
    postgresPort,
    dir: join(settings.dataDir, 'temporal-config'),
  };
  const show = selectLines(settings, showTemporalErrors);
  await Promise.all(
    temporalServices.map((name) => start({ ...createTemporalServiceProgram(stack, temporal, run, name), show })),
  );
  const { host, grpc } = run.services.frontend;
  const address = `${host}:${grpc}`;
  const namespace = settings.TEMPORAL_NAMESPACE ?? stack.temporal.namespace;
  await terminal.runStep('Registering the namespace', () =>
    registerNamespace({ ...stack, temporal: { ...stack.temporal, namespace } }, address),
  );
  return {
    source: `${stack.cluster.server}, ${temporal.source}, on PostgreSQL ${postgresql.version}`,
    address,
    namespace,
  };
}

async function findServicePorts(grpcPort: number): Promise<TemporalServerRun['services']> {
  const ports = async (host: string): Promise<ServicePorts> => ({
    host,
    grpc: await findFreePort(grpcPort, host),
    membership: await findFreePort(membershipPort, host),
  });
  const entries = temporalServices.map(async (name) => [name, await ports(clusterHosts.temporal[name])] as const);
  return Object.fromEntries(await Promise.all(entries)) as Record<TemporalService, ServicePorts>;
}

async function startServices(
  env: NodeJS.ProcessEnv,
  settings: LauncherSettings,
  { temporal, mongodb }: Pick<RunningStack, 'temporal' | 'mongodb'>,
  start: StartProgram,
): Promise<Pick<RunningStack, 'api' | 'metrics' | 'others'>> {
  const secrets = loadLocalSecrets(settings.dataDir, {
    masterKey: settings.OUTDIAL_MASTER_KEY,
    bootstrapKey: settings.OUTDIAL_BOOTSTRAP_KEY,
  });
  const show = showPino(terminalLevels[settings.LOG_LEVEL]);
  const envOf = (name: string, host: string, port: number, metricsPort: number): NodeJS.ProcessEnv => ({
    ...buildServiceEnv(env, settings, {
      ...secrets,
      port,
      metricsPort,
      mongoUri: mongodb.uri,
      temporalAddress: temporal.address,
      temporalNamespace: temporal.namespace,
    }),
    HOST: host,
    METRICS_HOST: host,
    WORKER_MEDIA_HOST: host,
    // As on hosts of their own: a worker finds no spooled audio of another one.
    OUTDIAL_DATA_DIR: join(settings.dataDir, name),
  });
  const startApi = async (name: string, host: string) => {
    const [port, metrics] = [await findFreePort(settings.PORT, host), await findFreePort(metricsPorts.api, host)];
    const url = `http://${host}:${port}`;
    await start({ ...createApiProgram(envOf(name, host, port, metrics), url), name, show });
    return { url, metrics: `http://${host}:${metrics}/metrics` };
  };
  const startWorker = async (name: string, host: string): Promise<string> => {
    const metrics = await findFreePort(metricsPorts.worker, host);
    await start({ ...createWorkerProgram(envOf(name, host, settings.PORT, metrics)), name, show });
    return `http://${host}:${metrics}/metrics`;
  };
  const [apis, workers] = await Promise.all([
    Promise.all(clusterHosts.api.map((host, index) => startApi(apiNames[index] ?? '', host))),
    Promise.all(clusterHosts.worker.map((host, index) => startWorker(workerNames[index] ?? '', host))),
  ]);
  const [url = '', ...others] = apis.map((api) => api.url);
  return {
    api: { url, key: secrets.bootstrapKey },
    metrics: { api: apis.map(({ metrics }) => metrics).join(', '), worker: workers.join(', ') },
    others,
  };
}
