import { setTimeout as sleep } from 'node:timers/promises';
import { createActivities } from '../../activities';
import { rowShape } from '../../shared/contracts/import-row';
import type { ActivityDeps } from '../../activities/deps';
import { runSweeper } from '../../activities/sweeper/sweeper';
import type { Worker } from '@temporalio/worker';
import { serviceVersion } from '../../shared/adapters/api-document';
import { createRulesAnalyzer } from '../../shared/adapters/analysis/rules';
import { createLogger, type Logger } from '../../shared/adapters/logger';
import { createHangUpClient } from '../../shared/adapters/media/hang-up-client';
import { createMediaTokens } from '../../shared/adapters/media/media-token';
import { observeBacklog } from '../../shared/adapters/metrics/backlog-metrics';
import { serveMetrics } from '../../shared/adapters/metrics/metrics-server';
import { createRegistry, type Registry } from '../../shared/adapters/metrics/registry';
import { createWorkerMetrics } from '../../shared/adapters/metrics/worker-metrics';
import { createBacklogReader } from '../../shared/adapters/mongo/backlog';
import { createMongo } from '../../shared/adapters/mongo/client';
import { createImportFiles } from '../../shared/adapters/mongo/import-files';
import { createKeys } from '../../shared/adapters/mongo/keys';
import { watchPrerequisites } from '../../shared/adapters/prerequisites';
import { createStore, type Store } from '../../shared/application/store';
import { createTemporal } from '../../shared/adapters/temporal/client';
import { createDeliveryDispatcher } from '../../shared/adapters/temporal/delivery-dispatcher';
import { createWorkflowClient } from '../../shared/adapters/temporal/workflow-client';
import { createHistories } from '../../shared/adapters/temporal/histories';
import { loadNumberFacts } from '../../shared/adapters/numbers/facts-of-number';
import { loadNumberReader } from '../../shared/adapters/numbers/read-number';
import { loadZones } from '../../shared/adapters/numbers/zones-of-number';
import { createRedactor } from '../../shared/adapters/redaction/redactor';
import { createRecordingStore } from '../../shared/adapters/recordings/create-recording-store';
import { createSealedRecordingStore } from '../../shared/adapters/recordings/sealed';
import { withMachineDetection } from '../../shared/adapters/telephony/machine-listener';
import { createOverridesValidator } from '../../shared/adapters/telephony/overrides';
import { createThreadTurns } from '../../shared/adapters/thread-turns';
import { startTracing } from '../../shared/adapters/tracing/start-tracing';
import type { Tracing } from '../../shared/adapters/tracing/tracing';
import { createStreamAgent } from '../../shared/adapters/voice-agent/media-streams/agent';
import { createAgentConnector } from '../../shared/adapters/voice-agent/media-streams/connector';
import { createScriptedAgent } from '../../shared/adapters/voice-agent/scripted';
import { createSelectedAgent } from '../../shared/adapters/voice-agent/select-agent';
import type { VoiceAgent } from '../../shared/adapters/voice-agent/voice-agent';
import { createWebhookSender } from '../../shared/adapters/webhook/sender';
import { loadSettings, SettingsError } from '../../shared/config/load';
import { toPolicy } from '../../shared/config/policy-settings';
import { workerSettingsSchema, type WorkerSettings } from '../../shared/config/settings.schema';
import { trunksOfProvider } from '../../shared/domain/campaign/trunk';
import { createAnalysis } from './analysis';
import { createProcessMedia } from './media/create-media';
import { createWorkerProbe, type WorkerProbe } from './probe';
import { createProvider } from './providers';
import { reportTrunks } from './report-trunks';
import { reportWorker, type WorkerReport } from './report-worker';
import { connectEngine, installRuntime, keepConnection, loadWorkflowCode } from './runtime';
import { createWorker } from './worker';

