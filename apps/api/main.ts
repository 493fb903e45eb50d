import { setTimeout as wait } from 'node:timers/promises';
import { createLogger, type Logger } from '../../shared/adapters/logger';
import { createMediaTokens } from '../../shared/adapters/media/media-token';
import { createApiMetrics } from '../../shared/adapters/metrics/api-metrics';
import { serveMetrics } from '../../shared/adapters/metrics/metrics-server';
import { createRegistry } from '../../shared/adapters/metrics/registry';
import { createMongo } from '../../shared/adapters/mongo/client';
import { createImportFiles } from '../../shared/adapters/mongo/import-files';
import { createKeys } from '../../shared/adapters/mongo/keys';
import { createStore } from '../../shared/adapters/mongo/store';
import { createRedactor } from '../../shared/adapters/redaction/redactor';
import { createRecordings } from '../../shared/adapters/recordings/create-recordings';
import { createSealedRecordings } from '../../shared/adapters/recordings/sealed';
import { createTemporal } from '../../shared/adapters/temporal/client';
import { createFlows } from '../../shared/adapters/temporal/flows';
import { startTracing } from '../../shared/adapters/tracing/start-tracing';
import type { Tracing } from '../../shared/adapters/tracing/tracing';
import { createDestinationCheck } from '../../shared/adapters/webhook/destination';
import { loadSettings, SettingsError } from '../../shared/config/load';
import { apiSettingsSchema, type ApiSettings } from '../../shared/contracts/settings.schema';
import { createApp } from './app';
import { bootstrap, bootstrapUntilDone } from './bootstrap';
import { createCarrier } from './live/carrier';
import { createLiveGateway } from './live/gateway';
import { createKeyring } from './middleware/keyring';
import { createJobMessenger } from './jobs/job-messenger';
import { limitRates } from './rate-limit/rate-limit';
import { downloadLimits } from './routing/downloads';
import { serve } from './serve';

/** A process that was told to end does so within this after it has drained, whatever still hangs. */
const stopDeadlineMs = 10_000;

/** Both servers are connected to when they are first needed: the API starts, and answers, without them. */
function connect(settings: ApiSettings, logger: Logger, tracing: Tracing | undefined) {
  const mongo = createMongo(settings);
  const temporal = createTemporal(settings, tracing?.client);
  const keys = createKeys(mongo.db, settings);
  const store = createStore(mongo.db, keys);
  const flows = createFlows(temporal.client);
  const messenger = createJobMessenger(flows, logger);
  const destinations = createDestinationCheck({ allowedCidrs: settings.WEBHOOK_ALLOWED_CIDRS });
  const imports = {
    files: createImportFiles(mongo.db, keys.fileSeal),
    retentionMs: settings.IMPORT_RETENTION_HOURS * 3_600_000,
  };
  const carrier = createCarrier(createMediaTokens(settings), () => Date.now());
  const recordings = createSealedRecordings(createRecordings(settings, mongo.db), keys.dataKeys);
  const redactor = createRedactor();
  return { mongo, temporal, imports, carrier, recordings, redactor, store, flows, messenger, destinations };
}

async function start(settings: ApiSettings, logger: Logger): Promise<(reason: string) => Promise<void>> {
  const tracing = await startTracing('outdial-api', settings, logger);
  const { mongo, temporal, ...parts } = connect(settings, logger, tracing);
  const registry = createRegistry();
  const metrics = createApiMetrics(registry);
  const stopping = new AbortController();
  const nowMs = () => Date.now();
  const keyring = createKeyring(parts.store.apiKeys, nowMs);
  const common = { ...parts, keyring, logger, metrics, nowMs };
  const perRequests = { perKey: settings.RATE_LIMIT_PER_KEY, perOrganisation: settings.RATE_LIMIT_PER_ORGANISATION };
  const rateLimits = limitRates(perRequests, common);
  const deps = {
    ...common,
    tracing,
    downloads: downloadLimits,
    publicUrl: (settings.PUBLIC_URL ?? `http://${settings.HOST}:${settings.PORT}`).replace(/\/+$/, ''),
    pings: { MongoDB: () => mongo.ping(), Temporal: () => temporal.ping() },
    draining: () => stopping.signal.aborted,
  };
  const limits = { perCall: settings.LISTENERS_PER_CALL, perOrganisation: settings.LISTENERS_PER_ORGANISATION };
  const live = createLiveGateway({ ...common, limits, rateLimits });
  const metricsServer = await serveMetrics(registry, settings);
  const served = await serve(createApp(deps, rateLimits), { host: settings.HOST, port: settings.PORT });
  live.attach(served.server);
  logger.info({ ...(metricsServer && { metrics: metricsServer.url }), url: served.url }, 'api ready');
  const bootstrapped = bootstrapUntilDone(
    () => bootstrap(settings, { db: mongo.db, store: parts.store, nowMs }),
    logger,
    stopping.signal,
  );
  return async (reason) => {
    logger.info({ reason }, 'api stopping');
    stopping.abort();
    // From now on /readyz says so; whoever spreads requests over several processes is given the time to see it.
    await wait(settings.DRAIN_SECONDS * 1_000);
    await Promise.all([live.close(), served.stop()]);
    await bootstrapped;
    await parts.messenger.close();
    parts.recordings.close();
    await mongo.close();
    // Last: a retry that the client still has planned would meet a closed channel.
    await temporal.close();
    await tracing?.close();
    await metricsServer?.close();
    logger.info('api stopped');
  };
}

/** Ends the process in order on the first signal, and at once on the second or when the deadline is over. */
function stopOnSignals(stop: (reason: string) => Promise<void>, withinMs: number, logger: Logger): void {
  let told = false;
  const end = (signal: NodeJS.Signals): void => {
    if (told) process.exit(1);
    told = true;
    setTimeout(() => {
      logger.error('api did not stop in time');
      process.exit(1);
    }, withinMs).unref();
    stop(signal).then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'api stopped badly');
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
  // What an operator can put right is one message, not a stack trace.
  const knownProblem = error instanceof SettingsError || (error instanceof Error && 'code' in error);
  process.stderr.write(`${knownProblem ? error.message : String(error instanceof Error ? error.stack : error)}\n`);
  process.exit(1);
});
