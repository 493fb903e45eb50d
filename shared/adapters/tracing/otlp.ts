import {
  context,
  diag,
  DiagLogLevel,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Link,
  type TextMapPropagator,
  type Tracer,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
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

const closeTimeoutMs = 2_000;

/** Logs export failures at most once a minute, because an unavailable collector fails with every batch. */
function logExportFailures(logger: Logger): void {
  const intervalMs = 60_000;
  let loggedMs = -Infinity;
  const log = (message: string): void => {
    if (performance.now() - loggedMs < intervalMs) return;
    loggedMs = performance.now();
    logger.warn({ problem: message.slice(0, 300) }, 'tracing.failed');
  };
  const ignore = (): void => undefined;
  const diagnostics = { error: log, warn: log, info: ignore, debug: ignore, verbose: ignore };
  diag.setLogger(diagnostics, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
}

const traceparent = 'traceparent';
const w3c = new W3CTraceContextPropagator();
/**
 * Reads and writes `traceparent` alone. `tracestate` and `baggage` are free text of callers, which would reach Temporal
 * in clear.
 */
const traceparentPropagator: TextMapPropagator = {
  inject: (from, carrier, setter) =>
    w3c.inject(from, carrier, {
      set: (into, name, value) => {
        if (name === traceparent) setter.set(into, name, value);
      },
    }),
  extract: (into, carrier, getter) =>
    w3c.extract(into, carrier, {
      keys: () => [traceparent],
      get: (from, name) => (name === traceparent ? getter.get(from, name) : undefined),
    }),
  fields: () => [traceparent],
};

/** A caller whose trace is not continued is linked to. Its sampling flag then decides nothing. */
function linkTo(caller: Context): Link[] {
  const spanContext = trace.getSpanContext(caller);
  return spanContext === undefined ? [] : [{ context: spanContext }];
}

const createRequestTracing = (tracer: Tracer, continueCallers: boolean): Tracing['request'] => {
  return ({ method, headers }, handle) => {
    const caller = propagation.extract(ROOT_CONTEXT, headers);
    const [parent, links] = continueCallers ? [caller, []] : [ROOT_CONTEXT, linkTo(caller)];
    const attributes = { 'http.request.method': method };
    const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes, links }, parent);
    context.with(trace.setSpan(parent, span), handle);
    return ({ route, status, ids }) => {
      span.updateName(`${method} ${route}`);
      span.setAttributes({ 'http.route': route, 'http.response.status_code': status });
      for (const [name, id] of Object.entries(ids)) span.setAttribute(`outdial.${name}`, id);
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    };
  };
};

export interface TracingOptions {
  serviceName: string;
  endpoint: string;
  logger: Logger;
  /** Continues the traces of callers, whose sampling flags then decide. Default: false. */
  continueCallers?: boolean | undefined;
}

/** Exports spans to a collector by OTLP over HTTP. OpenTelemetry's own variables configure headers and sampler. */
export function createTracing(options: TracingOptions): Tracing {
  logExportFailures(options.logger);
  const resource = new Resource({ 'service.name': options.serviceName });
  const exporter = new OTLPTraceExporter({ url: `${options.endpoint.replace(/\/+$/, '')}/v1/traces` });
  const processor = new BatchSpanProcessor(exporter);
  const provider = new NodeTracerProvider({ resource, spanProcessors: [processor] });
  // Propagates the context through promises.
  provider.register({ propagator: traceparentPropagator });
  const tracer = provider.getTracer('outdial');
  return {
    request: createRequestTracing(tracer, options.continueCallers === true),
    client: { workflow: [new OpenTelemetryWorkflowClientInterceptor({ tracer })] },
    worker: {
      interceptors: { activity: [(at) => ({ inbound: new OpenTelemetryActivityInboundInterceptor(at, { tracer }) })] },
      sinks: { exporter: makeWorkflowExporter(processor, resource) },
    },
    workflowModules: [require.resolve(tracedWorkflowModule)],
    close: async () => {
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise((resolve) => (timer = setTimeout(resolve, closeTimeoutMs)));
      await Promise.race([provider.shutdown().catch(() => undefined), timeout]);
      clearTimeout(timer);
    },
  };
}
