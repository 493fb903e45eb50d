import { type Job, toJobView, type JobView } from '../../shared/domain/job/job';
import type { ActivityDeps } from '../deps';
import { errorFacts } from '../lib/error-facts';
import { analyzeEndedCall, concludeEndedCall, type KnownCall } from './analyze-call';

/**
 * Analyzes the call and decides what follows it, in the call's own step. An erased job's call is not analyzed.
 * @returns nothing if the analysis failed: the workflow repeats it in a step of its own, as it does what follows
 */
export async function followQuickly(
  deps: ActivityDeps,
  { ID: jobId, Sequence: sequence }: Job,
  known: KnownCall | undefined,
): Promise<JobView | null | undefined> {
  const { store, clock, logger } = deps;
  let view: JobView | undefined;
  try {
    const current = await store.jobs.load(jobId);
    if (current === undefined || current.DeletionRequestedMS !== undefined) return undefined;
    const analyzed = await analyzeEndedCall(deps, { jobId, sequence, current }, known);
    if (analyzed === undefined) return undefined;
    const { job, calls } = analyzed;
    view = { ...toJobView(job, await clock.nowMs()), analyzed: true };
    if (job.State !== 'analyzing') return view;
    const at = { jobId, sequence: job.Sequence };
    const after = await concludeEndedCall(deps, at, known && calls && { ...known, calls });
    return after && { ...after, analyzed: true, ...(after.state === 'analyzing' ? {} : { concluded: true as const }) };
  } catch (error) {
    logger.warn({ jobId, ...errorFacts(error) }, 'call.quick_analysis_failed');
    return view;
  }
}
