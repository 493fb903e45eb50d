import type { Db } from 'mongodb';
import type { Job } from '../../../domain/job/job';
import { keyFields, type DataKeys } from '../data-keys';
import { hydrateJob, type JobDocument } from './document';

/** What the list of running calls shows of a job. */
export type CallingJob = Pick<
  Job,
  'ID' | 'CampaignID' | 'PhoneNumber' | 'ContactName' | 'TestJob' | 'ActiveCallID' | 'CallCount'
>;

const shown = {
  CampaignID: 1,
  PhoneNumber: 1,
  ContactName: 1,
  TestJob: 1,
  ActiveCallID: 1,
  CallCount: 1,
  ...keyFields,
} as const;

/** The jobs of an organization that are being called, over its campaigns: as many as it may call at once. */
export function createCallingJobs(db: Db, dataKeys: DataKeys) {
  const jobs = db.collection<JobDocument>('jobs');
  return {
    /** A page, in the order of ids. @param of `campaignIds` limits the list to these */
    list: async (
      of: { orgId: string; campaignIds?: readonly string[] | undefined; after?: string | undefined },
      limit: number,
    ): Promise<CallingJob[]> => {
      const { orgId, campaignIds, after } = of;
      const filter = {
        State: 'calling' as const,
        OrgID: orgId,
        ...(campaignIds === undefined ? {} : { CampaignID: { $in: [...campaignIds] } }),
        ...(after === undefined ? {} : { _id: { $gt: after } }),
      };
      const found = jobs.find(filter).sort({ _id: 1 }).limit(limit).project<JobDocument>(shown);
      return Promise.all((await found.toArray()).map((document) => hydrateJob(document, dataKeys)));
    },
  };
}
export type CallingJobs = ReturnType<typeof createCallingJobs>;
