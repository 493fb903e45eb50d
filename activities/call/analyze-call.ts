import {
  decideAfterCall,
  exhaustedReason,
  pickRetryDelay,
  type AfterCall,
} from '../../shared/domain/retry/retry-rules';
import type { CallRecord } from '../../shared/domain/call/call-record';
import { parseDurationMs } from '../../shared/domain/duration';
import type { Job } from '../../shared/domain/job/job';
import { metricsOf } from '../../shared/domain/job/metrics';
import { withHeartbeat } from '../lib/heartbeat';
import type { ActivityDeps } from '../deps';
import { callGraceMs } from './place-call';
import { callTimesOf, clearedFields, decideSchedule } from '../job/job.activities';
import { toJobView, type JobView } from '../lib/job-view';
import { loadJobContext, type JobCase } from '../lib/planning';
import { createJobRedaction } from './redaction';
import { applyTransition, type JobDecision, type TransitionInput } from '../lib/apply-transition';

/** What happens after a call. */
export const createAnalysisActivities = (deps: ActivityDeps) => ({
  /** Moves a job whose call is over to `analyzing`, analyses the call and keeps the result with it. Idempotent: an analysis that is there stays. */
  analyzeCall: async (at: TransitionInput): Promise<JobView | null> => {
    const job = await applyTransition(deps, at, async (standing, nowMs) => {
      if (standing.State !== 'calling') return 'stay';
      const calls = await deps.store.calls.listByJob(standing.ID);
      return { to: 'analyzing', set: { Metrics: metricsOf(calls.map(callTimesOf)), DueMS: nowMs + callGraceMs } };
    });
    if (job?.State === 'analyzing') await withHeartbeat(() => analyzeLastCall(deps, job));
    return job ? toJobView(job, await deps.clock.nowMs()) : null;
  },

  /** Decides what follows from the call: the job completes, fails, or is scheduled again. */
  concludeCall: async (at: TransitionInput): Promise<JobView | null> => {
    let label = '';
    const job = await applyTransition(deps, at, async (standing, nowMs) => {
      if (standing.State !== 'analyzing') return 'stay';
      // Somebody asked to end the job while the call was analyzed: that comes first.
      if (standing.CancelRequestedMS !== undefined || standing.DeletionRequestedMS !== undefined) return 'stay';
      const conclusion = conclude(await loadJobContext(deps, standing), nowMs);
      label = conclusion.label;
      return conclusion.decision;
    });
    return job ? toJobView(job, await deps.clock.nowMs(), label) : null;
  },
});

async function analyzeLastCall(deps: ActivityDeps, job: Job): Promise<void> {
  const jobCase = await loadJobContext(deps, job);
  const { calls, campaign } = jobCase;
  const call = calls.at(-1);
  if (call === undefined || call.Analysis !== undefined) return;
  const analysis = await deps.analyzer.analyze({
    endedReason: call.EndedReason,
    connected: call.ConnectedMS !== undefined,
    stopped: call.StopRequestedMS !== undefined,
    messages: call.Messages,
    previousSummaries: summariesOf(calls.slice(0, -1)),
    analysisSchema: campaign.AnalysisSchema,
  });
  await deps.store.calls.saveAnalysis(call, createJobRedaction(deps, jobCase).analysis(analysis));
  deps.metrics.calls.recordConversation(analysis.ConversationEndReason);
}

const summariesOf = (calls: readonly CallRecord[]): string[] =>
  calls.flatMap((call) => (call.Analysis === undefined ? [] : [call.Analysis.CallSummary]));

function conclude(jobCase: JobCase, nowMs: number): { decision: JobDecision; label: string } {
  const call = jobCase.calls.at(-1);
  const step = decideAfterCall(
    {
      endedReason: call?.EndedReason,
      connected: call?.ConnectedMS !== undefined,
      conversation: call?.Analysis?.ConversationEndReason,
    },
    jobCase.campaign.RetryRules ?? {},
    jobCase.overrides.HangUpIsOptOut === true,
  );
  const told = summariesOf(jobCase.calls).join('\n');
  const found: Partial<Job> = {
    Analysis: call?.Analysis,
    ActiveCallID: undefined,
    ...(told === '' ? {} : { PreviousCallsSummary: told }),
  };
  switch (step.kind) {
    case 'completed':
      return { decision: { to: 'completed', set: { ...clearedFields, ...found } }, label: '' };
    case 'failed':
      return {
        decision: {
          to: 'failed',
          set: { ...clearedFields, ...found, FailureReason: step.reason, FailureMessage: step.message },
        },
        label: '',
      };
    case 'retry':
      return retry(jobCase, step, { nowMs, found });
  }
}

/** Plans the next attempt behind the outcome's wait; a job whose attempts are used up fails instead. */
function retry(
  jobCase: JobCase,
  step: AfterCall & { kind: 'retry' },
  { nowMs, found }: { nowMs: number; found: Partial<Job> },
): { decision: JobDecision; label: string } {
  const endedMs = jobCase.calls.at(-1)?.EndedMS ?? nowMs;
  const delayMs = parseDurationMs(pickRetryDelay(step.delays, jobCase.calls.length)) ?? 0;
  const Retry = { NotBeforeMS: endedMs + delayMs, Because: step.because };
  const next = decideSchedule({ ...jobCase, job: { ...jobCase.job, Retry } }, nowMs);
  const set = { ...next.decision.set, ...found };
  if (next.decision.to === 'failed') {
    const spent = next.decision.set?.FailureReason === 'max_attempts_exceeded';
    return {
      decision: { to: 'failed', set: { ...set, ...(spent ? { FailureReason: exhaustedReason(step.because) } : {}) } },
      label: '',
    };
  }
  return { decision: { to: 'scheduled', set: { ...set, Retry } }, label: next.label };
}
