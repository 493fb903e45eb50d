import { MockActivityEnvironment } from '@temporalio/testing';
import { pino } from 'pino';
import { createRegistry } from '../../../../shared/adapters/metrics/registry';
import { createWorkerMetrics } from '../../../../shared/adapters/metrics/worker-metrics';
import type { ActivityDeps } from '../../../../activities/deps';
import { closeOrphanedCall } from '../../../../activities/call/reconcile-call';
import type { CallLease } from '../../../../shared/adapters/mongo/call-leases';
import type { CallEnd } from '../../../../shared/adapters/mongo/calls.repository';
import type { LegLookup } from '../../../../shared/adapters/telephony/telephony';
import type { CallSummary } from '../../../../shared/domain/call/call-record';

const nowMs = 1_000_000;
const call = (fields: Partial<CallSummary>): CallSummary => ({
  ID: 'call_1_1',
  JobID: 'job_1',
  OrgID: 'org_1',
  CampaignID: 'campaign_1',
  Attempt: 1,
  State: 'active',
  CreatedMS: nowMs - 60_000,
  ...fields,
});

const lost: CallLease = { RenewedMS: nowMs - 20_000 };

/** Reconciles a call once, whose lease is as given. `suspectedMs` is when its worker was first suspected. */
async function reconcile(
  record: CallSummary,
  known: LegLookup,
  {
    lease = lost,
    suspectedMs = nowMs - 6_000,
    returns = false,
  }: { lease?: CallLease | null; suspectedMs?: number; returns?: boolean } = {},
) {
  const closed: CallEnd[] = [];
  const lookedUp: string[] = [];
  let current = lease;
  const deps = {
    store: {
      calls: {
        close: (_id: string, end: CallEnd) => {
          closed.push(end);
          return Promise.resolve({ ...record, EndedReason: end.endedReason });
        },
      },
      callLeases: {
        find: () => Promise.resolve(current ?? undefined),
        markSuspected: () => {
          current = { ...current, SuspectedMS: suspectedMs };
          return Promise.resolve(suspectedMs);
        },
      },
      jobs: { load: () => Promise.resolve(undefined) },
      events: { record: () => Promise.resolve() },
      webhooks: { list: () => Promise.resolve([]) },
      deliveries: { openAll: () => Promise.resolve() },
    },
    provider: {
      lookup: (key: string) => {
        lookedUp.push(key);
        if (returns) current = { RenewedMS: nowMs };
        return Promise.resolve(known);
      },
    },
    logger: pino({ level: 'silent' }),
    metrics: createWorkerMetrics(createRegistry()),
  } as unknown as ActivityDeps;
  const outcome = await new MockActivityEnvironment()
    .run(() => closeOrphanedCall(deps, record, nowMs))
    .then(
      () => 'closed' as const,
      (error: unknown) => (error as { type?: string }).type,
    );
  return { outcome, closed, lookedUp };
}

describe('a call whose worker may be lost', () => {
  it('stays open while its worker renews the lease', async () => {
    const lease = { RenewedMS: nowMs - 9_000 };
    const { outcome, closed, lookedUp } = await reconcile(call({}), { state: 'never_sent' }, { lease });
    expect({ outcome, closed, lookedUp }).toEqual({ outcome: 'CallNotReconciled', closed: [], lookedUp: [] });
  });

  it('stays open for a while after it is suspected, before the provider is asked', async () => {
    for (const suspectedMs of [nowMs, nowMs - 1_000, nowMs - 5_999]) {
      const { outcome, closed } = await reconcile(call({}), { state: 'never_sent' }, { suspectedMs });
      expect({ outcome, closed }).toEqual({ outcome: 'CallNotReconciled', closed: [] });
    }
  });

  it('stays open after its claim, although its worker has no lease yet', async () => {
    const claimed = call({ State: 'creating', CreatedMS: nowMs - 9_000 });
    const { outcome, closed } = await reconcile(claimed, { state: 'never_sent' }, { lease: null });
    expect({ outcome, closed }).toEqual({ outcome: 'CallNotReconciled', closed: [] });
  });

  it('is closed if its worker was lost between its claim and its lease', async () => {
    const { outcome } = await reconcile(call({ State: 'creating' }), { state: 'never_sent' }, { lease: null });
    expect(outcome).toBe('closed');
  });

  it('stays open while the provider reports it as active', async () => {
    expect(await reconcile(call({}), { state: 'active' })).toMatchObject({ outcome: 'CallNotReconciled', closed: [] });
  });

  it('stays open if its worker renews the lease while the provider is asked', async () => {
    const { outcome, closed } = await reconcile(call({}), { state: 'unknown' }, { returns: true });
    expect({ outcome, closed }).toEqual({ outcome: 'CallNotReconciled', closed: [] });
  });

  it('ends as the provider reports', async () => {
    const end = { reason: 'contact_hung_up', atMs: nowMs - 15_000 } as const;
    const { outcome, closed } = await reconcile(call({}), { state: 'ended', end, answeredAtMs: nowMs - 30_000 });
    expect(outcome).toBe('closed');
    expect(closed).toMatchObject([
      { state: 'ended', endedReason: 'contact_hung_up', endedMs: end.atMs, connectedMs: nowMs - 30_000 },
    ]);
  });

  it.each([
    ['never rang', { state: 'never_sent' }, 'before the call rang'],
    ['may have rung', { state: 'unknown' }, 'unknown'],
  ] as const)('fails with our error if it %s, and is not dialed again', async (_what, found, text) => {
    const { outcome, closed } = await reconcile(call({}), found);
    expect(outcome).toBe('closed');
    expect(closed).toMatchObject([{ state: 'failed', endedReason: 'assistant_error', endedMs: nowMs }]);
    expect(closed[0]?.error).toContain(text);
  });
});
