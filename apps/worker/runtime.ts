import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { DefaultLogger, makeTelemetryFilterString, NativeConnection, Runtime } from '@temporalio/worker';
import type { Logger } from '../../shared/adapters/logger';
import { connectionOptions } from '../../shared/adapters/temporal/client';
import type { Tracing } from '../../shared/adapters/tracing/tracing';
import type { WorkerSettings } from '../../shared/config/settings.schema';
import { bundlePath, bundleWorkflows, tracedBundlePath } from './bundle';
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

/** The workflow code for all workers of this process: the bundle of the build, or one that is bundled now, once. */
export async function loadWorkflowCode(tracing: Tracing | undefined): Promise<WorkerParts['workflows']> {
  const codePath = tracing === undefined ? bundlePath : tracedBundlePath;
  const workflowBundle = existsSync(codePath) ? { codePath } : await bundleWorkflows(tracing?.workflowModules);
  return { workflowBundle, ...tracing?.worker };
}
