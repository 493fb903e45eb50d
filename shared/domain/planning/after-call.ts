import { isAnalysisAbandoned, isCounted, type CallSummary } from '../call/call-record';
import { endedFields, metricsOfCalls, resultsOf, scheduleGraceMs } from '../job/decisions';
import type { Job } from '../job/job';
import type { QueuedCall } from '../job/queued-call';
import {
  decideAfterCall,
  exhaustedReason,
  isOurFailure,
  retryDelayMs,
  type AfterCall,
  type Outcome,
} from '../retry/retry-rules';
import { stableFraction } from '../stable-hash';
import { callFactsOf, withObjective } from '../stats/call-facts';
import { breakerStateOf } from '../campaign/circuit-breaker';
import { trunkOfLine } from '../campaign/trunk';
import { campaignScope, trunkScope } from './call-quotas';
import { type JobContext, decideSchedule, type LabeledDecision } from './plan-job';

type Retry = AfterCall & { kind: 'retry' };

/** What follows a call with the given outcome, by the campaign's retry rules. */
export const afterOutcome = ({ campaign, overrides }: JobContext, outcome: Outcome): AfterCall =>
  decideAfterCall(outcome, campaign.RetryRules ?? {}, overrides.HangUpIsOptOut === true);

/** The job with the delay that a retry adds after its last call. A call that has no end yet counts as ended now. */
export function withRetry(context: JobContext, retry: Retry, nowMs: number): JobContext {
  const { job, calls } = context;
  const delayMs = retryDelayMs(retry.delays, calls.filter(isCounted).length);
  const NotBeforeMS = retry.atMs ?? (calls.at(-1)?.EndedMS ?? nowMs) + delayMs;
  return { ...context, job: { ...job, Retry: { NotBeforeMS, Because: retry.because } } };
}

const toOutcome = (call: CallSummary | undefined): Outcome => ({
  endedReason: call?.EndedReason,
  connected: call?.ConnectedMS !== undefined,
  conversation: call?.Analysis?.ConversationEndReason,
  connectionFailed: call?.Error !== undefined,
  detail: call?.EndedDetail,
  permanent: call?.Permanent,
  callbackAtMs: call?.CallbackAtMS,
});

/**
 * Why the contact must not be called again, in any campaign, after the last call; `undefined` if it says nothing of the
 * kind. A contact who refused stays refused even if our side failed afterwards. Only a campaign whose own rule retries
 * `user_refusal` has said that a refusal is not meant for good.
 */
export function findOptOut(context: JobContext): 'user_refusal' | 'opted_out' | undefined {
  const call = context.calls.at(-1);
  // Neither an analysis nor a rule takes back what the agent reported itself.
  if (call?.AgentReport?.OptOut === true) return 'user_refusal';
  const outcome = toOutcome(call);
  const refused = outcome.conversation === 'user_refusal';
  if (refused && context.campaign.RetryRules?.user_refusal?.Then !== 'retry') return 'user_refusal';
  const next = afterOutcome(context, outcome);
  return next.kind === 'failed' && next.reason === 'opted_out' ? 'opted_out' : undefined;
}

/** Completes or fails the job after its last call, or schedules the next one. */
export function decideConclusion(context: JobContext, nowMs: number): LabeledDecision {
  const call = context.calls.at(-1);
  if (call?.PostponedUntilMS !== undefined) return decidePostponed(context, call, nowMs);
  const next = afterOutcome(context, toOutcome(call));
  const CallFacts = callFactsOf(context.calls);
  const results: Partial<Job> = { ...resultsOf(context.calls), CallFacts, ActiveCallID: undefined };
  switch (next.kind) {
    case 'completed':
      return {
        decision: { to: 'completed', set: { ...endedFields, ...results, CallFacts: withObjective(CallFacts) } },
        label: '',
      };
    case 'failed': {
      const failure = { FailureReason: next.reason, FailureMessage: next.message };
      return { decision: { to: 'failed', set: { ...endedFields, ...results, ...failure } }, label: '' };
    }
    case 'retry':
      if (isUnknownConversation(call)) return failWithoutAnalysis(results);
      return decideRetry(withRetry(context, next, nowMs), { nowMs, results });
  }
}

