import type { CallRecord } from '../../../../shared/domain/call/call-record';
import type { Job } from '../../../../shared/domain/job/job';
import { openPolicy, type Policy } from '../../../../shared/domain/organization/policy';
import { callQuotasOf } from '../../../../shared/domain/planning/call-quotas';
import { numberLimitsOf } from '../../../../shared/domain/planning/number-limits';
import {
  createJobContext,
  decideSchedule,
  planJob,
  type JobContext,
} from '../../../../shared/domain/planning/plan-job';
import { aCampaign, aJob } from '../../../support/builders';

const nowMs = Date.parse('2026-11-20T10:00:00Z');
const minuteMs = 60_000;
const gateOf = (context: JobContext, name: string, operatorCallAtMs?: number) =>
  planJob(context, nowMs, operatorCallAtMs).gates.find(({ Name }) => Name === name);

function contextOf(policy: Partial<Policy>, fields: Partial<Job> = {}, callsEndedMs: number[] = []): JobContext {
  const job = aJob({ CreatedMS: nowMs - 60 * minuteMs, State: 'scheduled', ...fields });
  const calls = callsEndedMs.map((EndedMS) => ({ CreatedMS: EndedMS - 1_000, EndedMS }) as CallRecord);
  const context = createJobContext({ job, calls, version: 1, campaign: aCampaign() });
  return { ...context, policy: { ...openPolicy, ...policy } };
}

describe('the policy of an organization', () => {
  it('limits the calls of a job, whatever its own limit is, and says so', () => {
    const ended = [nowMs - 9 * minuteMs, nowMs - 8 * minuteMs];
    const withLimit = (MaxTotalCalls: number | undefined, MaxCallsPerJob: number) =>
      contextOf({ MaxCallsPerJob }, { Overrides: { Constraints: { MaxTotalCalls } } }, ended);
    expect(planJob(withLimit(0, 2), nowMs)).toMatchObject({ kind: 'never', reason: 'max_attempts_exceeded' });
    expect(gateOf(withLimit(0, 3), 'MaxTotalCalls')).toMatchObject({ Origin: 'policy', Satisfied: true });
    expect(gateOf(withLimit(5, 3), 'MaxTotalCalls')).toMatchObject({ Origin: 'policy' });
    expect(gateOf(withLimit(3, 5), 'MaxTotalCalls')).toMatchObject({ Origin: 'job' });
    expect(gateOf(withLimit(undefined, 5), 'MaxTotalCalls')).toMatchObject({ Origin: 'system' });
    expect(gateOf(withLimit(0, 0), 'MaxTotalCalls')).toBeUndefined();
    expect(planJob(withLimit(0, 2), nowMs, nowMs)).toMatchObject({ kind: 'never' });
  });

  it('keeps calls of a job apart, also if a person chooses the instant', () => {
    const context = contextOf({ MinRetryDelaySeconds: 120 }, {}, [nowMs - minuteMs]);
    for (const operatorCallAtMs of [undefined, nowMs])
      expect(planJob(context, nowMs, operatorCallAtMs)).toMatchObject({
        atMs: nowMs + minuteMs,
        decidedBy: 'MinRetryDelay',
      });
    expect(planJob(context, nowMs, nowMs + 5 * minuteMs)).toMatchObject({
      atMs: nowMs + 5 * minuteMs,
      decidedBy: 'Reschedule',
    });
    expect(gateOf(contextOf({ MinRetryDelaySeconds: 120 }), 'MinRetryDelay')).toBeUndefined();
  });

  it('limits the attempts to a number beside the limits of the organization and of the campaign', () => {
    const limit = { Count: 2, Duration: '48h' };
    expect(
      numberLimitsOf(
        { MaxAttemptsPerNumber: limit },
        { MaxAttemptsPerNumber: limit },
        { MaxAttemptsPerNumberPerDay: 5 },
      ),
    ).toMatchObject([
      { origin: 'policy', count: 5, durationMs: 86_400_000 },
      { origin: 'organization' },
      { origin: 'campaign' },
    ]);
    expect(numberLimitsOf({}, undefined, { MaxAttemptsPerNumberPerDay: 0 })).toEqual([]);
    const full = [
      { origin: 'policy' as const, count: 1, durationMs: 60 * minuteMs, attemptStartsMs: [nowMs - minuteMs] },
    ];
    const context = { ...contextOf({}), numberLimits: full };
    for (const operatorCallAtMs of [undefined, nowMs])
      expect(planJob(context, nowMs, operatorCallAtMs)).toMatchObject({
        atMs: nowMs + 59 * minuteMs,
        decidedBy: 'MaxAttemptsPerNumber',
      });
  });

  it('holds a queued job until its turn; a person who reschedules it asks for another one', () => {
    const Queued = { UntilMS: nowMs + minuteMs, By: 'MaxConcurrentCalls', Limit: 7 } as const;
    const context = contextOf({ MaxConcurrentCalls: 7 }, { Queued });
    expect(planJob(context, nowMs)).toMatchObject({ atMs: nowMs + minuteMs, decidedBy: 'MaxConcurrentCalls' });
    expect(gateOf(context, 'MaxConcurrentCalls')).toMatchObject({
      Origin: 'policy',
      Satisfied: false,
      Message: expect.stringContaining('At most 7 calls of the organization at once') as string,
    });
    expect(planJob(context, nowMs + minuteMs)).toMatchObject({ atMs: nowMs + minuteMs, decidedBy: null });
    const { decision } = decideSchedule(context, nowMs, nowMs);
    expect(decision.set).toMatchObject({ NextCallMS: nowMs, OperatorCallMS: nowMs });
    expect(decision.set).toHaveProperty('Queued', undefined);
    expect(decideSchedule(context, nowMs).decision.set).not.toHaveProperty('Queued');
  });

  it('has a quota for the organization unless nothing is limited', () => {
    expect(callQuotasOf({ OrgID: 'org_1', CampaignID: 'campaign_1' }, { policy: openPolicy })).toEqual([]);
    expect(
      callQuotasOf({ OrgID: 'org_1', CampaignID: 'campaign_1' }, { policy: { ...openPolicy, MaxCallsPerDay: 5 } }),
    ).toEqual([{ scope: 'organization/org_1', MaxConcurrentCalls: 0, MaxCallsPerMinute: 0, MaxCallsPerDay: 5 }]);
  });
});
