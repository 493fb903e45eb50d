import type { Db, Filter } from 'mongodb';
import type { Job } from '../../../domain/job/job';
import type { RestoreHold } from '../../../domain/job/restore-hold';
import { runningJobStates } from '../../../domain/job/state';
import type { JobDocument } from './document';

/** What is shown of a held job: nothing personal. */
export type HeldJob = Pick<Job, 'ID' | 'OrgID' | 'CampaignID' | 'State' | 'NextCallMS'> & { RestoreHold: RestoreHold };

/** Which held jobs are meant; all of them without a condition. */
export interface HeldJobFilter {
  orgId?: string | undefined;
  campaignId?: string | undefined;
  found?: RestoreHold['Found'] | undefined;
}

const shown = { OrgID: 1, CampaignID: 1, State: 1, NextCallMS: 1, RestoreHold: 1 } as const;
type ShownDocument = Pick<JobDocument, '_id' | 'OrgID' | 'CampaignID' | 'State' | 'NextCallMS'> & {
  RestoreHold: RestoreHold;
};
const pageSize = 500;
const heldOnly = { 'RestoreHold.HeldMS': { $gt: 0 } };

const toFilter = ({ orgId, campaignId, found }: HeldJobFilter): Filter<JobDocument> => ({
  ...heldOnly,
  ...(orgId === undefined ? {} : { OrgID: orgId }),
  ...(campaignId === undefined ? {} : { CampaignID: campaignId }),
  ...(found === undefined ? {} : { 'RestoreHold.Found': found }),
});

/** The holds of jobs after a restore. Each write changes single documents, and can be repeated. */
export function createRestoreHolds(db: Db) {
  const jobs = db.collection<JobDocument>('jobs');
  const lift = async (filter: Filter<JobDocument>, nowMs: number): Promise<number> => {
    // The sweeper wakes the workflow, which plans the call by the rules. A plan that is being made under the hold is refused.
    const update = {
      $unset: { RestoreHold: '' as const },
      $min: { DueMS: nowMs },
      $max: { PlannedFromMS: nowMs },
      $inc: { Uncounted: 1 },
    };
    return (await jobs.updateMany(filter, update)).modifiedCount;
  };
  return {
    /** Holds every unfinished job that existed at the backup and is not held yet. @returns how many */
    hold: async (fromMs: number, nowMs: number): Promise<number> => {
      const hold: RestoreHold = { FromMS: fromMs, HeldMS: nowMs, Found: 'unknown' };
      const filter: Filter<JobDocument> = {
        State: { $in: [...runningJobStates] },
        RestoreHold: { $exists: false },
        CreatedMS: { $lte: nowMs },
      };
      return (await jobs.updateMany(filter, { $set: { RestoreHold: hold } })).modifiedCount;
    },

    /** Every held job, in the order of ids. */
    list: async function* (filter: HeldJobFilter = {}): AsyncGenerator<HeldJob> {
      let after = '';
      for (;;) {
        const page = await jobs
          .find({ ...toFilter(filter), _id: { $gt: after } })
          .sort({ _id: 1 })
          .limit(pageSize)
          .project<ShownDocument>(shown)
          .toArray();
        for (const { _id, ...job } of page) yield { ...job, ID: _id };
        if (page.length < pageSize) return;
        after = page.at(-1)?._id ?? after;
      }
    },

    /** Notes that the history of a held job has an attempt since the backup. */
    recordAttempt: async (jobId: string, attemptMs: number): Promise<void> => {
      const found = { 'RestoreHold.Found': 'attempt', 'RestoreHold.AttemptMS': attemptMs } as const;
      await jobs.updateOne({ _id: jobId, ...heldOnly }, { $set: found });
    },

    /** Releases one job. @returns false if it is not held */
    release: async (jobId: string, nowMs: number): Promise<boolean> =>
      (await lift({ _id: jobId, ...heldOnly }, nowMs)) === 1,

    /** Releases the held jobs that match. @returns how many */
    releaseAll: (filter: HeldJobFilter, nowMs: number): Promise<number> => lift(toFilter(filter), nowMs),
  };
}
export type RestoreHolds = ReturnType<typeof createRestoreHolds>;
