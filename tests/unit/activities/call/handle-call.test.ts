import { MongoNetworkError, MongoServerError } from 'mongodb';
import { pino } from 'pino';
import type { ActivityDeps } from '../../../../activities/deps';
import { handleCall } from '../../../../activities/call/handle-call';
import { noMedia } from '../../../../shared/adapters/media/call-media';
import { createRegistry } from '../../../../shared/adapters/metrics/registry';
import { createWorkerMetrics } from '../../../../shared/adapters/metrics/worker-metrics';
import type { NumberedMessage } from '../../../../shared/adapters/mongo/call-messages';
import { isStoreUnavailable } from '../../../../shared/adapters/mongo/client';
import { createRedactor } from '../../../../shared/adapters/redaction/redactor';
import type { LegEnd } from '../../../../shared/adapters/telephony/telephony';
import { createThreadTurns } from '../../../../shared/adapters/thread-turns';
import type { LLMMessage } from '../../../../shared/domain/call/call';
import { createCallRecord } from '../../../../shared/domain/call/call-record';
import type { JobContext } from '../../../../shared/domain/planning/plan-job';
import { aCampaign, aJob } from '../../../support/builders';
import { fakeLeg } from '../../../support/fake-leg';

const message = (content: string): LLMMessage => ({ role: 'user', content, created_at: '2026-11-22T12:00:00Z' });
const tooLarge = (): Error => new MongoServerError({ message: 'BSONObj size is invalid', code: 10_334 });

/** Handles a call in which the agent reports the messages and hangs up. The store writes as the test says. */
async function handle(
  messages: readonly LLMMessage[],
  { addMessage, stop = new AbortController() }: { addMessage: (text: string) => void; stop?: AbortController },
) {
  const stored: string[] = [];
  const requests: number[] = [];
  const ends: string[] = [];
  const registry = createRegistry();
  const job = aJob({ CreatedMS: 1, TestJob: true });
  const { leg } = fakeLeg('call_1');
  let end: (end: LegEnd) => void = () => undefined;
  const ended = new Promise<LegEnd>((resolve) => (end = resolve));
  const deps = {
    store: {
      isUnavailable: isStoreUnavailable,
      calls: {
        mustHangUp: () => Promise.resolve(false),
        addMessages: async (_call: unknown, together: readonly NumberedMessage[]) => {
          await Promise.resolve();
          const texts = together.map(({ message: { content } }) => content ?? '');
          texts.forEach(addMessage);
          stored.push(...texts);
          requests.push(texts.length);
        },
        close: (_call: unknown, { endedReason }: { endedReason: string }) => Promise.resolve(ends.push(endedReason)),
      },
      callLeases: { renew: () => Promise.resolve() },
      events: { record: () => Promise.resolve() },
      webhooks: { list: () => Promise.resolve([]) },
      deliveries: { openAll: () => Promise.resolve() },
    },
    agent: {
      name: 'reporting',
      converse: (_leg: unknown, { onMessage }: { onMessage: (message: LLMMessage) => void }) => {
        messages.forEach(onMessage);
        end({ reason: 'assistant_hung_up', atMs: 2 });
        return Promise.resolve();
      },
    },
    clock: { nowMs: () => 2 },
    media: noMedia,
    logger: pino({ level: 'silent' }),
    redactor: createRedactor(),
    turns: createThreadTurns(),
    metrics: createWorkerMetrics(registry),
  } as unknown as ActivityDeps;
  const context = { job, campaign: aCampaign(), overrides: {} } as unknown as JobContext;
  const call = createCallRecord(job, 1, 1);
  const outcome = await handleCall(deps, {
    call,
    context,
    leg: { ...leg, ended },
    hangUpSignal: stop.signal,
  }).then(
    () => 'recorded' as const,
    () => 'not recorded' as const,
  );
  const dropped = /outdial_call_writes_dropped_total\{write="message"\} (\d+)/.exec(await registry.metrics());
  return { outcome, stored, requests, ends, dropped: Number(dropped?.[1]) };
}

describe('a write to the record of a call', () => {
  it('waits for an unavailable store, and loses nothing', async () => {
    let failures = 0;
    const addMessage = (): void => {
      if (failures++ < 2) throw new MongoNetworkError('connection closed');
    };
    const { outcome, stored, dropped } = await handle([message('one'), message('two')], { addMessage });
    expect({ outcome, stored, dropped }).toEqual({ outcome: 'recorded', stored: ['one', 'two'], dropped: 0 });
  });

  it('that can never succeed is dropped and counted, and holds up neither the next ones nor the end', async () => {
    const addMessage = (text: string): void => {
      if (text.startsWith('bad')) throw tooLarge();
    };
    const bad = Array.from({ length: 50 }, (_, index) => message(`bad ${index}`));
    const { outcome, stored, ends, dropped } = await handle([...bad, message('good')], { addMessage });
    expect({ outcome, stored, ends, dropped }).toEqual({
      outcome: 'recorded',
      stored: ['good'],
      ends: ['assistant_hung_up'],
      dropped: 50,
    });
  });

  it('ends soon after the call is canceled, also while the store is unavailable', async () => {
    const stop = new AbortController();
    const addMessage = (): void => {
      stop.abort('The worker was shut down.');
      throw new MongoNetworkError('connection closed');
    };
    const { stored, dropped } = await handle([message('one')], { addMessage, stop });
    expect({ stored, dropped }).toEqual({ stored: [], dropped: 1 });
  });
});

describe('messages that wait to be stored', () => {
  it('are stored in one request, and those that an outage held up, too', async () => {
    const texts = Array.from({ length: 7 }, (_, index) => `message ${index}`);
    let failures = 0;
    const addMessage = (): void => {
      if (failures++ < 1) throw new MongoNetworkError('connection closed');
    };
    const quick = await handle(texts.map(message), { addMessage: () => undefined });
    const heldUp = await handle(texts.map(message), { addMessage });
    for (const { stored, requests, dropped } of [quick, heldUp])
      expect({ stored, requests, dropped }).toEqual({ stored: texts, requests: [7], dropped: 0 });
  });
});

describe('what is stored of a call', () => {
  it('is bounded, however much a contact and an agent say, and its end is recorded', async () => {
    const endless = Array.from({ length: 2_000 }, () => message('word '.repeat(20_000)));
    const { outcome, stored, dropped } = await handle(endless, { addMessage: () => undefined });
    expect(outcome).toBe('recorded');
    expect(Math.max(...stored.map((text) => text.length))).toBe(16_000);
    const total = stored.reduce((sum, text) => sum + text.length, 0);
    expect(total).toBeGreaterThan(3_000_000);
    expect(total).toBeLessThan(4_000_000);
    expect(dropped).toBeGreaterThan(1_000);
  });
});
