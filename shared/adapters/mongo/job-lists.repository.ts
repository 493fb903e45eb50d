import type { Db, Filter } from 'mongodb';
import type { Job } from '../../domain/job/job';
import type { NumberHash } from '../crypto/number-hash';
import { keyFields, type DataKeys } from './data-keys';
import { openJob, type JobDocument } from './job.document';

/** What lists show of a job. */
export type ListedJob = Pick<Job, 'ID' | 'PhoneNumber' | 'ContactName' | 'State' | 'CreatedMS' | 'UpdatedMS'>;
/** Whose jobs are listed. */
export interface CampaignKey {
  orgId: string;
  campaignId: string;
}

const pageSize = 100;
const listed = { PhoneNumber: 1, ContactName: 1, State: 1, CreatedMS: 1, UpdatedMS: 1, ...keyFields } as const;

/** Pages of a campaign's jobs, each up to 100, by key and never by offset. */
export function createJobLists(db: Db, keys: { numberHash: NumberHash; dataKeys: DataKeys }) {
  const { numberHash, dataKeys } = keys;
  const jobs = db.collection<JobDocument>('jobs');
  const inCampaign = (key: CampaignKey) => ({ OrgID: key.orgId, CampaignID: key.campaignId });
  const page = async (filter: Filter<JobDocument>, sort: Record<string, 1 | -1>): Promise<ListedJob[]> =>
    Promise.all(
      (await jobs.find(filter, { projection: listed }).sort(sort).limit(pageSize).toArray()).map((document) =>
        openJob(document, dataKeys),
      ),
    );

  return {
    /** In order of creation, after the given id. */
    listByCreation: (key: CampaignKey, after?: string): Promise<ListedJob[]> =>
      page({ ...inCampaign(key), ...(after === undefined ? {} : { _id: { $gt: after } }) }, { _id: 1 }),

    /**
     * Most recently updated first, up to and including `beforeMs`. `after` names the last job of the page before: the list goes on behind
     * it, also among jobs updated in the same millisecond.
     */
    listByUpdate: async (key: CampaignKey, from: { beforeMs?: number; after?: string }): Promise<ListedJob[]> => {
      const { after } = from;
      const last =
        after === undefined ? null : await jobs.findOne({ _id: after, ...inCampaign(key) }, { projection: listed });
      const beforeMs = from.beforeMs ?? last?.UpdatedMS;
      const sort = { UpdatedMS: -1, _id: -1 } as const;
      if (beforeMs === undefined) return page(inCampaign(key), sort);
      if (after === undefined) return page({ ...inCampaign(key), UpdatedMS: { $lte: beforeMs } }, sort);
      const older: Filter<JobDocument>[] = [
        { UpdatedMS: { $lt: beforeMs } },
        { UpdatedMS: beforeMs, _id: { $lt: after } },
      ];
      return page({ ...inCampaign(key), $or: older }, sort);
    },

    /** By a job's id or by a phone number, newest first. */
    search: async (key: CampaignKey, text: string): Promise<ListedJob[]> => {
      const filter = text.startsWith('+') ? { NumberHash: await numberHash(text) } : { _id: text };
      return page({ ...inCampaign(key), ...filter }, { _id: -1 });
    },
  };
}
export type JobLists = ReturnType<typeof createJobLists>;
