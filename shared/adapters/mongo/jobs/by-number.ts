import type { Db, Filter } from 'mongodb';
import type { Job } from '../../../domain/job/job';
import { isErasing, jobStates, runningJobStates, type JobState } from '../../../domain/job/state';
import type { NumberHash } from '../../crypto/number-hash';
import { readMetadata, type JobDocument } from './document';
import { inCampaign, type CampaignKey } from './filter';

/** A job whose erasure was requested has no number any more. */
const notErased: Filter<JobDocument> = {
  State: { $in: jobStates.filter((state) => !isErasing(state)) },
  DeletionRequestedMS: { $exists: false },
};

/** No client has requested the job's end; see `isEnding`. */
const notEnding: Filter<JobDocument> = {
  CancelRequestedMS: { $exists: false },
  DeletionRequestedMS: { $exists: false },
};

/** How many jobs of a number a campaign has in a state. */
export interface NumberJobCount {
  campaignId: string;
  state: JobState;
  jobs: number;
}

/** The jobs of one number, over all campaigns of an organization. They are read without their sealed fields. */
export function createJobsByNumber(db: Db, numberHash: NumberHash) {
  const jobs = db.collection<JobDocument>('jobs');
  const ofNumber = async (orgId: string, phoneNumber: string) => ({
    OrgID: orgId,
    NumberHash: await numberHash(phoneNumber),
  });
  const list = async (filter: Filter<JobDocument>, limit: number): Promise<Job[]> =>
    (await jobs.find(filter).sort({ UpdatedMS: -1 }).limit(limit).toArray()).map(readMetadata);
  return {
    count: async (orgId: string, phoneNumber: string): Promise<NumberJobCount[]> => {
      const counted = jobs.aggregate<{ _id: { CampaignID: string; State: JobState }; Jobs: number }>([
        { $match: { ...(await ofNumber(orgId, phoneNumber)), ...notErased } },
        { $group: { _id: { CampaignID: '$CampaignID', State: '$State' }, Jobs: { $sum: 1 } } },
      ]);
      return (await counted.toArray()).map(({ _id, Jobs }) => ({
        campaignId: _id.CampaignID,
        state: _id.State,
        jobs: Jobs,
      }));
    },

    /** Finds those of some numbers that have an open job in the campaign: one that has not ended and is not about to. */
    findOpen: async (
      key: CampaignKey,
      phoneNumbers: readonly string[],
      { exceptImportId }: { exceptImportId?: string } = {},
    ): Promise<ReadonlySet<string>> => {
      const numbers = new Map<string, string>();
      for (const phoneNumber of phoneNumbers) numbers.set(await numberHash(phoneNumber), phoneNumber);
      const open = jobs.find(
        {
          ...inCampaign(key),
          NumberHash: { $in: [...numbers.keys()] },
          State: { $in: [...runningJobStates] as JobState[] },
          ...notEnding,
          ...(exceptImportId === undefined ? {} : { ImportID: { $ne: exceptImportId } }),
        },
        { projection: { NumberHash: 1 } },
      );
      return new Set((await open.toArray()).map(({ NumberHash = '' }) => numbers.get(NumberHash) ?? ''));
    },

    /** Jobs that have not ended, most recently updated first. */
    listRunning: async (orgId: string, phoneNumber: string, limit: number): Promise<Job[]> => {
      const running = { ...notErased, State: { $in: [...runningJobStates] as JobState[] } };
      return list({ ...(await ofNumber(orgId, phoneNumber)), ...running }, limit);
    },

    /** Jobs whose erasure was not requested, most recently updated first. */
    listErasable: async (orgId: string, phoneNumber: string, limit: number): Promise<Job[]> =>
      list({ ...(await ofNumber(orgId, phoneNumber)), ...notErased }, limit),
  };
}
export type JobsByNumber = ReturnType<typeof createJobsByNumber>;
