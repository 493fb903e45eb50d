import { activityInfo } from '@temporalio/activity';
import { boundAnalysis } from '../../shared/domain/call/limits';
import { type Job, toJobView, type JobView } from '../../shared/domain/job/job';
import { decideAnalysis } from '../../shared/domain/job/decisions';
import { isEnding } from '../../shared/domain/job/state';
import { decideConclusion } from '../../shared/domain/planning/after-call';
import type { AnalyzedCall } from '../../shared/adapters/analysis/call-analyzer';
import {
  isAnalysisAbandoned,
  isCounted,
  type CallRecord,
  type CallSummary,
} from '../../shared/domain/call/call-record';
import type { ActivityDeps } from '../deps';
import { withHeartbeat } from '../lib/heartbeat';
import { applyTransition, type TransitionInput } from '../lib/transition';
import { createJobRedaction } from './redaction';

/** Activities that follow a call. */
export const createAnalyzeCall = (deps: ActivityDeps) => ({
  /**
   * Moves a job whose call is over to `analyzing` and stores the call's analysis. Idempotent: a stored analysis stays.
   * After a few attempts the job continues without one: `decideConclusion` says how.
   */
  analyzeCall: (at: TransitionInput): Promise<JobView | null> => withHeartbeat(() => analyzeEndedCall(deps, at)),

  /** Completes or fails the job after its call, or schedules the next one. */
  concludeCall: async (at: TransitionInput): Promise<JobView | null> => {
    const { store, clock } = deps;
    let label = '';
    const job = await applyTransition(deps, at, async (current, nowMs) => {
      // An end that was requested during the analysis takes precedence.
      if (current.State !== 'analyzing' || isEnding(current)) return 'stay';
      const context = await store.jobContexts.load(current, await clock.nowMs());
      const conclusion = decideConclusion(context, nowMs);
      label = conclusion.label;
      return conclusion.decision;
    });
    return job ? toJobView(job, await clock.nowMs(), label) : null;
  },
});

/** Moves a job whose call is over to `analyzing`, and stores the call's analysis. */
export async function analyzeEndedCall(deps: ActivityDeps, at: TransitionInput): Promise<JobView | null> {
  const job = await applyTransition(deps, at, async (current, nowMs) =>
    current.State === 'calling' ? decideAnalysis(await deps.store.calls.listSummariesByJob(current.ID), nowMs) : 'stay',
  );
  if (job?.State === 'analyzing') await analyzeLastCall(deps, job);
  return job ? toJobView(job, await deps.clock.nowMs()) : null;
}

async function analyzeLastCall(deps: ActivityDeps, job: Job): Promise<void> {
  const { store, clock, analyzer, redactor, metrics } = deps;
  const context = await store.jobContexts.load(job, await clock.nowMs());
  const last = context.calls.at(-1);
  if (last === undefined || last.Analysis !== undefined || !isCounted(last)) return;
  if (await isAbandoned(deps, last)) return;
  const earlierCalls = await store.calls.listByJob(job.ID);
  const call = earlierCalls.pop();
  if (call === undefined) return;
  const analysis = await analyzer.analyze({
    ...toAnalyzedCall(call),
    earlierCalls: earlierCalls.map(toAnalyzedCall),
    analysisSchema: context.campaign.AnalysisSchema,
  });
  // Bounded before it is redacted, which takes time, and after it, because markers may be longer than what they replace.
  const redacted = createJobRedaction({ redactor }, context).analysis(boundAnalysis(analysis));
  await store.calls.saveAnalysis(call, boundAnalysis(redacted));
  metrics.calls.recordConversation(analysis.ConversationEndReason);
}

/** Counts the attempt before it is made: one that ends its process reports nothing afterwards. The first costs no write. */
async function isAbandoned({ store, logger, metrics }: ActivityDeps, call: CallSummary): Promise<boolean> {
  if (activityInfo().attempt === 1) return false;
  const RepeatedAnalyses = await store.calls.countRepeatedAnalysis(call.ID);
  if (!isAnalysisAbandoned({ ...call, RepeatedAnalyses })) return false;
  logger.error({ callId: call.ID, jobId: call.JobID, attempts: RepeatedAnalyses }, 'call.analysis_abandoned');
  metrics.calls.recordAbandonedAnalysis();
  return true;
}

const toAnalyzedCall = (call: CallRecord): AnalyzedCall => ({
  endedReason: call.EndedReason,
  connected: call.ConnectedMS !== undefined,
  stopped: call.StopRequestedMS !== undefined,
  messages: call.Messages,
});
