import { MockActivityEnvironment } from '@temporalio/testing';
import { pino } from 'pino';
import { createRegistry } from '../../../../shared/adapters/metrics/registry';
import { createWorkerMetrics } from '../../../../shared/adapters/metrics/worker-metrics';
import type { ActivityDeps } from '../../../../activities/deps';
import { closeOrphanedCall } from '../../../../activities/call/reconcile-call';
import type { CallEnd } from '../../../../shared/adapters/mongo/calls.repository';
import type { LegLookup } from '../../../../shared/adapters/telephony/telephony';
import type { CallRecord } from '../../../../shared/domain/call/call-record';

const nowMs = 1_000_000;
const call = (fields: Partial<CallRecord>): CallRecord => ({
  ID: 'call_1_1',
  JobID: 'job_1',
  OrgID: 'org_1',
  CampaignID: 'campaign_1',
  Attempt: 1,
  State: 'active',
  CreatedMS: nowMs - 60_000,
  AliveMS: nowMs - 20_000,
  Messages: [],
  ...fields,
});

/** Looks once at a call. `suspectedMs` is what its record says of when it was first suspected. */
async function settle(record: CallRecord, known: LegLookup, suspectedMs: number | undefined = nowMs - 6_000) {
  const closed: CallEnd[] = [];
  const looked: string[] = [];
  const deps = {
    store: {
      calls: {
        suspect: () => Promise.resolve(suspectedMs),
        close: (_id: string, end: CallEnd) => {
          closed.push(end);
          return Promise.resolve({ ...record, EndedReason: end.endedReason });
        },
      },
      jobMoves: { load: () => Promise.resolve(undefined) },
      events: { record: () => Promise.resolve() },
    },
    provider: {
      lookup: (key: string) => {
        looked.push(key);
        return Promise.resolve(known);
      },
    },
    logger: pino({ level: 'silent' }),
    metrics: createWorkerMetrics(createRegistry()),
  } as unknown as ActivityDeps;
  const outcome = await new MockActivityEnvironment()
    .run(() => closeOrphanedCall(deps, record, nowMs))
    .then(
      () => 'settled' as const,
      (error: unknown) => (error as { type?: string }).type,
    );
  return { outcome, closed, looked };
}

describe('a call whose worker may be lost', () => {
  it('is left alone while its worker renews it', async () => {
    const { outcome, closed, looked } = await settle(call({ AliveMS: nowMs - 9_000 }), { state: 'never_sent' });
    expect({ outcome, closed, looked }).toEqual({ outcome: 'CallNotSettled', closed: [], looked: [] });
  });

  it('is given time to say that it lives, before the line is asked', async () => {
    const { outcome, closed } = await settle(call({}), { state: 'never_sent' }, nowMs - 1_000);
    expect({ outcome, closed }).toEqual({ outcome: 'CallNotSettled', closed: [] });
  });

  it('is left alone while the line says that it goes on', async () => {
    expect(await settle(call({}), { state: 'active' })).toMatchObject({ outcome: 'CallNotSettled', closed: [] });
  });

  it('ends as the line says that it ended', async () => {
    const end = { reason: 'contact_hung_up', atMs: nowMs - 15_000 } as const;
    const { outcome, closed } = await settle(call({}), { state: 'ended', end, answeredAtMs: nowMs - 30_000 });
    expect(outcome).toBe('settled');
    expect(closed).toMatchObject([
      { state: 'ended', endedReason: 'contact_hung_up', endedMs: end.atMs, connectedMs: nowMs - 30_000 },
    ]);
  });

  it.each([
    ['never rang', { state: 'never_sent' }, 'before the line rang'],
    ['may have rung', { state: 'unknown' }, 'not known'],
  ] as const)('fails as ours when it %s, and is not dialed again', async (_what, known, words) => {
    const { outcome, closed } = await settle(call({}), known);
    expect(outcome).toBe('settled');
    expect(closed).toMatchObject([{ state: 'failed', endedReason: 'assistant_error', endedMs: nowMs }]);
    expect(closed[0]?.error).toContain(words);
  });
});
