import type { Db, Filter } from 'mongodb';
import type { Job } from '../../../domain/job/job';
import type { JobState } from '../../../domain/job/state';
import type { NumberHash } from '../../crypto/number-hash';
import { keyFields, type DataKeys } from '../data-keys';
import { toConditions, orders, type JobFilter, type JobOrder, type JobCursor } from './filter';
import { hydrateJob, type JobDocument } from './document';
import { walkJobs } from './walk';

/** What lists show of a job. */
export type ListedJob = Pick<Job, 'ID' | 'PhoneNumber' | 'ContactName' | 'State' | 'CreatedMS' | 'UpdatedMS'>;
/** Whose jobs are listed. */
export interface CampaignKey {
  orgId: string;
  campaignId: string;
}

/** A part of a list. */
export interface ListPart {
  filter: JobFilter;
  order: JobOrder;
  /** The list goes on behind this place; from its beginning when there is none. */
  after?: JobCursor | undefined;
  /** With order `updated`: not later than this. */
  upToMs?: number | undefined;
  /** Left out: to its end. */
  limit?: number | undefined;
}

/** How many jobs of a campaign stand in a state; test jobs are counted apart. */
export interface StateCount {
  state: JobState;
  test: boolean;
  jobs: number;
}

const searchLimit = 100;
const cursorFields = { CreatedMS: 1, UpdatedMS: 1 } as const;
const listedFields = { PhoneNumber: 1, ContactName: 1, State: 1, ...cursorFields, ...keyFields } as const;

/** A campaign's jobs in parts, by key and never by offset. */
export function createJobLists(db: Db, keys: { numberHash: NumberHash; dataKeys: DataKeys }) {
  const { numberHash, dataKeys } = keys;
  const jobs = db.collection<JobDocument>('jobs');
  const inCampaign = (key: CampaignKey) => ({ OrgID: key.orgId, CampaignID: key.campaignId });

  const hydrateAll = (documents: readonly JobDocument[]): Promise<Job[]> =>
    Promise.all(documents.map((document) => hydrateJob(document, dataKeys)));

  const find = (key: CampaignKey, { filter, order, after: behind, upToMs, limit }: ListPart) => {
    const { sort, after: from } = orders[order];
    const $and: Filter<JobDocument>[] = [
      ...toConditions(filter),
      ...(upToMs === undefined ? [] : [{ UpdatedMS: { $lte: upToMs } }]),
      ...(behind === undefined ? [] : from(behind)),
    ];
    const found = jobs.find({ ...inCampaign(key), ...($and.length === 0 ? {} : { $and }) }).sort(sort);
    // Not `limit(0)`, with which the driver asks for ever larger batches.
    return limit === undefined ? found : found.limit(limit);
  };

  return {
    /** A part of a list, as lists show jobs. */
    list: async (key: CampaignKey, part: ListPart): Promise<ListedJob[]> =>
      hydrateAll(await find(key, part).project<JobDocument>(listedFields).toArray()),

    /** A list to its end, with everything that is known of its jobs, some at a time. */
    walk: (key: CampaignKey, part: ListPart): AsyncGenerator<Job[], undefined> =>
      walkJobs(find(key, part), { open: hydrateAll, isBefore: orders[part.order].isBefore }),

    /** Where a job stands now. */
    findCursor: async (key: CampaignKey, jobId: string): Promise<JobCursor | undefined> => {
      const document = await jobs.findOne({ _id: jobId, ...inCampaign(key) }, { projection: cursorFields });
      return document ? { ID: jobId, CreatedMS: document.CreatedMS, UpdatedMS: document.UpdatedMS } : undefined;
    },

    /** By a job's id or by a phone number, newest first. */
    search: async (key: CampaignKey, text: string): Promise<ListedJob[]> => {
      const filter = text.startsWith('+') ? { NumberHash: await numberHash(text) } : { _id: text };
      const found = jobs.find({ ...inCampaign(key), ...filter }, { projection: listedFields }).sort({ _id: -1 });
      return hydrateAll(await found.limit(searchLimit).toArray());
    },

    /** Every job of a campaign, counted in one pass over an index. */
    countByState: async (key: CampaignKey): Promise<StateCount[]> => {
      const counted = jobs.aggregate<{ _id: { State: JobState; TestJob?: boolean | null }; Jobs: number }>([
        { $match: inCampaign(key) },
        { $group: { _id: { State: '$State', TestJob: '$TestJob' }, Jobs: { $sum: 1 } } },
      ]);
      return (await counted.toArray()).map(({ _id: { State, TestJob }, Jobs }) => ({
        state: State,
        test: TestJob === true,
        jobs: Jobs,
      }));
    },
  };
}
export type JobLists = ReturnType<typeof createJobLists>;
