import type { Job } from '../domain/job/job';
import { pushHangUp, type PushDeps } from './push-hang-up';
import type { Store } from './store';

export interface HangUpDeps extends PushDeps {
  store: Pick<Store, 'calls'>;
}

/**
 * Asks the worker that handles the job's call, if any, to hang up. The job's workflow asks too, but not while Temporal
 * is unavailable. Call it once the end of the job is requested: a call that is claimed later is not dialed.
 */
export async function hangUp(job: Job, deps: HangUpDeps, nowMs: number): Promise<void> {
  if (job.State !== 'calling' || job.ActiveCallID === undefined) return;
  const call = await deps.store.calls.requestStop({ ID: job.ActiveCallID, JobID: job.ID }, nowMs);
  if (call !== undefined) pushHangUp(call, deps);
}
