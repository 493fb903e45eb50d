import type { Job } from '../../../shared/domain/job/job';
import type { ApiDeps } from '../http/deps';

/**
 * Asks the worker that handles the job's call, if any, to hang up. The job's workflow asks too, but not while Temporal
 * is unavailable. Call it once the end of the job is requested: a call that is claimed later is not dialed.
 */
export async function hangUp(job: Job, { store, nowMs }: Pick<ApiDeps, 'store' | 'nowMs'>): Promise<void> {
  if (job.State !== 'calling' || job.ActiveCallID === undefined) return;
  await store.calls.requestStop({ ID: job.ActiveCallID, JobID: job.ID }, nowMs());
}