const sweepEveryMs = 5_000;
/** A sweep that still runs then waits for the database; closing the client ends it. What it has not done is found again. */
const sweepGraceMs = 2_000;
/** All workers share one count, which is refreshed at this interval however often the metrics are scraped. */
const backlogAgeMs = 30_000;

/** Logging, metrics, tracing and the probe of this process. */
interface Instruments {
  logger: Logger;
  registry: Registry;
  tracing: Tracing | undefined;
  probe: WorkerProbe;
}

/** The agents that campaigns may select. */
const createAgent = (settings: WorkerSettings, { agentHeaders: headers }: Pick<Store, 'agentHeaders'>): VoiceAgent =>
  createSelectedAgent({
    defaultUrl: settings.DEFAULT_AGENT_URL,
    scripted: createScriptedAgent(),
    stream: createStreamAgent({
      headers,
      connector: createAgentConnector({
        allowedCidrs: settings.AGENT_ALLOWED_CIDRS,
        allowedPorts: settings.AGENT_ALLOWED_PORTS,
      }),
    }),
  });

/** Connects the adapters of this process. */
async function connectDependencies(settings: WorkerSettings, { logger, registry, tracing }: Instruments) {
  const mongo = createMongo(settings);
  const temporal = createTemporal(settings, tracing?.client, { logger });
  const metrics = createWorkerMetrics(registry);
  metrics.setCallSlots(settings.WORKER_QUEUES.includes('calls') ? settings.WORKER_CALL_SLOTS : 0);
  observeBacklog(registry, createBacklogReader(mongo.db, { maxAgeMs: backlogAgeMs, nowMs: () => Date.now() }));
  const keys = createKeys(mongo.db, settings);
  const sender = createWebhookSender({
    allowedCidrs: settings.WEBHOOK_ALLOWED_CIDRS,
    showPrivateResponses: settings.WEBHOOK_SHOW_PRIVATE_RESPONSES,
  });
  const store = createStore(mongo.db, keys, toPolicy(settings));
  const recordings = createSealedRecordingStore(await createRecordingStore(settings, mongo.db), keys.dataKeys);
  const { media, lines, start, stop } = createProcessMedia(settings, {
    calls: store.calls,
    recordings,
    dataKeys: keys.dataKeys,
    logger,
    metrics: metrics.recordings,
  });
  const workflows = createWorkflowClient(temporal.client);
  const deliveries = createDeliveryDispatcher(workflows, logger);
  const provider = withMachineDetection(await createProvider({ settings, db: mongo.db, store, lines, logger }));
  const deps = {
    store,
    workflows,
    deliveries,
    histories: createHistories(temporal.client),
    provider,
    agent: createAgent(settings, store),
    analyzer: createRulesAnalyzer(),
    ...(await createAnalysis(settings)),
    redactor: createRedactor(),
    sender,
    media,
    callWorkers: createHangUpClient(createMediaTokens(settings), () => Date.now()),
    recordings,
    clock: { nowMs: () => Date.now() },
    imports: {
      files: createImportFiles(mongo.db, keys.fileSeal),
      shape: rowShape,
      validateOverrides: createOverridesValidator(trunksOfProvider(provider)),
      loadZones,
      loadNumberFacts,
      loadNumberReader,
    },
    turns: createThreadTurns(),
    logger,
    metrics,
  };
  const close = async (): Promise<void> => {
    await provider.close?.().catch((error: unknown) => logger.warn({ err: error }, 'telephony.not_closed'));
    await Promise.all([stop(), deliveries.close()]);
    recordings.close();
    await Promise.allSettled([sender.close(), temporal.close(), mongo.close()]);
  };
  return { deps, start, close, mongo, temporal };
}

type Reporting = { workers: readonly Worker[]; deps: { store: Store } & Pick<ActivityDeps, 'provider'> } & Pick<
  WorkerReport,
  'logger' | 'signal'
>;

