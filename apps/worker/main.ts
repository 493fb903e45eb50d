import { existsSync } from 'node:fs';
import { DefaultLogger, NativeConnection, Runtime, makeTelemetryFilterString } from '@temporalio/worker';
import { createActivities } from '../../activities';
import { runSweeper } from '../../activities/sweeper';
import { createRulesAnalyzer } from '../../shared/adapters/analysis/rules';
import { createLogger, type Logger } from '../../shared/adapters/logger';
import { createMongo } from '../../shared/adapters/mongo/client';
import { createImportFiles } from '../../shared/adapters/mongo/import-files';
import { createKeys } from '../../shared/adapters/mongo/keys';
import { createMongoRingLedger } from '../../shared/adapters/mongo/ring-ledger.repository';
import { createStore } from '../../shared/adapters/mongo/store';
import { connectionOptions, createTemporal } from '../../shared/adapters/temporal/client';
import { createFlows } from '../../shared/adapters/temporal/flows';
import { loadZones } from '../../shared/adapters/numbers/zones-of-number';
import { createRedactor } from '../../shared/adapters/redaction/redactor';
import { createRecordings } from '../../shared/adapters/recordings/create-recordings';
import { createSealedRecordings } from '../../shared/adapters/recordings/sealed';
import { simulatorProblems } from '../../shared/adapters/telephony/simulated/problems';
import { createSimulatedProvider } from '../../shared/adapters/telephony/simulated/provider';
import { createScriptedAgent } from '../../shared/adapters/voice-agent/scripted';
import { createWebhookSender } from '../../shared/adapters/webhook/sender';
import { loadSettings, SettingsError } from '../../shared/config/load';
import { workerSettingsSchema, type WorkerSettings } from '../../shared/contracts/settings.schema';
import { bundlePath, workflowsPath } from './bundle';
import { createProcessMedia } from './media/create-media';
import { createWorker } from './worker';

const sweepEveryMs = 5_000;
/** Under the launcher's 15 s; production sets its own. */
const graceMs = 5_000;

/** Temporal's own log lines go where ours go. */
function installRuntime(logger: Logger): void {
  const temporalLogger = new DefaultLogger('WARN', ({ level, message, meta }) => {
    // The workers for calls have no workflows, on purpose.
    if (message.startsWith('No workflows registered')) return;
    const write =
      level === 'ERROR'
        ? logger.error.bind(logger)
        : level === 'WARN'
          ? logger.warn.bind(logger)
          : logger.info.bind(logger);
    const { error, ...fields } = { ...meta };
    write(error === undefined ? fields : { ...fields, err: error }, message);
  });
  Runtime.install({
    logger: temporalLogger,
    telemetryOptions: { logging: { forward: {}, filter: makeTelemetryFilterString({ core: 'WARN', other: 'ERROR' }) } },
    // This process ends in its own order: see main().
    shutdownSignals: [],
  });
}

/** The outside world of this process. */
function connectWorld(settings: WorkerSettings, logger: Logger) {
  const mongo = createMongo(settings);
  const temporal = createTemporal(settings);
  const keys = createKeys(mongo.db, settings);
  const sender = createWebhookSender({ allowedCidrs: settings.WEBHOOK_ALLOWED_CIDRS });
  const store = createStore(mongo.db, keys);
  const recordings = createSealedRecordings(createRecordings(settings, mongo.db), keys.dataKeys);
  const { media, ...ears } = createProcessMedia(settings, {
    calls: store.calls,
    recordings,
    dataKeys: keys.dataKeys,
    logger,
  });
  const deps = {
    store,
    flows: createFlows(temporal.client),
    provider: createSimulatedProvider({ ledger: createMongoRingLedger(mongo.db, keys.numberHash), logger }),
    agent: createScriptedAgent(),
    analyzer: createRulesAnalyzer(),
    redactor: createRedactor(),
    sender,
    media,
    recordings,
    clock: { nowMs: () => Date.now() },
    imports: {
      files: createImportFiles(mongo.db, keys.fileSeal),
      integrationProblems: simulatorProblems,
      loadZones,
    },
    logger,
  };
  const close = async (): Promise<void> => {
    await ears.stop();
    recordings.close();
    await Promise.allSettled([sender.close(), temporal.close(), mongo.close()]);
  };
  return { deps, start: ears.start, close };
}

/** Waits for Temporal as long as it takes: a worker that is started first is not an error. */
async function connectEngine(
  settings: WorkerSettings,
  logger: Logger,
  signal: AbortSignal,
): Promise<NativeConnection | undefined> {
  while (!signal.aborted) {
    try {
      return await NativeConnection.connect(connectionOptions(settings));
    } catch (error) {
      logger.warn({ address: settings.TEMPORAL_ADDRESS, err: error }, 'Temporal is away; trying again');
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  }
  return undefined;
}

async function main(): Promise<void> {
  const settings = loadSettings(workerSettingsSchema);
  const logger = createLogger('worker', settings.LOG_LEVEL);
  const stop = new AbortController();
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => stop.abort());
  installRuntime(logger);
  const connection = await connectEngine(settings, logger, stop.signal);
  if (connection === undefined) return;
  const { deps, start, close } = connectWorld(settings, logger);
  await start();
  const workflows = existsSync(bundlePath) ? { workflowBundle: { codePath: bundlePath } } : { workflowsPath };
  const parts = {
    connection,
    namespace: settings.TEMPORAL_NAMESPACE,
    activities: createActivities(deps),
    workflows,
    callSlots: settings.WORKER_CALL_SLOTS,
    cachedWorkflows: settings.WORKER_CACHED_WORKFLOWS,
    graceMs,
  };
  const workers = await Promise.all(settings.WORKER_QUEUES.map((queue) => createWorker(queue, parts)));
  stop.signal.addEventListener('abort', () => workers.forEach((worker) => worker.shutdown()), { once: true });
  if (stop.signal.aborted) workers.forEach((worker) => worker.shutdown());
  logger.info({ queues: settings.WORKER_QUEUES }, 'worker ready');
  await Promise.all([...workers.map((worker) => worker.run()), runSweeper(deps, sweepEveryMs, stop.signal)]);
  await close();
  await connection.close();
  logger.info('worker stopped');
}

main().catch((error: unknown) => {
  process.stderr.write(
    error instanceof SettingsError
      ? `${error.message}\n`
      : `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exit(1);
});
