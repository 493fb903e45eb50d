import type { CallRecord } from '../../../../shared/domain/call/call-record';
import type { CampaignConfig } from '../../../../shared/domain/campaign/campaign';
import type { Job } from '../../../../shared/domain/job/job';
import { decideConclusion, findOptOut } from '../../../../shared/domain/planning/after-call';
import { forecastDuringCall } from '../../../../shared/domain/planning/forecast-job';
import { createJobContext, planWaitingJob } from '../../../../shared/domain/planning/plan-job';
import { outcomeNames, toOutcome } from '../../../../shared/domain/retry/retry-rules';
import { aCampaign, aJob } from '../../../support/builders';

const nowMs = Date.parse('2026-11-20T10:00:00Z');
const call = (attempt: number, fields: Partial<CallRecord>): CallRecord => ({
  ID: `call_${attempt}`,
  JobID: 'job_1',
  OrgID: 'org_1',
  CampaignID: 'campaign_1',
  Attempt: attempt,
  State: 'ended',
  CreatedMS: nowMs - 60_000,
  Messages: [],
  ...fields,
});
const analysis = (
  CallSummary: string,
  ConversationEndReason: NonNullable<CallRecord['Analysis']>['ConversationEndReason'],
) => ({
  CallSummary,
  Data: {},
  ConversationEndReason,
  AskedIfBotOrAI: false,
});
const context = (calls: CallRecord[], job: Partial<Job> = {}, campaign: Partial<CampaignConfig> = {}) =>
  createJobContext({
    job: aJob({ CreatedMS: nowMs - 3_600_000, State: 'analyzing', CallCount: calls.length, ...job }),
    calls,
    version: 1,
    campaign: aCampaign({ JitterSeconds: 0, ...campaign }),
  });
const busy = (attempt: number, endedMs: number): CallRecord =>
  call(attempt, { EndedReason: 'contact_busy', EndedMS: endedMs });