/** The call was not dialed and does not count: the job waits again, with what it had before. */
function decidePostponed(context: JobContext, call: CallSummary, nowMs: number): LabeledDecision {
  const job = { ...context.job, OperatorCallMS: call.OperatorCallMS };
  const Queued = toQueued(context, call, nowMs);
  const { decision, label, held } = decideSchedule({ ...context, job: { ...job, Queued } }, nowMs);
  const totals = { Metrics: metricsOfCalls(context.calls), CallFacts: callFactsOf(context.calls) };
  const set = { ...decision.set, ActiveCallID: undefined, ...totals };
  if (decision.to !== 'scheduled') return { decision: { ...decision, set }, label };
  const look = held ? lookAgainSoon(job.ID, nowMs) : {};
  return { decision: { to: 'scheduled', set: { ...set, ...look, Queued } }, label };
}

/** What a postponed call waits for besides its rules; nothing if only those did not allow it. */
function toQueued(context: JobContext, call: CallSummary, nowMs: number): QueuedCall | undefined {
  const { PostponedUntilMS: UntilMS = nowMs, EndedMS = UntilMS, Failure } = call;
  const waits = { UntilMS, Limit: 0, SinceMS: nowMs };
  const Scope = campaignScope(context.job.CampaignID);
  if (breakerStateOf(context.controls?.campaign?.Breaker, nowMs) !== 'closed')
    return { ...waits, By: 'CircuitBreaker', Scope };
  if (Failure === 'assistant_refused') return { ...waits, By: 'AgentRefused', Scope };
  const trunk = call.Line === undefined ? 'trunk' : trunkScope(trunkOfLine(call.Line));
  return UntilMS > EndedMS ? { ...waits, By: 'CarrierRate', Scope: trunk } : undefined;
}

/**
 * True if only the analysis, which was given up, could say whether the contact refused further calls. After an error on
 * our side the analysis has no say.
 */
const isUnknownConversation = (call: CallSummary | undefined): boolean =>
  call?.ConnectedMS !== undefined && isAnalysisAbandoned(call) && !isOurFailure(call.EndedReason);

/** Fails the job: a contact who may have asked not to be called again must not be called again. */
const failWithoutAnalysis = (results: Partial<Job>): LabeledDecision => ({
  decision: {
    to: 'failed',
    set: {
      ...endedFields,
      ...results,
      FailureReason: 'technical_error',
      FailureMessage: 'The call could not be analyzed, so it is unknown whether the contact agrees to another call.',
    },
  },
  label: '',
});

const hourMs = 3_600_000;

/**
 * A release plans waiting jobs again, and misses those whose call is just being concluded: they look again once soon.
 */
function lookAgainSoon(jobId: string, nowMs: number): Partial<Job> {
  const NextCallMS = nowMs + hourMs + Math.floor(stableFraction(`conclusion/${jobId}`) * hourMs);
  return { NextCallMS, DueMS: NextCallMS + scheduleGraceMs };
}

/**
 * Schedules the next call after the retry delay. A job that has used up its calls fails with the cause of the last one.
 */
function decideRetry(
  context: JobContext,
  { nowMs, results }: { nowMs: number; results: Partial<Job> },
): LabeledDecision {
  const { decision, label, held } = decideSchedule(context, nowMs);
  const set = { ...decision.set, ...results };
  if (decision.to === 'scheduled') {
    const look = held ? lookAgainSoon(context.job.ID, nowMs) : {};
    return { decision: { to: 'scheduled', set: { ...set, ...look, Retry: context.job.Retry } }, label };
  }
  if (decision.to !== 'failed') return { decision: { ...decision, set }, label: '' };
  const exhausted = decision.set?.FailureReason === 'max_attempts_exceeded';
  const reason = exhausted ? { FailureReason: exhaustedReason(context.calls.at(-1)?.EndedReason) } : {};
  return { decision: { to: 'failed', set: { ...set, ...reason } }, label: '' };
}
