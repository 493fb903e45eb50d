import type { JobKey } from '../adapters/mongo/jobs/repository';
import type { Job } from '../domain/job/job';
import { hangUp, type HangUpDeps } from './hang-up';
import type { Store } from './store';

/** What ending a job needs. */
export interface EndJobDeps extends HangUpDeps {
  store: Pick<Store, 'calls' | 'jobs'>;
}

/**
 * Stores the request to cancel a job, and hangs up its call. The caller wakes the workflow, which cancels the job; the
 * sweeper does otherwise.
 * @returns the job after it, or `undefined` when it is not running
 */
export async function requestCancel(key: JobKey, deps: EndJobDeps, nowMs: number): Promise<Job | undefined> {
  const updated = await deps.store.jobs.requestCancel(key, nowMs);
  if (updated) await hangUp(updated, deps, nowMs);
  return updated;
}

/**
 * Stores the request to erase a job, and hangs up its call. The caller starts the erasure; the sweeper does otherwise.
 * @param job as it was read; it need not open
 */
export async function requestErasure(job: Job, deps: EndJobDeps, nowMs: number): Promise<void> {
  const key = { orgId: job.OrgID, campaignId: job.CampaignID, jobId: job.ID };
  await deps.store.jobs.requestErasure(key, nowMs);
  // Read again: a call may have been placed since.
  await hangUp((await deps.store.jobs.findMetadata(key)) ?? job, deps, nowMs);
}
