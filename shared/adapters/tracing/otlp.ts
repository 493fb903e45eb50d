import {
  context,
  diag,
  DiagLogLevel,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { Resource } from '@opentelemetry/resources';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import {
  makeWorkflowExporter,
  OpenTelemetryActivityInboundInterceptor,
  OpenTelemetryWorkflowClientInterceptor,
} from '@temporalio/interceptors-opentelemetry';
import type { Logger } from '../logger';
import { tracedWorkflowModule, type Tracing } from './tracing';

const closeWithinMs = 2_000;

/** What the collector's trouble is told with: one line a minute, for a collector that is away fails with every batch. */
function logTrouble(logger: Logger): void {
  const everyMs = 60_000;
  let toldMs = -Infinity;
  const tell = (message: string): void => {
    if (performance.now() - toldMs < everyMs) return;
    toldMs = performance.now();
    logger.warn({ problem: message.slice(0, 300) }, 'tracing.failed');
  };
  const quiet = (): void => undefined;
  const diagnostics = { error: tell, warn: tell, info: quiet, debug: quiet, verbose: quiet };
  diag.setLogger(diagnostics, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
}

const requestTracing = (tracer: Tracer): Tracing['request'] => {
  return ({ method, headers }, answer) => {
    const parent = propagation.extract(ROOT_CONTEXT, headers);
    const attributes = { 'http.request.method': method };
    const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
    context.with(trace.setSpan(parent, span), answer);
    return ({ route, status, ids }) => {
      span.updateName(`${method} ${route}`);
      span.setAttributes({ 'http.route': route, 'http.response.status_code': status });
      for (const [name, id] of Object.entries(ids)) span.setAttribute(`outdial.${name}`, id);
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    };
  };
};

/** Sends spans to a collector by OTLP over HTTP. Its headers and the sampler come from OpenTelemetry's own variables. */
export function createTracing(of: { serviceName: string; endpoint: string; logger: Logger }): Tracing {
  logTrouble(of.logger);
  const resource = new Resource({ 'service.name': of.serviceName });
  const exporter = new OTLPTraceExporter({ url: `${of.endpoint.replace(/\/+$/, '')}/v1/traces` });
  const processor = new BatchSpanProcessor(exporter);
  const provider = new NodeTracerProvider({ resource, spanProcessors: [processor] });
  // Takes the context along with promises, and knows the W3C headers.
  provider.register();
  const tracer = provider.getTracer('outdial');
  return {
    request: requestTracing(tracer),
    client: { workflow: [new OpenTelemetryWorkflowClientInterceptor({ tracer })] },
    worker: {
      interceptors: { activity: [(at) => ({ inbound: new OpenTelemetryActivityInboundInterceptor(at, { tracer }) })] },
      sinks: { exporter: makeWorkflowExporter(processor, resource) },
    },
    workflowModules: [require.resolve(tracedWorkflowModule)],
    close: async () => {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise((resolve) => (timer = setTimeout(resolve, closeWithinMs)));
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
      clearTimeout(timer);
    },
  };
}
