import { agreedFieldsOf, agreementChanges, isSameJson } from '../domain/job/analysis';
import type { Job } from '../domain/job/job';
import { isErasing } from '../domain/job/state';
import type { Store } from './store';

type Stores = Pick<Store, 'jobs' | 'jobAnalyses' | 'agreements'>;

/** Other processes may count the same job: each round leaves less to do, so a few are enough. */
const maxRounds = 10;

/**
 * Brings the agreement counts of a campaign to what a job's analysis and corrections say. It can be interrupted and repeated
 * at any point, also by several processes at once: what is to be counted stands in the job before, and is counted once.
 */
export async function countReview(store: Stores, jobId: string, nowMs: number): Promise<void> {
  for (let round = 0; round < maxRounds; round++) {
    // The clock of the counts: how old this reading is.
    const readMs = Date.now();
    const job = await store.jobs.load(jobId);
    if (job === undefined) return;
    if (job.Review?.Pending === undefined) {
      const to = whatToCount(job);
      if (to === undefined || isSameJson(to, job.Review?.Counted ?? nothing)) return;
      await store.jobAnalyses.beginCount(job, to, nowMs);
      continue;
    }
    const { Revision, Counted, Pending } = job.Review;
    const changes = agreementChanges(Counted, Pending);
    const of = { campaignId: job.CampaignID, jobId };
    await store.agreements.apply(of, { id: `${jobId}/${Revision}`, changes, readMs });
    await store.jobAnalyses.endCount(jobId, job.Review);
  }
  throw new Error(`The review of job ${jobId} changes too often to be counted.`);
}

const nothing = { SchemaVersion: 0, Fields: [] };

/** Of an erased job, what was counted stays: nothing in it is personal. */
function whatToCount(job: Job): ReturnType<typeof agreedFieldsOf> {
  if (isErasing(job.State) || job.DeletionRequestedMS !== undefined) return undefined;
  return agreedFieldsOf(job.Analysis, job.Corrections) ?? nothing;
}