describe('after a call', () => {
  it('whose agent reported an opt-out the contact is suppressed, whatever the rules and the analysis say', () => {
    const ended = { EndedReason: 'assistant_error', ConnectedMS: nowMs - 30_000, EndedMS: nowMs } as const;
    const last = call(1, { ...ended, AgentReport: { OptOut: true } });
    const rules = { RetryRules: { user_refusal: { Then: 'retry' } } } as const;
    expect(findOptOut(context([last], {}, rules))).toBe('user_refusal');
    const analyzed = { ...last, Analysis: analysis('Refused.', 'user_refusal') };
    expect(findOptOut(context([analyzed], {}, rules))).toBe('user_refusal');
    expect(findOptOut(context([{ ...analyzed, AgentReport: {} }], {}, rules))).toBeUndefined();
  });

  it('a completed job keeps the analysis, and loses its plan', () => {
    const last = call(1, {
      EndedReason: 'assistant_hung_up',
      ConnectedMS: nowMs - 30_000,
      EndedMS: nowMs,
      Analysis: analysis('Done.', 'conversation_complete'),
    });
    const { decision } = decideConclusion(context([last]), nowMs);
    expect(decision).toMatchObject({
      to: 'completed',
      set: { Analysis: last.Analysis, PreviousCallsSummary: 'Done.' },
    });
    expect(decision.set).toHaveProperty('NextCallMS', undefined);
    expect(decision.set).toHaveProperty('DueMS', undefined);
  });

  it('a retry waits from the end of the call, by the number of calls so far', () => {
    const endedMs = nowMs - 10_000;
    const { decision, label } = decideConclusion(context([busy(1, 0), busy(2, endedMs)]), nowMs);
    const NotBeforeMS = endedMs + 15 * 60_000;
    expect(decision).toMatchObject({
      to: 'scheduled',
      set: { Retry: { NotBeforeMS, Because: 'contact_busy' }, NextCallMS: NotBeforeMS, ActiveCallID: undefined },
    });
    expect(label).toMatch(/^until .+ UTC \(RetryDelay\)$/);
  });

  describe('in which the contact asked to be called back', () => {
    const CallbackAtMS = nowMs + 2 * 3_600_000;
    const last = call(1, {
      EndedReason: 'assistant_hung_up',
      ConnectedMS: nowMs - 30_000,
      EndedMS: nowMs,
      CallbackAtMS,
      Analysis: analysis('Asked to be called back.', 'conversation_complete'),
    });

    it('the job is called exactly then, whatever the jitter, and still after it was planned again', () => {
      const { decision } = decideConclusion(context([last], {}, { JitterSeconds: 3_600 }), nowMs);
      const Retry = { NotBeforeMS: CallbackAtMS, Because: 'callback_requested' };
      expect(decision).toMatchObject({ to: 'scheduled', set: { Retry, NextCallMS: CallbackAtMS } });
      const waiting = context([last], { ...decision.set, State: 'scheduled' }, { JitterSeconds: 3_600 });
      expect(planWaitingJob(waiting, nowMs + 60_000).plan).toMatchObject({ kind: 'call', atMs: CallbackAtMS });
    });

    it('all other rules apply: a time window, the time between calls, and the limit on calls', () => {
      const atNoon = { TimeRanges: [{ Start: '14:00', End: '18:00' }] };
      const conclude = (Constraints: object) =>
        decideConclusion(context([last], { Overrides: { Constraints } }), nowMs).decision;
      expect(conclude({ TimeZone: 'UTC', TimeRules: [atNoon] }).set?.NextCallMS).toBe(
        Date.parse('2026-11-20T14:00:00Z'),
      );
      expect(conclude({ MinDurationBetweenCalls: '5h' }).set?.NextCallMS).toBeGreaterThan(nowMs + 4 * 3_600_000);
      expect(conclude({ MaxTotalCalls: 1 })).toMatchObject({
        to: 'failed',
        set: { FailureReason: 'max_attempts_exceeded' },
      });
    });

    it('a time that has passed is now', () => {
      const { decision } = decideConclusion(context([{ ...last, CallbackAtMS: nowMs - 1 }]), nowMs);
      expect(decision).toMatchObject({ to: 'scheduled', set: { NextCallMS: nowMs } });
    });
  });

  it('a number that can never be reached fails the job at once', () => {
    const unreachable = call(1, {
      EndedReason: 'contact_did_not_answer',
      EndedDetail: 'invalid_number',
      Permanent: true,
      EndedMS: nowMs,
    });
    expect(decideConclusion(context([unreachable]), nowMs).decision).toMatchObject({
      to: 'failed',
      set: { FailureReason: 'technical_error' },
    });
  });

  it('a job without further calls fails with the cause of the last one', () => {
    const ended = { EndedMS: nowMs };
    const calls = [busy(1, nowMs), busy(2, nowMs), busy(3, nowMs)];
    expect(decideConclusion(context(calls), nowMs).decision).toMatchObject({
      to: 'failed',
      set: { FailureReason: 'max_attempts_exceeded', Retry: undefined },
    });
    const ours = [...calls.slice(0, 2), call(3, { EndedReason: 'assistant_error', ...ended })];
    expect(decideConclusion(context(ours), nowMs).decision).toMatchObject({
      to: 'failed',
      set: { FailureReason: 'technical_error' },
    });
  });

  describe('whose analysis was given up', () => {
    const conclude = (fields: Partial<CallRecord>) =>
      decideConclusion(context([call(1, { EndedMS: nowMs, RepeatedAnalyses: 5, ...fields })]), nowMs).decision;

    it('the job fails if the contact answered, because they may have asked not to be called again', () => {
      for (const EndedReason of ['contact_hung_up', 'assistant_hung_up', 'call_timeout'] as const)
        expect(conclude({ EndedReason, ConnectedMS: nowMs })).toMatchObject({
          to: 'failed',
          set: { FailureReason: 'technical_error', DueMS: undefined, ActiveCallID: undefined },
        });
    });

    it('the rules decide as before if nothing was said, or our side failed', () => {
      expect(conclude({ EndedReason: 'contact_busy' })).toMatchObject({ to: 'scheduled' });
      expect(conclude({ EndedReason: 'assistant_error', ConnectedMS: nowMs })).toMatchObject({ to: 'scheduled' });
    });
  });

  it.each(outcomeNames)('the forecast during the call agrees with the decision after it: %s', async (outcome) => {
    const { endedReason, connected, conversation } = toOutcome(outcome);
    const active = call(1, { State: 'active' });
    const ended = call(1, {
      EndedReason: endedReason,
      EndedMS: nowMs,
      ...(connected ? { ConnectedMS: nowMs } : {}),
      ...(conversation === undefined ? {} : { Analysis: analysis('', conversation) }),
    });
    const forecast = await forecastDuringCall(context([active], { State: 'calling' }), nowMs, { outcome, count: 1 });
    const { decision } = decideConclusion(context([ended]), nowMs);
    if (decision.to === 'scheduled') expect(forecast.calls[0]?.CallMS).toBe(decision.set?.NextCallMS);
    else expect(forecast).toMatchObject({ calls: [], endsBecause: expect.stringContaining(outcome) as string });
  });
});

describe('a waiting job', () => {
  const plannedMs = nowMs + 3_600_000;

  it('follows its plan', () => {
    const waiting = context([], { State: 'scheduled', NextCallMS: nowMs });
    expect(planWaitingJob(waiting, nowMs)).toMatchObject({ plan: { kind: 'call', atMs: nowMs } });
    expect(planWaitingJob(waiting, nowMs).replanMs).toBeUndefined();
  });

  it('follows rules that were relaxed since from the planned instant', () => {
    const waiting = context([], { State: 'scheduled', NextCallMS: plannedMs });
    expect(planWaitingJob(waiting, nowMs)).toMatchObject({ plan: { atMs: plannedMs }, replanMs: plannedMs });
  });

  it('is called as soon as a place is handed to it, not when it would have asked again', () => {
    const Queued = { By: 'MaxConcurrentCalls', Limit: 2, Scope: 'campaign/c', UntilMS: nowMs - 1 } as const;
    const handed = { ...Queued, Places: [Queued.Scope] };
    const waiting = context([], { State: 'scheduled', NextCallMS: plannedMs, Queued: handed });
    expect(planWaitingJob(waiting, nowMs)).toMatchObject({ plan: { kind: 'call', atMs: nowMs } });
    expect(planWaitingJob(waiting, nowMs).replanMs).toBeUndefined();
  });
});
