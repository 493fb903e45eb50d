import { context, propagation, trace } from '@opentelemetry/api';
import { pino } from 'pino';
import { createTracing } from '../../../../shared/adapters/tracing/otlp';
import { startOtlpReceiver } from '../../../support/otlp-receiver';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const sampler = process.env['OTEL_TRACES_SAMPLER'];
let otlp: Awaited<ReturnType<typeof startOtlpReceiver>>;
beforeEach(async () => {
  otlp = await startOtlpReceiver();
});
afterEach(async () => {
  await otlp.stop();
  for (const api of [trace, context, propagation]) api.disable();
  if (sampler === undefined) delete process.env['OTEL_TRACES_SAMPLER'];
  else process.env['OTEL_TRACES_SAMPLER'] = sampler;
});

/** Handles a request with these headers. @returns what the process sends on, and the exported spans */
async function handle(headers: Record<string, string>, options: { continueCallers?: boolean; sampler: string }) {
  process.env['OTEL_TRACES_SAMPLER'] = options.sampler;
  const { continueCallers } = options;
  const logger = pino({ level: 'silent' });
  const tracing = createTracing({ serviceName: 'test', endpoint: otlp.endpoint, logger, continueCallers });
  const sent: Record<string, string> = {};
  const finish = tracing.request({ method: 'POST', headers }, () => propagation.inject(context.active(), sent));
  finish({ route: '/x', status: 200, ids: {} });
  await tracing.close();
  return { sent, spans: otlp.spans(), exported: otlp.raw() };
}

describe('the tracing headers of a caller', () => {
  const foreign = {
    traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
    tracestate: 'vendor=user-4711',
    baggage: 'user.email=zoe%40example.com',
  };

  it.each([true, false])('are sent on as traceparent alone, continued or not (%s)', async (continueCallers) => {
    const { sent, exported } = await handle(foreign, { sampler: 'always_on', continueCallers });
    expect(Object.keys(sent)).toEqual(['traceparent']);
    // No letters that the hexadecimal ids of traces may happen to have.
    expect(exported).not.toMatch(/user-4711|zoe/);
  });

  it('neither force nor prevent sampling', async () => {
    expect((await handle(foreign, { sampler: 'parentbased_always_off' })).spans).toEqual([]);
    const notSampled = { traceparent: foreign.traceparent.replace(/01$/, '00') };
    for (const api of [trace, context, propagation]) api.disable();
    const { spans, sent, exported } = await handle(notSampled, { sampler: 'parentbased_always_on' });
    expect(spans).toHaveLength(1);
    // The trace is our own, and refers to the caller's.
    expect(spans[0]?.traceId).not.toBe(traceId);
    expect(sent['traceparent']).toContain(spans[0]?.traceId);
    expect(exported).toContain(traceId);
  });

  it('are continued and decide on sampling where that is configured', async () => {
    const { spans } = await handle(foreign, { sampler: 'parentbased_always_off', continueCallers: true });
    expect(spans).toMatchObject([{ traceId, parentSpanId: '00f067aa0ba902b7' }]);
  });
});
