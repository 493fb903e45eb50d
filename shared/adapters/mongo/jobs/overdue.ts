import type { Collection, Filter } from 'mongodb';
import type { Job } from '../../../domain/job/job';
import { failurePostponementMs, postponementMs } from '../../../domain/overdue';
import type { JobDocument } from './document';

/** What the sweeper reads of a job. It holds no sealed field: a job that does not open must not block the others. */
export type DueJob = Pick<
  Job,
  | 'ID'
  | 'OrgID'
  | 'CampaignID'
  | 'ImportID'
  | 'TestJob'
  | 'State'
  | 'Sequence'
  | 'UpdatedMS'
  | 'NextCallMS'
  | 'PlannedFromMS'
  | 'Queued'
  | 'CancelRequestedMS'
  | 'DeletionRequestedMS'
  | 'DueMS'
>;
const dueProjection = {
  OrgID: 1,
  CampaignID: 1,
  ImportID: 1,
  TestJob: 1,
  State: 1,
  Sequence: 1,
  UpdatedMS: 1,
  NextCallMS: 1,
  PlannedFromMS: 1,
  Queued: 1,
  CancelRequestedMS: 1,
  DeletionRequestedMS: 1,
  DueMS: 1,
} as const;

/** A job that was woken is looked at again after a minute at the earliest, and at least every half an hour. */
const bounds = { minMs: 60_000, maxMs: 1_800_000 };

/** How long the last event has been over that gave the job work, in ms. */
function latenessOf(job: DueJob, nowMs: number): number {
  const { UpdatedMS, NextCallMS = 0, CancelRequestedMS = 0, DeletionRequestedMS = 0, Queued } = job;
  // A job to which a place was handed has work from the instant of that place on.
  const handedMs = Queued?.UntilMS ?? 0;
  const past = [UpdatedMS, NextCallMS, CancelRequestedMS, DeletionRequestedMS, handedMs].filter(
    (atMs) => atMs <= nowMs,
  );
  return nowMs - Math.max(0, ...past);
}

async function findOverdue(
  jobs: Collection<JobDocument>,
  by: 'DueMS' | 'EndedMS',
  filter: Filter<JobDocument>,
  limit: number,
): Promise<DueJob[]> {
  const found = jobs.find(filter, { projection: dueProjection }).sort({ [by]: 1 });
  return (await found.limit(limit).toArray()).map(({ _id, ...rest }) => ({ ...rest, ID: _id }));
}

/** Jobs that missed their deadline. */
export const createOverdueJobs = (jobs: Collection<JobDocument>) => {
  /** Moves the deadline, unless the job's state or deadline has changed. @returns the job with the new deadline */
  const moveDeadline = async (job: DueJob, DueMS: number): Promise<DueJob | undefined> => {
    if (job.DueMS === undefined) return undefined;
    const unchanged = { _id: job.ID, Sequence: job.Sequence, DueMS: job.DueMS };
    const { matchedCount } = await jobs.updateOne(unchanged, { $set: { DueMS } });
    return matchedCount === 1 ? { ...job, DueMS } : undefined;
  };

  return {
    /** Overdue jobs, most overdue first. @param withoutOrgIds leaves out the jobs of these organizations */
    findDue: (nowMs: number, limit: number, withoutOrgIds: readonly string[] = []): Promise<DueJob[]> => {
      const others = withoutOrgIds.length === 0 ? {} : { OrgID: { $nin: [...withoutOrgIds] } };
      return findOverdue(jobs, 'DueMS', { DueMS: { $lt: nowMs }, ...others }, limit);
    },

    /** Jobs of a campaign that ended before an instant and whose erasure was not requested, oldest end first. */
    findEnded: (campaignId: string, beforeMs: number, limit: number): Promise<DueJob[]> =>
      findOverdue(jobs, 'EndedMS', { CampaignID: campaignId, EndedMS: { $lt: beforeMs } }, limit),

    /**
     * Claims an overdue job for this process by postponing it, ever longer while it stays overdue.
     * @returns the claimed job, or `undefined` when another process claimed it or it is no longer overdue
     */
    claim: (job: DueJob, nowMs: number): Promise<DueJob | undefined> =>
      moveDeadline(job, nowMs + postponementMs(latenessOf(job, nowMs), bounds)),

    /** Makes a claimed job overdue again soon, because its repair failed. */
    release: async (claimed: DueJob, nowMs: number): Promise<void> => {
      await moveDeadline(claimed, nowMs + failurePostponementMs(latenessOf(claimed, nowMs)));
    },
  };
};
