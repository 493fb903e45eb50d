import type { Job, JobView } from '../../shared/domain/job/job';
import type { ActivityDeps } from '../deps';
import { errorFacts } from '../lib/error-facts';
import { analyzeEndedCall, type KnownCall } from './analyze-call';
import { hasQuestions } from './await-data';

/** True if the analysis is part of the call's own step. One that waits for a model is not: the step holds a call slot. */
export const isQuick = (deps: ActivityDeps, known: KnownCall | undefined): boolean =>
  deps.analyzer.isQuick && (deps.analysis.waitMs === 0 || !hasQuestions(deps, known?.campaign, known?.calls.at(-1)));

/**
 * Analyzes the call in the call's own step. An erased job's call is not analyzed.
 * @returns nothing if that failed: the workflow repeats it in a step of its own
 */
export async function analyzeQuickly(
  deps: ActivityDeps,
  { ID: jobId, Sequence: sequence }: Job,
  known: KnownCall | undefined,
): Promise<JobView | null | undefined> {
  try {
    const current = await deps.store.jobs.load(jobId);
    if (current === undefined || current.DeletionRequestedMS !== undefined) return undefined;
    return await analyzeEndedCall(deps, { jobId, sequence, current }, { known, waits: false });
  } catch (error) {
    deps.logger.warn({ jobId, ...errorFacts(error) }, 'call.quick_analysis_failed');
    return undefined;
  }
}
