import { BSON, type Db } from 'mongodb';
import { pino } from 'pino';
import { handleCall } from '../../../../activities/call/handle-call';
import type { ActivityDeps } from '../../../../activities/deps';
import { clearCipher } from '../../../../shared/adapters/crypto/field-cipher';
import { noMedia } from '../../../../shared/adapters/media/call-media';
import { createRegistry } from '../../../../shared/adapters/metrics/registry';
import { createWorkerMetrics } from '../../../../shared/adapters/metrics/worker-metrics';
import { createCallLeases } from '../../../../shared/adapters/mongo/call-leases';
import { createCallsRepository } from '../../../../shared/adapters/mongo/calls.repository';
import { isStoreUnavailable } from '../../../../shared/adapters/mongo/client';
import type { DataKeys } from '../../../../shared/adapters/mongo/data-keys';
import { createEventsRepository } from '../../../../shared/adapters/mongo/events.repository';
import { createRedactor } from '../../../../shared/adapters/redaction/redactor';
import type { CallLeg, LegEnd, LegEvent } from '../../../../shared/adapters/telephony/telephony';
import { createThreadTurns } from '../../../../shared/adapters/thread-turns';
import { createCallRecord } from '../../../../shared/domain/call/call-record';
import type { JobContext } from '../../../../shared/domain/planning/plan-job';
import { aCampaign, aJob } from '../../../support/builders';
import { fakeLeg } from '../../../support/fake-leg';

interface Write {
  kind: string;
  bytes: number;
}

/** A database that counts the writes that it gets, and finds every document. */
function countingDb() {
  const writes: Write[] = [];
  const record = (collection: string, operation: string, ...parts: object[]): Promise<void> => {
    const options = parts.at(-1) as { writeConcern?: { w: number } } | undefined;
    const confirmed = options?.writeConcern?.w === 1 ? ', w: 1' : '';
    const bytes = parts.reduce((sum, part) => sum + BSON.calculateObjectSize(part), 0);
    writes.push({ kind: `${collection}.${operation}${confirmed}`, bytes });
    return Promise.resolve();
  };
  const collection = (name: string) => ({
    findOne: () => Promise.resolve({ _id: 'call_1' }),
    insertOne: (document: object) => record(name, 'insertOne', document),
    insertMany: (documents: object[]) => record(name, 'insertMany', ...documents, {}),
    findOneAndUpdate: async (filter: object, update: object) => {
      await record(name, 'findOneAndUpdate', filter, update);
      return { _id: 'call_1' };
    },
    updateOne: (filter: object, update: object, options: object = {}) =>
      record(name, 'updateOne', filter, update, options),
    deleteOne: (filter: object) => record(name, 'deleteOne', filter),
  });
  return { db: { collection } as unknown as Db, writes };
}

const talkMs = 60_000;
const message = (index: number) => ({
  role: 'user' as const,
  content: `sentence ${index} `.repeat(8),
  created_at: '2026-11-22T12:00:00Z',
});

/** Claims and handles a call of a minute in which the given number of messages is said. */
async function handleMinute(messages: number): Promise<Write[]> {
  const { db, writes } = countingDb();
  const dataKeys = { of: () => Promise.resolve(clearCipher), forReading: () => Promise.resolve(clearCipher) };
  const calls = createCallsRepository(db, dataKeys as unknown as DataKeys);
  const startMs = Date.now();
  const job = aJob({ CreatedMS: startMs, TestJob: true });
  const call = createCallRecord(job, 1, startMs);
  let emit: (event: LegEvent) => void = () => undefined;
  let end: (end: LegEnd) => void = () => undefined;
  const leg: CallLeg = {
    ...fakeLeg(call.ID).leg,
    onEvent: (listener) => {
      emit = listener;
      return () => undefined;
    },
    ended: new Promise((resolve) => (end = resolve)),
  };
  const deps = {
    store: {
      isUnavailable: isStoreUnavailable,
      calls,
      callLeases: createCallLeases(db),
      events: createEventsRepository(db),
      webhooks: { list: () => Promise.resolve([]) },
      deliveries: { openAll: () => Promise.resolve() },
    },
    agent: {
      name: 'talking',
      converse: (_leg: unknown, { onMessage }: { onMessage: (said: object) => void }) => {
        for (let index = 0; index < messages; index++)
          setTimeout(() => onMessage(message(index)), (index * talkMs) / messages);
        return new Promise<void>((resolve) => setTimeout(resolve, talkMs));
      },
    },
    clock: { nowMs: () => Date.now() },
    media: noMedia,
    logger: pino({ level: 'silent' }),
    redactor: createRedactor(),
    turns: createThreadTurns(),
    metrics: createWorkerMetrics(createRegistry()),
  } as unknown as ActivityDeps;
  const context = { job, campaign: aCampaign(), overrides: {} } as unknown as JobContext;
  await calls.claim(call);
  const handled = handleCall(deps, { call, context, leg, hangUpSignal: new AbortController().signal });
  emit({ type: 'ringing', atMs: startMs });
  emit({ type: 'answered', atMs: startMs });
  await jest.advanceTimersByTimeAsync(talkMs - 1);
  end({ reason: 'contact_hung_up', atMs: startMs + talkMs });
  await jest.advanceTimersByTimeAsync(1);
  await handled;
  return writes;
}

const countByKind = (writes: readonly Write[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { kind } of writes) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
};

describe('a call of one minute', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('writes its record four times at most, each message once, and a small lease every two seconds', async () => {
    const writes = await handleMinute(12);
    expect(countByKind(writes)).toEqual({
      'calls.insertOne': 1,
      // Ringing, answered.
      'calls.updateOne': 2,
      // Closed.
      'calls.findOneAndUpdate': 1,
      'call_messages.insertMany': 12,
      // Granted and ended, confirmed by the majority; renewed, confirmed by the primary.
      'call_leases.updateOne': 1,
      'call_leases.updateOne, w: 1': 29,
      'call_leases.deleteOne': 1,
      // Answered, ended.
      'job_events.updateOne': 2,
    });
    const renewals = writes.filter(({ kind }) => kind === 'call_leases.updateOne, w: 1');
    expect(Math.max(...renewals.map(({ bytes }) => bytes))).toBeLessThan(250);
  });

  it('writes as many bytes as are said: no write repeats the transcript', async () => {
    const bytesOf = async (messages: number): Promise<number> =>
      (await handleMinute(messages)).reduce((sum, { bytes }) => sum + bytes, 0);
    const [one, many, twice] = [await bytesOf(1), await bytesOf(201), await bytesOf(401)];
    expect((twice - many) / (many - one)).toBeCloseTo(1, 1);
  });
});
