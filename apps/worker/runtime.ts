import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DefaultLogger, makeTelemetryFilterString, NativeConnection, Runtime, type Worker } from '@temporalio/worker';
import type { Logger } from '../../shared/adapters/logger';
import { connectionOptions, watchTlsFiles } from '../../shared/adapters/temporal/connection-options';
import type { Tracing } from '../../shared/adapters/tracing/tracing';
import type { WorkerSettings } from '../../shared/config/settings.schema';
import type { TemporalSettings } from '../../shared/config/temporal-settings';
import type { WorkerParts } from './worker';

const retryDelayMs = 1_000;

/** Configures Temporal's SDK: it logs through our logger and serves its metrics on the configured port. */
export function installRuntime(settings: WorkerSettings, logger: Logger): void {
  const temporalLogger = new DefaultLogger('WARN', ({ level, message, meta }) => {
    // Workers of the calls queue have no workflows by design.
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
  const { TEMPORAL_METRICS_PORT: port, METRICS_HOST: host } = settings;
  const bindAddress = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  Runtime.install({
    logger: temporalLogger,
    telemetryOptions: {
      logging: { forward: {}, filter: makeTelemetryFilterString({ core: 'WARN', other: 'ERROR' }) },
      ...(port === 0 ? {} : { metrics: { prometheus: { bindAddress, useSecondsForDurations: true } } }),
    },
    // main() handles signals and orders the shutdown.
    shutdownSignals: [],
  });
}

/** Waits for Temporal without a limit, because a worker may start before its server. */
export async function connectEngine(
  settings: WorkerSettings,
  logger: Logger,
  signal: AbortSignal,
): Promise<NativeConnection | undefined> {
  while (!signal.aborted) {
    try {
      return await NativeConnection.connect(connectionOptions(settings));
    } catch (error) {
      logger.warn({ address: settings.TEMPORAL_ADDRESS, err: error }, 'engine.unavailable');
      await sleep(retryDelayMs);
    }
  }
  return undefined;
}

export interface ConnectedWorkers {
  settings: TemporalSettings;
  logger: Pick<Logger, 'info' | 'warn'>;
  workers: readonly Pick<Worker, 'connection'>[];
  /** How often the TLS files are compared. */
  intervalMs?: number;
}

/**
 * Gives running workers a new connection when the TLS files change; tasks in progress continue. The previous connection
 * stays in use if no new one can be opened.
 * @returns a function that closes the connection, once the workers have stopped
 */
export function keepConnection(
  connection: NativeConnection,
  { settings, logger, workers, intervalMs }: ConnectedWorkers,
): () => Promise<void> {
  let current = connection;
  const stop = watchTlsFiles(
    settings,
    async (options) => {
      const previous = current;
      const next = await NativeConnection.connect(options);
      for (const worker of workers) worker.connection = next;
      current = next;
      await previous.close();
    },
    { logger, intervalMs },
  );
  return async () => {
    stop();
    await current.close();
  };
}

/**
 * The workflow code for all workers of this process: the bundle beside the built program, or from the sources one that is bundled now, once.
 * Workers that trace load another one, with interceptors, whose overhead the others avoid.
 */
export async function loadWorkflowCode(tracing: Tracing | undefined): Promise<WorkerParts['workflows']> {
  const codePath = join(__dirname, tracing === undefined ? 'workflow-bundle.js' : 'workflow-bundle.traced.js');
  if (existsSync(codePath)) return { workflowBundle: { codePath }, ...tracing?.worker };
  const { bundleWorkflows } = await import('./bundle.ts');
  return { workflowBundle: await bundleWorkflows(tracing?.workflowModules), ...tracing?.worker };
}
