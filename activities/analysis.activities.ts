import { nextStep, exhaustedReason, retryDelay, type NextStep } from '../shared/domain/call/outcome';
import type { CallRecord } from '../shared/domain/call/call-record';
import { parseDurationMs } from '../shared/domain/duration';
import type { Job } from '../shared/domain/job/job';
import { metricsOf } from '../shared/domain/job/metrics';
import { beating } from './beating';
import type { ActivityDeps } from './deps';
import { callGraceMs } from './call.activities';
import { callTimes, closed, scheduled } from './job.activities';
import { viewOf, type JobView } from './job-view';
import { loadCase, type JobCase } from './planning';
import { redactionFor } from './redaction';
import { takeStep, type StepDecision, type StepInput } from './step';

/** What happens after a call. */
export const createAnalysisActivities = (deps: ActivityDeps) => ({
  /** Moves a job whose call is over to `analyzing`, analyses the call and keeps the result with it. Idempotent: an analysis that is there stays. */
  analyzeCall: async (at: StepInput): Promise<JobView | null> => {
    const job = await takeStep(deps, at, async (standing, nowMs) => {
      if (standing.State !== 'calling') return 'stay';
      const calls = await deps.store.calls.listByJob(standing.ID);
      return { to: 'analyzing', set: { Metrics: metricsOf(calls.map(callTimes)), DueMS: nowMs + callGraceMs } };
    });
    if (job?.State === 'analyzing') await beating(() => analyzeLastCall(deps, job));
    return job ? viewOf(job, await deps.clock.nowMs()) : null;
  },

  /** Decides what follows from the call: the job completes, fails, or is scheduled again. */
  concludeCall: async (at: StepInput): Promise<JobView | null> => {
    let label = '';
    const job = await takeStep(deps, at, async (standing, nowMs) => {
      if (standing.State !== 'analyzing') return 'stay';
      // Somebody asked to end the job while the call was analysed: that comes first.
      if (standing.CancelRequestedMS !== undefined || standing.DeletionRequestedMS !== undefined) return 'stay';
      const conclusion = conclude(await loadCase(deps, standing), nowMs);
      label = conclusion.label;
      return conclusion.decision;
    });
    return job ? viewOf(job, await deps.clock.nowMs(), label) : null;
  },
});

async function analyzeLastCall(deps: ActivityDeps, job: Job): Promise<void> {
  const jobCase = await loadCase(deps, job);
  const { calls, campaign } = jobCase;
  const call = calls.at(-1);
  if (call === undefined || call.Analysis !== undefined) return;
  const analysis = await deps.analyzer.analyze({
    endedReason: call.EndedReason,
    connected: call.ConnectedMS !== undefined,
    stopped: call.StopRequestedMS !== undefined,
    messages: call.Messages,
    previousSummaries: summaries(calls.slice(0, -1)),
    analysisSchema: campaign.AnalysisSchema,
  });
  await deps.store.calls.saveAnalysis(call, redactionFor(deps, jobCase).analysis(analysis));
  deps.metrics.calls.analyzed(analysis.ConversationEndReason);
}

const summaries = (calls: readonly CallRecord[]): string[] =>
  calls.flatMap((call) => (call.Analysis === undefined ? [] : [call.Analysis.CallSummary]));

function conclude(jobCase: JobCase, nowMs: number): { decision: StepDecision; label: string } {
  const call = jobCase.calls.at(-1);
  const step = nextStep(
    {
      endedReason: call?.EndedReason,
      connected: call?.ConnectedMS !== undefined,
      conversation: call?.Analysis?.ConversationEndReason,
    },
    jobCase.campaign.RetryRules ?? {},
    jobCase.overrides.HangUpIsOptOut === true,
  );
  const told = summaries(jobCase.calls).join('\n');
  const found: Partial<Job> = {
    Analysis: call?.Analysis,
    ActiveCallID: undefined,
    ...(told === '' ? {} : { PreviousCallsSummary: told }),
  };
  switch (step.kind) {
    case 'completed':
      return { decision: { to: 'completed', set: { ...closed, ...found } }, label: '' };
    case 'failed':
      return {
        decision: {
          to: 'failed',
          set: { ...closed, ...found, FailureReason: step.reason, FailureMessage: step.message },
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
  step: NextStep & { kind: 'retry' },
  { nowMs, found }: { nowMs: number; found: Partial<Job> },
): { decision: StepDecision; label: string } {
  const endedMs = jobCase.calls.at(-1)?.EndedMS ?? nowMs;
  const delayMs = parseDurationMs(retryDelay(step.delays, jobCase.calls.length)) ?? 0;
  const Retry = { NotBeforeMS: endedMs + delayMs, Because: step.because };
  const next = scheduled({ ...jobCase, job: { ...jobCase.job, Retry } }, nowMs);
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