/** Reports this process to operators while it runs. @returns a function that ends it */
function reportThis(settings: WorkerSettings, { workers, deps, ...rest }: Reporting): () => Promise<void> {
  const { WORKER_QUEUES: Queues, WORKER_CALL_SLOTS } = settings;
  const caller = workers[Queues.indexOf('calls')];
  const calls = (): number => caller?.getStatus().numInFlightActivities ?? 0;
  return reportWorker({
    ...{ ...rest, calls },
    workers: deps.store.workers,
    of: { Version: serviceVersion(), Queues, CallSlots: caller === undefined ? 0 : WORKER_CALL_SLOTS },
    trunks: () => (caller === undefined ? [] : reportTrunks(deps.provider, calls())),
    nowMs: () => Date.now(),
  });
}

/** Serves the queues until the signal fires, then lets running calls end. */
async function runWorkers(settings: WorkerSettings, instruments: Instruments, signal: AbortSignal): Promise<void> {
  const { logger, tracing, probe } = instruments;
  const connection = await connectEngine(settings, logger, signal);
  if (connection === undefined) return;
  const { deps, start, close, mongo, temporal } = await connectDependencies(settings, instruments);
  watchPrerequisites({ db: mongo.db, temporal }, { ...instruments, signal });
  await start();
  const parts = {
    connection,
    namespace: settings.TEMPORAL_NAMESPACE,
    activities: createActivities(deps),
    workflows: await loadWorkflowCode(tracing),
    callSlots: settings.WORKER_CALL_SLOTS,
    cachedWorkflows: settings.WORKER_CACHED_WORKFLOWS,
    callGraceMs: settings.WORKER_GRACE_SECONDS * 1_000,
  };
  const workers = await Promise.all(settings.WORKER_QUEUES.map((queue) => createWorker(queue, parts)));
  probe.observe({
    pings: { MongoDB: () => mongo.ping(), Temporal: () => temporal.ping() },
    queues: () => Object.fromEntries(workers.map((worker) => [worker.options.taskQueue, worker.getState()])),
  });
  const endReport = reportThis(settings, { workers, deps, logger, signal });
  const drain = (): void => {
    logger.info({ graceSeconds: settings.WORKER_GRACE_SECONDS }, 'worker.draining');
    workers.forEach((worker) => worker.shutdown());
  };
  signal.addEventListener('abort', drain, { once: true });
  if (signal.aborted) drain();
  logger.info({ queues: settings.WORKER_QUEUES }, 'worker.started');
  const closeConnection = keepConnection(connection, { settings, logger, workers });
  const sweeping = runSweeper(deps, sweepEveryMs, signal);
  try {
    await Promise.all(workers.map((worker) => worker.run()));
    await Promise.race([sweeping, sleep(sweepGraceMs, undefined, { ref: false })]);
  } finally {
    await endReport();
    // Also after a forced shutdown: the line still hangs up, and recordings are stored.
    await close();
  }
  await sweeping;
  await closeConnection();
}

async function main(): Promise<void> {
  const settings = loadSettings(workerSettingsSchema);
  const logger = createLogger('worker', settings.LOG_LEVEL);
  const stop = new AbortController();
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => stop.abort());
  const tracing = await startTracing('outdial-worker', settings, logger);
  const registry = createRegistry();
  const probe = createWorkerProbe(
    () => stop.signal.aborted,
    () => performance.now(),
  );
  const metricsServer = await serveMetrics(registry, settings, () => probe.readiness());
  if (metricsServer) logger.info({ url: metricsServer.url }, 'metrics_server.started');
  installRuntime(settings, logger);
  await runWorkers(settings, { logger, registry, tracing, probe }, stop.signal);
  await tracing?.close();
  // Last, so that Prometheus can scrape the process while it shuts down.
  await metricsServer?.close();
  logger.info('worker.stopped');
}

main().catch((error: unknown) => {
  process.stderr.write(
    error instanceof SettingsError
      ? `${error.message}\n`
      : `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exit(1);
});
