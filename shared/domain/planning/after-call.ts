import { endedFields, resultsOf } from '../job/decisions';
import type { Job } from '../job/job';
import { decideAfterCall, exhaustedReason, retryDelayMs, type AfterCall, type Outcome } from '../retry/retry-rules';
import { type JobContext, decideSchedule, type LabeledDecision } from './plan-job';

type Retry = AfterCall & { kind: 'retry' };

/** What follows a call with the given outcome, by the campaign's retry rules. */
export const afterOutcome = ({ campaign, overrides }: JobContext, outcome: Outcome): AfterCall =>
  decideAfterCall(outcome, campaign.RetryRules ?? {}, overrides.HangUpIsOptOut === true);

/** The job with the delay that a retry adds after its last call. A call that has no end yet counts as ended now. */
export function withRetry(context: JobContext, retry: Retry, nowMs: number): JobContext {
  const { job, calls } = context;
  const NotBeforeMS = (calls.at(-1)?.EndedMS ?? nowMs) + retryDelayMs(retry.delays, calls.length);
  return { ...context, job: { ...job, Retry: { NotBeforeMS, Because: retry.because } } };
}

/** Completes or fails the job after its last call, or schedules the next one. */
export function decideConclusion(context: JobContext, nowMs: number): LabeledDecision {
  const call = context.calls.at(-1);
  const next = afterOutcome(context, {
    endedReason: call?.EndedReason,
    connected: call?.ConnectedMS !== undefined,
    conversation: call?.Analysis?.ConversationEndReason,
    connectionFailed: call?.Error !== undefined,
  });
  const results: Partial<Job> = { ...resultsOf(context.calls), ActiveCallID: undefined };
  switch (next.kind) {
    case 'completed':
      return { decision: { to: 'completed', set: { ...endedFields, ...results } }, label: '' };
    case 'failed': {
      const failure = { FailureReason: next.reason, FailureMessage: next.message };
      return { decision: { to: 'failed', set: { ...endedFields, ...results, ...failure } }, label: '' };
    }
    case 'retry':
      return decideRetry(withRetry(context, next, nowMs), next, { nowMs, results });
  }
}

/**
 * Schedules the next call after the retry delay. A job that has used up its calls fails with the cause of the last one.
 */
function decideRetry(
  context: JobContext,
  { because }: Retry,
  { nowMs, results }: { nowMs: number; results: Partial<Job> },
): LabeledDecision {
  const { decision, label } = decideSchedule(context, nowMs);
  const set = { ...decision.set, ...results };
  if (decision.to !== 'failed')
    return { decision: { to: 'scheduled', set: { ...set, Retry: context.job.Retry } }, label };
  const exhausted = decision.set?.FailureReason === 'max_attempts_exceeded';
  const reason = exhausted ? { FailureReason: exhaustedReason(because) } : {};
  return { decision: { to: 'failed', set: { ...set, ...reason } }, label: '' };
}
