import { activityInfo } from '@temporalio/activity';
import { boundAnalysis } from '../../shared/domain/call/limits';
import { type Job, toJobView, type JobView } from '../../shared/domain/job/job';
import { decideAnalysis } from '../../shared/domain/job/decisions';
import { isEnding } from '../../shared/domain/job/state';
import { decideConclusion, mayCallAgain } from '../../shared/domain/planning/after-call';
import { createJobContext, type JobContext } from '../../shared/domain/planning/plan-job';
import type { AnalyzedCall } from '../../shared/adapters/analysis/call-analyzer';
import { isAnalysisAbandoned, type CallSummary } from '../../shared/domain/call/call-record';
import type { ActivityDeps } from '../deps';
import { withHeartbeat } from '../lib/heartbeat';
import { applyTransition, type TransitionInput } from '../lib/transition';
import { createJobRedaction } from './redaction';

/** What the step of a call knows of it once it is over, which saves reading it again. */
export type KnownCall = Pick<JobContext, 'calls' | 'version' | 'campaign'>;
type At = TransitionInput & { current?: Job };

/** Activities that follow a call. */
export const createAnalyzeCall = (deps: ActivityDeps) => ({
  /**
   * Moves a job whose call is over to `analyzing` and stores the call's analysis. Idempotent: a stored analysis stays.
   * After a few attempts the job continues without one: `decideConclusion` says how.
   */
  analyzeCall: (at: TransitionInput): Promise<JobView | null> =>
    withHeartbeat(async () => {
      const analyzed = await analyzeEndedCall(deps, at);
      return analyzed ? toJobView(analyzed.job, await deps.clock.nowMs()) : null;
    }),

  /** Completes or fails the job after its call, or schedules the next one. */
  concludeCall: (at: TransitionInput): Promise<JobView | null> => concludeEndedCall(deps, at),
});

/**
 * Moves a job whose call is over to `analyzing`, and stores the call's analysis.
 * @param known its calls, the last one closed, and the version of the campaign that it is pinned to
 * @returns the job and its calls with their analyses, or `undefined` if it does not exist
 */
export async function analyzeEndedCall(
  deps: ActivityDeps,
  at: At,
  known?: KnownCall,
): Promise<{ job: Job; calls?: readonly CallSummary[] | undefined } | undefined> {
  const job = await applyTransition(deps, at, async (current, nowMs) =>
    current.State === 'calling'
      ? decideAnalysis(known?.calls ?? (await deps.store.calls.listSummariesByJob(current.ID)), nowMs)
      : 'stay',
  );
  if (job === undefined) return undefined;
  return { job, calls: job.State === 'analyzing' ? await analyzeLastCall(deps, job, known) : undefined };
}

/**
 * Completes or fails a job after its call, or schedules the next one. Only a job that may be called again is planned.
 * @param known as for the analysis, which the last call has
 */
export async function concludeEndedCall(deps: ActivityDeps, at: At, known?: KnownCall): Promise<JobView | null> {
  const { store, clock } = deps;
  let label = '';
  const job = await applyTransition(deps, at, async (current, nowMs) => {
    // An end that was requested during the analysis takes precedence.
    if (current.State !== 'analyzing' || isEnding(current)) return 'stay';
    const ended = known && createJobContext({ ...known, job: current });
    const context = ended && !mayCallAgain(ended) ? ended : await store.jobContexts.load(current, await clock.nowMs());
    const conclusion = decideConclusion(context, nowMs);
    label = conclusion.label;
    return conclusion.decision;
  });
  return job ? toJobView(job, await clock.nowMs(), label) : null;
}

/** @returns the job's calls with their analyses */
async function analyzeLastCall(
  deps: ActivityDeps,
  job: Job,
  known: KnownCall | undefined,
): Promise<readonly CallSummary[]> {
  const { store, clock, analyzer, redactor, metrics } = deps;
  const context = known ? createJobContext({ ...known, job }) : await store.jobContexts.load(job, await clock.nowMs());
  const last = context.calls.at(-1);
  if (last === undefined || last.Analysis !== undefined) return context.calls;
  if (await isAbandoned(deps, last)) return context.calls;
  const earlier = context.calls.slice(0, -1);
  const [call, ...earlierCalls] = await Promise.all([last, ...earlier].map((one) => toAnalyzedCall(deps, one)));
  if (call === undefined) return context.calls;
  const analysis = await analyzer.analyze({ ...call, earlierCalls, analysisSchema: context.campaign.AnalysisSchema });
  // Bounded before it is redacted, which takes time, and after it, because markers may be longer than what they replace.
  const redacted = createJobRedaction({ redactor }, context).analysis(boundAnalysis(analysis));
  const Analysis = boundAnalysis(redacted);
  await store.calls.saveAnalysis(last, Analysis);
  metrics.calls.recordConversation(analysis.ConversationEndReason);
  return [...earlier, { ...last, Analysis }];
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

const toAnalyzedCall = async ({ store }: ActivityDeps, call: CallSummary): Promise<AnalyzedCall> => ({
  endedReason: call.EndedReason,
  connected: call.ConnectedMS !== undefined,
  stopped: call.StopRequestedMS !== undefined,
  messages: await store.calls.readMessages(call),
});
