import type { CampaignConfig } from '../../../../shared/domain/campaign/campaign';
import type { CallRecord } from '../../../../shared/domain/call/call-record';
import type { Job } from '../../../../shared/domain/job/job';
import type { QueuedCall } from '../../../../shared/domain/job/queued-call';
import { openPolicy } from '../../../../shared/domain/organization/policy';
import { decideConclusion } from '../../../../shared/domain/planning/after-call';
import { callQuotasOf } from '../../../../shared/domain/planning/call-quotas';
import {
  createJobContext,
  decideSchedule,
  leaveClosedQueue,
  planJob,
  planWaitingJob,
} from '../../../../shared/domain/planning/plan-job';
import { aCampaign, aJob } from '../../../support/builders';

/** Fri 2026-11-20 12:00 in Helsinki. */
const nowMs = Date.parse('2026-11-20T10:00:00Z');
const minuteMs = 60_000;
const scope = 'campaign/campaign_test';
const inQueue: QueuedCall = {
  By: 'MaxConcurrentCalls',
  Limit: 20,
  Scope: scope,
  WaitsIn: scope,
  SinceMS: nowMs - minuteMs,
  Priority: 0,
  UntilMS: nowMs + 60 * minuteMs,
};
const { WaitsIn: _left, ...rest } = inQueue;
const handed: QueuedCall = { ...rest, UntilMS: nowMs, Places: [scope] };
const windowOf = (Start: string, End: string) => ({
  Overrides: { Constraints: { TimeZone: 'Europe/Helsinki', TimeRules: [{ TimeRanges: [{ Start, End }] }] } },
});

const contextOf = (fields: Partial<Job>, campaign: Partial<CampaignConfig> = {}, calls: Partial<CallRecord>[] = []) =>
  createJobContext({
    job: aJob({ CreatedMS: nowMs - 10 * minuteMs, State: 'scheduled', ...fields }),
    calls: calls as CallRecord[],
    version: 1,
    campaign: aCampaign(campaign),
  });

describe('a job in a queue', () => {
  it('is called at once when a place is handed to it: its jitter came before', () => {
    const context = contextOf({ Queued: handed }, { JitterSeconds: 300 });
    expect(planJob(context, nowMs)).toMatchObject({ atMs: nowMs, decidedBy: null });
    expect(planJob(contextOf({ Queued: inQueue }, { JitterSeconds: 300 }), nowMs)).toMatchObject({
      atMs: inQueue.UntilMS,
      decidedBy: 'MaxConcurrentCalls',
    });
  });

  it('is explained as due when a place was handed to it, though its earlier plan was for later', () => {
    const plannedBefore = { NextCallMS: inQueue.UntilMS };
    expect(planWaitingJob(contextOf({ Queued: handed, ...plannedBefore }), nowMs)).toEqual({
      plan: expect.objectContaining({ kind: 'call', atMs: nowMs }) as unknown,
    });
    expect(planWaitingJob(contextOf({ Queued: inQueue, ...plannedBefore }), nowMs).plan).toMatchObject({
      decidedBy: 'MaxConcurrentCalls',
    });
  });

  it('still waits for its jitter if that is not over', () => {
    const CreatedMS = nowMs - 1;
    expect(planJob(contextOf({ Queued: handed, CreatedMS }, { JitterSeconds: 3_600 }), nowMs)).toMatchObject({
      decidedBy: 'Jitter',
    });
  });

  it('has no place in the ramp of a resumed campaign: the queue spreads its calls, in their order', () => {
    const Ramp = { FromMS: nowMs, UntilMS: nowMs + 60 * minuteMs };
    const resumed = (Queued?: QueuedCall) => ({
      ...contextOf({ Queued }),
      controls: { campaign: { State: 'running' as const, Ramp } },
    });
    expect(planJob(resumed(), nowMs)).toMatchObject({ decidedBy: 'Ramp' });
    expect(planJob(resumed(handed), nowMs)).toMatchObject({ atMs: nowMs, decidedBy: null });
    expect(planJob(resumed(inQueue), nowMs)).toMatchObject({ decidedBy: 'MaxConcurrentCalls' });
    for (const context of [resumed(handed), resumed(inQueue)]) expect(leaveClosedQueue(context, nowMs)).toBe(context);
  });

  it('leaves it if it may not be called now, so that its place goes to others, and stays while it may', () => {
    for (const Queued of [inQueue, handed]) {
      // The look comes after the window has closed, but the call may come before.
      const open = contextOf({ Queued, ...windowOf('09:00', '12:30') });
      expect(leaveClosedQueue(open, nowMs)).toBe(open);
      const closed = leaveClosedQueue(contextOf({ Queued, ...windowOf('09:00', '12:00') }), nowMs);
      expect(closed.job.Queued).toBeUndefined();
      expect(planJob(closed, nowMs)).toMatchObject({ decidedBy: 'TimeRules' });
    }
    const held = { ...contextOf({ Queued: handed }), controls: { campaign: { State: 'paused' as const } } };
    expect(leaveClosedQueue(held, nowMs).job.Queued).toBeUndefined();
  });

  it('is bound by its limits also if a person chose the instant', () => {
    const context = contextOf({ Queued: inQueue });
    expect(planJob(context, nowMs, nowMs)).toMatchObject({ atMs: inQueue.UntilMS, decidedBy: 'MaxConcurrentCalls' });
    // The job asks again; the limit decides.
    expect(decideSchedule(context, nowMs, nowMs).decision.set).toMatchObject({ NextCallMS: nowMs });
  });
});

it('does not count a call that the carrier refused for its own rate', () => {
  const refused = {
    CreatedMS: nowMs - 2_000,
    EndedMS: nowMs - 1_000,
    EndedReason: 'assistant_error',
    Error: 'x',
  } as const;
  const one = { Overrides: { Constraints: { MaxTotalCalls: 1, MinDurationBetweenCalls: '1h' } } };
  const fields = { ...one, State: 'analyzing' as const, CallCount: 1 };
  const postponed = contextOf(fields, {}, [{ ...refused, PostponedUntilMS: nowMs + 500 }]);
  const { decision } = decideConclusion(postponed, nowMs);
  expect(decision).toMatchObject({
    to: 'scheduled',
    set: { NextCallMS: nowMs + 500, Metrics: { TotalCallAttempts: 0 }, Queued: { By: 'CarrierRate' } },
  });
  expect(decision.set).not.toHaveProperty('Retry');
  expect(decideConclusion(contextOf(fields, {}, [refused]), nowMs).decision.to).toBe('failed');
});

it('reserves from the narrowest scope to the widest, and only where there is a limit', () => {
  const job = { OrgID: 'org_1', CampaignID: 'campaign_1' };
  const sources = {
    policy: { ...openPolicy, MaxConcurrentCalls: 9 },
    pacing: { MaxCallsPerMinute: 60, RampMinutes: 2 },
    callerPacing: { MaxConcurrentCalls: 3 },
    callerId: '+14155550100',
    trunk: { name: 'simulated', pacing: { MaxConcurrentCalls: 50 } },
  };
  expect(callQuotasOf(job, sources)).toMatchObject([
    { scope: 'campaign/campaign_1', MaxCallsPerMinute: 60, RampMS: 2 * minuteMs },
    { scope: 'caller/org_1/+14155550100', MaxConcurrentCalls: 3 },
    { scope: 'organization/org_1', MaxConcurrentCalls: 9 },
    { scope: 'trunk/simulated', MaxConcurrentCalls: 50 },
  ]);
  expect(callQuotasOf(job, { policy: openPolicy, callerId: '+14155550100', trunk: { name: 'simulated' } })).toEqual([]);
});
