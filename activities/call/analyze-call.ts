import { activityInfo } from '@temporalio/activity';
import { reportedEndReason } from '../../shared/domain/call/agent-outcome';
import { machineEndReason } from '../../shared/domain/call/answering-machine';
import { boundAnalysis } from '../../shared/domain/call/limits';
import { type Job, toJobView, type JobView } from '../../shared/domain/job/job';
import { decideAnalysis } from '../../shared/domain/job/decisions';
import { isEnding } from '../../shared/domain/job/state';
import { decideConclusion } from '../../shared/domain/planning/after-call';
import { createJobContext, maxAttemptsOf, type JobContext } from '../../shared/domain/planning/plan-job';
import type { AnalyzedCall } from '../../shared/adapters/analysis/call-analyzer';
import { isAnalysisAbandoned, isCounted, isOpen, type CallSummary } from '../../shared/domain/call/call-record';
import type { ActivityDeps } from '../deps';
import { failureTypes } from '../../shared/messages/failure-types';
import { withHeartbeat } from '../lib/heartbeat';
import { retryLater } from '../lib/retry-later';
import { suppressContact } from '../lib/suppress-contact';
import { applyTransition, type TransitionInput } from '../lib/transition';
import { awaitData, hasQuestions, requestFields } from './await-data';
import { publishCallEvent } from './call-event';
import { carryData } from './carry-data';
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
    withHeartbeat(() => analyzeEndedCall(deps, at, { waits: deps.analysis.waitMs > 0 })),

  /** Completes or fails the job after its call, or schedules the next one. A contact who refused is not called again. */
  concludeCall: async (at: TransitionInput): Promise<JobView | null> => {
    const { store, clock } = deps;
    let label: string | undefined;
    let maxAttempts: number | undefined;
    const job = await applyTransition(deps, at, async (current, nowMs) => {
      // An end that was requested during the analysis takes precedence.
      if (current.State !== 'analyzing' || isEnding(current)) return 'stay';
      const loaded = await store.jobContexts.load(current, await clock.nowMs());
      const context = await suppressContact(deps, loaded, nowMs);
      const conclusion = decideConclusion(context, nowMs);
      label = conclusion.label;
      maxAttempts = maxAttemptsOf(context);
      return conclusion.decision;
    });
    return job ? toJobView(job, await clock.nowMs(), { label, maxAttempts }) : null;
  },
});

/**
 * Moves a job whose call is over to `analyzing`, and stores the call's analysis.
 * @param known its calls, the last one closed, and the version of the campaign that it is pinned to
 * @param waits whether to wait for a model, if there is one: not in the call's own step, which holds a call slot
 * @throws while its last call is open, to be retried
 */
export async function analyzeEndedCall(
  deps: ActivityDeps,
  at: At,
  { known, waits }: { known?: KnownCall | undefined; waits: boolean },
): Promise<JobView | null> {
  const job = await applyTransition(deps, at, async (current, nowMs) => {
    if (current.State !== 'calling') return 'stay';
    const calls = known?.calls ?? (await deps.store.calls.listSummariesByJob(current.ID));
    const last = calls.at(-1);
    // A guard: a job must never go on, and call again, while its contact is in a conversation.
    if (last !== undefined && isOpen(last))
      throw retryLater(`Call ${last.ID} is open.`, failureTypes.callNotReconciled);
    const decision = decideAnalysis(calls, nowMs);
    if (!(await asks(deps, current, last, known))) return decision;
    return { ...decision, set: { ...decision.set, ...requestFields(deps, current, { waits, nowMs }) } };
  });
  if (job?.State === 'analyzing') await analyzeLastCall(deps, job, { known, waits });
  return job ? toJobView(job, await deps.clock.nowMs()) : null;
}

/** Whether a model is asked about the call that has just ended. */
async function asks(deps: ActivityDeps, job: Job, last: CallSummary | undefined, known?: KnownCall): Promise<boolean> {
  if (deps.extractor === undefined || last?.ConnectedMS === undefined) return false;
  const version = job.CampaignVersion ?? undefined;
  const config = known?.campaign ?? (await deps.store.campaigns.findConfig(job.CampaignID, version))?.config;
  return hasQuestions(deps, config, last);
}

async function analyzeLastCall(
  deps: ActivityDeps,
  job: Job,
  { known, waits }: { known?: KnownCall | undefined; waits: boolean },
): Promise<void> {
  const { store, clock, analyzer, metrics } = deps;
  const context = known ? createJobContext({ ...known, job }) : await store.jobContexts.load(job, await clock.nowMs());
  const last = context.calls.at(-1);
  if (last === undefined || !isCounted(last)) return;
  // The process that stored it may have been lost before it published that.
  if (last.Analysis !== undefined) return publishAnalysis(deps, last, job);
  if (await isAbandoned(deps, last)) return;
  const earlier = context.calls.slice(0, -1);
  const [call, ...earlierCalls] = await Promise.all([last, ...earlier].map((one) => toAnalyzedCall(deps, one)));
  if (call === undefined) return;
  const found = await analyzer.analyze({ ...call, earlierCalls, analysisSchema: context.campaign.AnalysisSchema });
  const analysis = carryData(found, earlier);
  // Bounded before it is redacted, which takes time, and after it, because markers may be longer than what they replace.
  const redacted = await createJobRedaction(deps, context).analysis(boundAnalysis(analysis));
  const stored = boundAnalysis(redacted);
  await store.calls.saveAnalysis(last, stored);
  metrics.calls.recordConversation(analysis.ConversationEndReason);
  if (waits) {
    const calls = context.calls.map((one) => (one.ID === last.ID ? { ...one, Analysis: stored } : one));
    await awaitData(deps, { ...context, calls }, job.AnalysisRequest);
  }
  await publishAnalysis(deps, last, job);
}

async function publishAnalysis(deps: ActivityDeps, call: CallSummary, { EventTimeMS }: Job): Promise<void> {
  const atMs = await deps.clock.nowMs();
  await publishCallEvent(deps, call, 'analysis_ready', { atMs, notBeforeMs: EventTimeMS });
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

async function toAnalyzedCall({ store }: ActivityDeps, call: CallSummary): Promise<AnalyzedCall> {
  const messages = await store.calls.readMessages(call);
  return {
    endedReason: call.EndedReason,
    connected: call.ConnectedMS !== undefined,
    stopped: call.StopRequestedMS !== undefined && call.StoppedByAgent !== true,
    machine: machineEndReason(call),
    reported: reportedEndReason(call, messages),
    messages,
  };
}
