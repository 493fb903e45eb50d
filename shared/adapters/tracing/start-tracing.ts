import type { Logger } from '../logger';
import type { Tracing } from './tracing';

/** @returns `undefined` without an endpoint; OpenTelemetry is not loaded then */
export async function startTracing(
  serviceName: string,
  settings: { OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined; TRACE_CONTINUE_CALLERS?: boolean | undefined },
  logger: Logger,
): Promise<Tracing | undefined> {
  const endpoint = settings.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return undefined;
  const { createTracing } = await import('./otlp.js');
  return createTracing({ serviceName, endpoint, logger, continueCallers: settings.TRACE_CONTINUE_CALLERS });
}
