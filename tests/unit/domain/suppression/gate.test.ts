import fc from 'fast-check';
import type { CallRecord } from '../../../../shared/domain/call/call-record';
import type { ConversationEndReason, EndedReason } from '../../../../shared/domain/call/call';
import type { CampaignConfig } from '../../../../shared/domain/campaign/campaign';
import { decideConclusion, findOptOut } from '../../../../shared/domain/planning/after-call';
import { forecastJob } from '../../../../shared/domain/planning/forecast-job';
import { planNewJob } from '../../../../shared/domain/planning/plan-new-job';
import {
  createJobContext,
  decideSchedule,
  planJob,
  type JobContext,
} from '../../../../shared/domain/planning/plan-job';
import { limitOpensAtMs } from '../../../../shared/domain/schedule/delays';
import { planNextCall } from '../../../../shared/domain/schedule/plan';
import { isHolding, suppressionOfCall } from '../../../../shared/domain/suppression/suppression';
import { aCampaign, aJob } from '../../../support/builders';
import { job as planInput } from '../schedule/builders';

const nowMs = Date.parse('2026-11-20T10:00:30Z');
const everywhere = { scope: 'organization', reason: 'user_refusal' } as const;
const sentence =
  'No further call can be planned: The number is suppressed in every campaign of the organization (user_refusal).';

function contextOf(campaign: Partial<CampaignConfig> = {}, calls: CallRecord[] = []): JobContext {
  const fields = { State: 'scheduled', CallCount: calls.length } as const;
  const job = aJob({ CreatedMS: nowMs - 60_000, ...fields });
  return createJobContext({ job, calls, version: 1, campaign: aCampaign(campaign) });
}
const suppressed = (context: JobContext): JobContext => ({ ...context, suppression: everywhere });

function called(
  conversation: ConversationEndReason | undefined,
  EndedReason: EndedReason = 'assistant_hung_up',
): CallRecord[] {
  const Analysis = conversation && {
    CallSummary: 'Spoke.',
    Data: {},
    ConversationEndReason: conversation,
    AskedIfBotOrAI: false,
  };
  const times = { CreatedMS: nowMs - 50_000, ConnectedMS: nowMs - 40_000, EndedMS: nowMs };
  const ids = { ID: 'call_1', JobID: 'job_1', OrgID: 'org_1', CampaignID: 'campaign_1', Attempt: 1 };
  return [{ ...ids, ...times, State: 'ended', EndedReason, Messages: [], ...(Analysis && { Analysis }) }];
}

describe('a job whose number is suppressed', () => {
  it('fails with opted_out and a sentence, when it is made and when it is planned again', () => {
    const context = suppressed(contextOf());
    const failed = { FailureReason: 'opted_out', FailureMessage: sentence };
    expect(planNewJob({ ...context, job: aJob({ CreatedMS: nowMs }) }, nowMs)).toMatchObject({
      State: 'failed',
      ...failed,
    });
    expect(decideSchedule(context, nowMs).decision).toMatchObject({ to: 'failed', set: failed });
  });

  it('is not called at a time that a person chooses either', () => {
    const context = suppressed(contextOf());
    expect(planJob(context, nowMs, nowMs)).toMatchObject({ kind: 'never', reason: 'opted_out' });
    expect(planJob(contextOf(), nowMs, nowMs)).toMatchObject({ kind: 'call' });
  });

  it('fails also while its campaign is held, and whatever other gate never opens', () => {
    const context = suppressed(contextOf({ Defaults: { Constraints: { MaxTotalCalls: 1 } } }, called('no_answer')));
    const held = { ...context, controls: { campaign: { State: 'paused' as const } } };
    expect(planJob(held, nowMs)).toMatchObject({ kind: 'never', reason: 'opted_out' });
  });

  it('shows who suppresses it, as a gate', () => {
    const gateOf = (context: JobContext) => planJob(context, nowMs).gates.find(({ Name }) => Name === 'Suppression');
    expect(gateOf(contextOf())).toBeUndefined();
    expect(gateOf(suppressed(contextOf()))).toEqual({
      Name: 'Suppression',
      Origin: 'organization',
      Satisfied: false,
      OpensAtMS: null,
      Message: 'The number is suppressed in every campaign of the organization (user_refusal).',
    });
    const inCampaign = { ...contextOf(), suppression: { scope: 'campaign', reason: 'legal' } as const };
    expect(gateOf(inCampaign)).toMatchObject({
      Origin: 'campaign',
      Message: 'The number is suppressed in this campaign (legal).',
    });
  });

  it('has no forecast', async () => {
    const forecast = await forecastJob(suppressed(contextOf()), nowMs, { outcome: 'contact_busy', count: 3 });
    expect(forecast).toEqual({ calls: [], endsBecause: sentence });
  });
});

