import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitForHold } from '../../shared/application/hold-calls';
import { createDependencies, type Dependencies } from '../../shared/adapters/dependencies';
import { createLogger, type Logger } from '../../shared/adapters/logger';
import { createMediaTokens } from '../../shared/adapters/media/media-token';
import { createApiMetrics, type ApiMetrics } from '../../shared/adapters/metrics/api-metrics';
import { serveMetrics } from '../../shared/adapters/metrics/metrics-server';
import { createRegistry } from '../../shared/adapters/metrics/registry';
import { createMongo } from '../../shared/adapters/mongo/client';
import { createImportFiles } from '../../shared/adapters/mongo/import-files';
import { createKeys } from '../../shared/adapters/mongo/keys';
import { watchPrerequisites } from '../../shared/adapters/prerequisites';
import { createRecordingStore } from '../../shared/adapters/recordings/create-recording-store';
import { createSealedRecordingStore } from '../../shared/adapters/recordings/sealed';
import { createRedactor } from '../../shared/adapters/redaction/redactor';
import { configuredTrunks } from '../../shared/adapters/telephony/configured-trunks';
import { createOverridesValidator } from '../../shared/adapters/telephony/overrides';
import { createTemporal } from '../../shared/adapters/temporal/client';
import { createDeliveryDispatcher } from '../../shared/adapters/temporal/delivery-dispatcher';
import { createWorkflowClient } from '../../shared/adapters/temporal/workflow-client';
import { startTracing } from '../../shared/adapters/tracing/start-tracing';
import type { Tracing } from '../../shared/adapters/tracing/tracing';
import { createReceiverCheck } from '../../shared/adapters/webhook/receiver-check';
import { createStore, type Store } from '../../shared/application/store';
import { createThreadTurns } from '../../shared/adapters/thread-turns';
import { loadSettings, SettingsError } from '../../shared/config/load';
import { toPolicy } from '../../shared/config/policy-settings';
import { apiSettingsSchema, type ApiSettings } from '../../shared/config/settings.schema';
import { createApp } from './app';
import { bootstrap, bootstrapUntilDone } from './bootstrap';
import { createEventStreams } from './events/event-streams';
import { createJobCounts } from './campaigns/job-counts';
import { builtConsole } from './console/serve-console';
import { createApiKeyCache } from './http/api-key-cache';
import { downloadLimits } from './http/downloads';
import { createSessionCache } from './http/session-cache';
import { serve } from './http/serve';
import { createJobDispatcher } from './jobs/job-dispatcher';
import { createCallWorkerClient } from './live/call-worker-client';
import { createLine, type Line } from './line/create-line';
import { createLiveGateway, type LiveGateway } from './live/gateway';
import { createRateLimiters } from './rate-limit/rate-limit';

/** After draining, the process exits within this time even if something hangs. */
const stopDeadlineMs = 10_000;

/** Connects to both servers on first use: the API starts and serves requests without them. */
async function connect(settings: ApiSettings, logger: Logger, tracing: Tracing | undefined) {
  const mongo = createMongo(settings);
  const temporal = createTemporal(settings, tracing?.client, { logger });
  const keys = createKeys(mongo.db, settings);
  const store = createStore(mongo.db, keys, toPolicy(settings));
  const workflows = createWorkflowClient(temporal.client);
  const deliveries = createDeliveryDispatcher(workflows, logger);
  const dispatcher = createJobDispatcher({ store, workflows, deliveries, nowMs: () => Date.now(), logger });
  const destinations = createReceiverCheck({
    allowedCidrs: settings.WEBHOOK_ALLOWED_CIDRS,
    allowHttp: settings.WEBHOOK_ALLOW_HTTP,
    allowedPorts: settings.WEBHOOK_ALLOWED_PORTS,
  });
  const agentNetworks = {
    allowedCidrs: settings.AGENT_ALLOWED_CIDRS,
    allowedPorts: settings.AGENT_ALLOWED_PORTS,
  };
  const imports = {
    files: createImportFiles(mongo.db, keys.fileSeal),
    retentionMs: settings.IMPORT_RETENTION_HOURS * 3_600_000,
  };
  const callWorkers = createCallWorkerClient(createMediaTokens(settings), () => Date.now());
  const recordings = createSealedRecordingStore(await createRecordingStore(settings, mongo.db), keys.dataKeys);
  const redactor = createRedactor();
  const trunks = configuredTrunks(settings);
  const validateOverrides = createOverridesValidator(trunks);
  const ofCalls = { callWorkers, recordings, redactor, trunks, validateOverrides, agentNetworks };
  const endStarts = async (): Promise<void> => {
    await dispatcher.close();
    await deliveries.close();
  };
  const { dataKeys } = keys;
  const parts = { dataKeys, mongo, temporal, imports, store, workflows, dispatcher, deliveries, endStarts };
  return { ...ofCalls, ...parts, destinations };
}

const limitsOf = (settings: ApiSettings) => ({
  requests: { perKey: settings.RATE_LIMIT_PER_KEY, perOrganization: settings.RATE_LIMIT_PER_ORGANIZATION },
  listeners: { perCall: settings.LISTENERS_PER_CALL, perOrganization: settings.LISTENERS_PER_ORGANIZATION },
  eventStreams: {
    perKey: settings.EVENT_STREAMS_PER_KEY,
    perOrganization: Math.ceil(settings.EVENT_STREAMS_PER_PROCESS / 4),
    perProcess: settings.EVENT_STREAMS_PER_PROCESS,
  },
});

