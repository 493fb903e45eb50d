import type { Job } from '../../../shared/domain/job/job';
import { pushHangUp } from '../calls/push-hang-up';
import type { ApiDeps } from '../http/deps';

type HangUpDeps = Pick<ApiDeps, 'store' | 'callWorkers' | 'logger' | 'nowMs'>;

/**
 * Asks the worker that handles the job's call, if any, to hang up. The job's workflow asks too, but not while Temporal
 * is unavailable. Call it once the end of the job is requested: a call that is claimed later is not dialed.
 */
export async function hangUp(job: Job, deps: HangUpDeps): Promise<void> {
  if (job.State !== 'calling' || job.ActiveCallID === undefined) return;
  const call = await deps.store.calls.requestStop({ ID: job.ActiveCallID, JobID: job.ID }, deps.nowMs());
  if (call !== undefined) pushHangUp(call, deps);
}