describe('a contact is suppressed after a call', () => {
  const retried = { RetryRules: { user_refusal: { Then: 'retry', Delays: ['1h'] } } } as const;
  const mapped = { RetryRules: { user_refusal: { Then: 'fail', Reason: 'campaign_objective_missed' } } } as const;
  const optOut = { Defaults: { HangUpIsOptOut: true } } as const;
  const rows: [string, JobContext, string | undefined][] = [
    ['who refused', contextOf({}, called('user_refusal')), 'user_refusal'],
    ['who refused and hung up', contextOf({}, called('user_refusal', 'contact_hung_up')), 'user_refusal'],
    ['who refused before our side failed', contextOf({}, called('user_refusal', 'assistant_error')), 'user_refusal'],
    ['who refused, whatever reason the job fails with', contextOf(mapped, called('user_refusal')), 'user_refusal'],
    ['who hung up, if that is an opt-out', contextOf(optOut, called(undefined, 'contact_hung_up')), 'opted_out'],
    ['not if the campaign calls again after a refusal', contextOf(retried as never, called('user_refusal')), undefined],
    ['not after a hang-up otherwise', contextOf({}, called(undefined, 'contact_hung_up')), undefined],
    ['not after a complete conversation', contextOf(optOut, called('conversation_complete')), undefined],
    ['not for another person’s answer', contextOf({}, called('wrong_contact')), undefined],
    ['not before any call', contextOf(), undefined],
  ];
  it.each(rows)('%s', (_who, context, reason) => expect(findOptOut(context)).toBe(reason));

  it('and its job fails at once, also if it would be retried after a failure on our side', () => {
    const context = contextOf({}, called('user_refusal', 'assistant_error'));
    expect(decideConclusion(context, nowMs).decision.to).toBe('scheduled');
    expect(decideConclusion(suppressed(context), nowMs).decision).toMatchObject({
      to: 'failed',
      set: { FailureReason: 'opted_out' },
    });
  });

  it('by an entry whose time does not lead back to the call', () => {
    const entry = suppressionOfCall('user_refusal', { jobId: 'job_1', callId: 'call_1' }, nowMs);
    expect(new Date(entry.CreatedMS).toISOString()).toBe('2026-11-20T10:00:00.000Z');
  });
});

it('an entry holds up to the instant of its end, to the millisecond', () => {
  expect(isHolding({}, nowMs)).toBe(true);
  expect(isHolding({ UntilMS: nowMs }, nowMs - 1)).toBe(true);
  expect(isHolding({ UntilMS: nowMs }, nowMs)).toBe(false);
});

it('the instant at which a limit opens is the one at which the planner plans the call', () => {
  const startsMs = fc.array(fc.integer({ min: nowMs - 7_200_000, max: nowMs - 1 }), { maxLength: 8 });
  const limit = { count: fc.integer({ min: 1, max: 4 }), durationMs: fc.integer({ min: 1, max: 7_200_000 }) };
  fc.assert(
    fc.property(startsMs, fc.record(limit), (attemptStartsMs, { count, durationMs }) => {
      const numberLimits = [{ origin: 'campaign' as const, count, durationMs, attemptStartsMs }];
      const plan = planNextCall(planInput({ createdAtMs: nowMs, nowMs, numberLimits }));
      const opensMs = limitOpensAtMs(attemptStartsMs, { count, durationMs });
      expect(plan).toMatchObject({ kind: 'call', atMs: Math.max(nowMs, opensMs) });
    }),
  );
});