/** Checks the servers for probes and for metrics. */
function observeDependencies(
  { mongo, temporal }: Pick<Awaited<ReturnType<typeof connect>>, 'mongo' | 'temporal'>,
  metrics: ApiMetrics,
): Dependencies {
  const pings = { MongoDB: () => mongo.ping(), Temporal: () => temporal.ping() };
  const dependencies = createDependencies(pings, () => performance.now());
  metrics.observeDependencies(() => dependencies.check());
  return dependencies;
}

const nowMs = (): number => Date.now();

/** Without a trailing slash. */
const publicUrlOf = ({ PUBLIC_URL, HOST, PORT }: ApiSettings): string =>
  (PUBLIC_URL ?? `http://${HOST}:${PORT}`).replace(/\/+$/, '');

const workflowsUrlOf = ({ TEMPORAL_UI_URL, TEMPORAL_NAMESPACE }: ApiSettings): string | undefined =>
  TEMPORAL_UI_URL &&
  `${TEMPORAL_UI_URL.replace(/\/+$/, '')}/namespaces/${encodeURIComponent(TEMPORAL_NAMESPACE)}/workflows`;

const addressesOf = (settings: ApiSettings) => ({
  publicUrl: publicUrlOf(settings),
  workflowsUrl: workflowsUrlOf(settings),
});

/** What finds the key of a request. */
function createCaches({ apiKeys, auditLog, sessions }: Pick<Store, 'apiKeys' | 'auditLog' | 'sessions'>) {
  return {
    apiKeyCache: createApiKeyCache(apiKeys, auditLog, nowMs),
    sessionCache: createSessionCache(sessions, nowMs),
  };
}

/** Handles the websockets of listeners, and those of carriers. */
function attachSockets(server: Server, live: LiveGateway, line: Line | undefined): void {
  live.attach(server, (req) => line?.accepts(req) === true);
  line?.attach(server);
}

async function start(settings: ApiSettings, logger: Logger): Promise<(reason: string) => Promise<void>> {
  const tracing = await startTracing('outdial-api', settings, logger);
  const { mongo, temporal, ...parts } = await connect(settings, logger, tracing);
  const registry = createRegistry();
  const metrics = createApiMetrics(registry);
  const stopping = new AbortController();
  const prerequisites = watchPrerequisites({ db: mongo.db, temporal }, { logger, registry, signal: stopping.signal });
  let bootstrapped = false;
  const dependencies = observeDependencies({ mongo, temporal }, metrics);
  const caches = createCaches(parts.store);
  const common = { ...parts, ...caches, ...addressesOf(settings), logger, metrics, nowMs, waitForHold };
  const limits = limitsOf(settings);
  const rateLimits = createRateLimiters(limits.requests, common);
  const eventStreams = createEventStreams({ ...common, limits: limits.eventStreams });
  const deps = {
    ...common,
    ...{ tracing, eventStreams, downloads: downloadLimits },
    turns: createThreadTurns(),
    redeliveriesPerHour: settings.WEBHOOK_REDELIVERIES_PER_HOUR,
    dependencies,
    prerequisites: () => prerequisites.states(),
    counts: createJobCounts(parts.store, nowMs),
    consoleFolder: settings.CONSOLE ? builtConsole : undefined,
    bootstrapped: () => bootstrapped,
    draining: () => stopping.signal.aborted,
  };
  const live = createLiveGateway({ ...common, limits: limits.listeners, rateLimits });
  const line = await createLine(settings, common);
  const metricsServer = await serveMetrics(registry, settings);
  const served = await serve(
    createApp(deps, rateLimits, line?.router),
    { host: settings.HOST, port: settings.PORT },
    { maxConnectionsPerAddress: settings.CONNECTIONS_PER_ADDRESS },
    (limit) => metrics.recordConnectionRefused(limit),
  );
  attachSockets(served.server, live, line);
  logger.info({ ...(metricsServer && { metrics: metricsServer.url }), url: served.url }, 'api.listening');
  const bootstrapping = bootstrapUntilDone(
    () => bootstrap(settings, { store: parts.store, nowMs }),
    logger,
    stopping.signal,
  ).then((done) => (bootstrapped = done));
  return async (reason) => {
    logger.info({ reason }, 'api.stopping');
    stopping.abort();
    // /readyz now reports `draining`; load balancers get this long to notice.
    await sleep(settings.DRAIN_SECONDS * 1_000);
    await Promise.all([live.close(), line?.close(), eventStreams.close(), served.stop()]);
    await parts.endStarts();
    parts.recordings.close();
    await mongo.close();
    // If it waits for the database, the closed client ends the wait.
    await bootstrapping;
    // Last: a retry that the client has scheduled would hit a closed channel.
    await temporal.close();
    await tracing?.close();
    await metricsServer?.close();
    logger.info('api.stopped');
  };
}

/** Shuts down gracefully on the first signal, and exits immediately on the second or at the deadline. */
function stopOnSignals(stop: (reason: string) => Promise<void>, withinMs: number, logger: Logger): void {
  let stopping = false;
  const end = (signal: NodeJS.Signals): void => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => {
      logger.error('api.stop_timed_out');
      process.exit(1);
    }, withinMs).unref();
    stop(signal).then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'api.stop_failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}

async function main(): Promise<void> {
  const settings = loadSettings(apiSettingsSchema);
  const logger = createLogger('api', settings.LOG_LEVEL);
  stopOnSignals(await start(settings, logger), settings.DRAIN_SECONDS * 1_000 + stopDeadlineMs, logger);
}

main().catch((error: unknown) => {
  // A problem that the operator can fix is one message, not a stack trace.
  const knownProblem = error instanceof SettingsError || (error instanceof Error && 'code' in error);
  process.stderr.write(`${knownProblem ? error.message : String(error instanceof Error ? error.stack : error)}\n`);
  process.exit(1);
});
