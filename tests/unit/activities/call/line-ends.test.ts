import { pino } from 'pino';
import { handleCall } from '../../../../activities/call/handle-call';
import type { ActivityDeps } from '../../../../activities/deps';
import { noMedia } from '../../../../shared/adapters/media/call-media';
import { createRegistry } from '../../../../shared/adapters/metrics/registry';
import { createWorkerMetrics } from '../../../../shared/adapters/metrics/worker-metrics';
import type { CallEnd } from '../../../../shared/adapters/mongo/calls.repository';
import { createRedactor } from '../../../../shared/adapters/redaction/redactor';
import type { LegEnd, LegEvent } from '../../../../shared/adapters/telephony/telephony';
import { createThreadTurns } from '../../../../shared/adapters/thread-turns';
import { createCallRecord } from '../../../../shared/domain/call/call-record';
import type { JobContext } from '../../../../shared/domain/planning/plan-job';
import { aCampaign, aJob } from '../../../support/builders';
import { fakeLeg } from '../../../support/fake-leg';

const nowMs = 10_000;

/** Handles a call whose line reports the events and ends. @returns what was stored of the end, and the turns taken */
async function handle(end: Omit<LegEnd, 'atMs'>, ...before: LegEvent['type'][]) {
  const ends: CallEnd[] = [];
  const turns: [string, number][] = [];
  const { leg } = fakeLeg('call_1');
  const job = aJob({ CreatedMS: 1 });
  const calls = {
    mustHangUp: () => Promise.resolve(false),
    markRinging: () => Promise.resolve(),
    close: (_call: unknown, stored: CallEnd) => Promise.resolve(ends.push(stored)),
  };
  const takeTurn = (scope: string, fromMs: number) => Promise.resolve(turns.push([scope, fromMs]) && fromMs + 50);
  const deps = {
    store: {
      calls,
      callQuotas: { takeTurn },
      isUnavailable: () => false,
      callLeases: { renew: () => Promise.resolve() },
      events: { record: () => Promise.resolve() },
      webhooks: { list: () => Promise.resolve([]) },
      deliveries: { openAll: () => Promise.resolve() },
    },
    agent: { name: 'none', converse: () => Promise.resolve() },
    clock: { nowMs: () => nowMs },
    media: noMedia,
    logger: pino({ level: 'silent' }),
    redactor: createRedactor(),
    turns: createThreadTurns(),
    metrics: createWorkerMetrics(createRegistry()),
  } as unknown as ActivityDeps;
  const ended = new Promise<LegEnd>((resolve) => setImmediate(() => resolve({ ...end, atMs: nowMs })));
  const onEvent = (listener: (event: LegEvent) => void) => {
    before.forEach((type) => listener({ type, atMs: nowMs } as LegEvent));
    return () => undefined;
  };
  const line = { Provider: 'sip', Trunk: 'main' };
  const context = { job, campaign: aCampaign(), overrides: {} } as unknown as JobContext;
  const { signal: hangUpSignal } = new AbortController();
  const call = createCallRecord(job, 1, 1);
  await handleCall(deps, { call, context, leg: { ...leg, line, onEvent, ended }, hangUpSignal });
  return { end: ends[0], turns };
}

describe('the end of a dialed call', () => {
  it.each([
    ['invalid_number', { reason: 'contact_did_not_answer', detail: 'invalid_number', error: 'SIP 404.' }, undefined],
    ['declined', { reason: 'contact_did_not_answer', detail: 'declined', error: 'SIP 603.' }, undefined],
    ['line_failed', { reason: 'assistant_error', detail: 'line_failed' }, 'provider_refused'],
    ['not_permitted', { reason: 'assistant_error', detail: 'not_permitted', error: 'SIP 403.' }, 'provider_refused'],
  ] as const)('fails technically only if the line is to blame: %s', async (_name, legEnd, failure) => {
    const { end } = await handle(legEnd);
    expect(end?.failure).toBe(failure);
    expect(end?.postponedUntilMs).toBeUndefined();
  });

  it('costs no attempt if the trunk was congested and nothing rang', async () => {
    const congested = { reason: 'assistant_error', detail: 'line_congested', retryAfterMs: 4_000 } as const;
    const { end, turns } = await handle(congested);
    expect(turns).toEqual([['trunk/sip/main', nowMs + 4_000]]);
    expect(end).toMatchObject({ state: 'failed', postponedUntilMs: nowMs + 4_050, detail: 'line_congested' });
    expect(end?.failure).toBeUndefined();
  });

  it.each(['ringing', 'early_media'] as const)('costs an attempt after %s, whatever the carrier says', async (type) => {
    const { end, turns } = await handle({ reason: 'assistant_error', detail: 'line_failed', retryAfterMs: 1 }, type);
    expect(turns).toEqual([]);
    expect(end).toMatchObject({ failure: 'connection_failed', postponedUntilMs: undefined });
  });
});
