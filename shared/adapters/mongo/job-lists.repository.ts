import type { Db, Filter } from 'mongodb';
import type { Job } from '../../domain/job/job';
import type { JobState } from '../../domain/job/state';
import type { NumberHash } from '../crypto/number-hash';
import { keyFields, type DataKeys } from './data-keys';
import { conditions, orders, type JobFilter, type JobOrder, type JobPlace } from './job-filter';
import { openJob, type JobDocument } from './job.document';
import { walkJobs } from './job-walk';

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
  behind?: JobPlace | undefined;
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
const placed = { CreatedMS: 1, UpdatedMS: 1 } as const;
const listed = { PhoneNumber: 1, ContactName: 1, State: 1, ...placed, ...keyFields } as const;

/** A campaign's jobs in parts, by key and never by offset. */
export function createJobLists(db: Db, keys: { numberHash: NumberHash; dataKeys: DataKeys }) {
  const { numberHash, dataKeys } = keys;
  const jobs = db.collection<JobDocument>('jobs');
  const inCampaign = (key: CampaignKey) => ({ OrgID: key.orgId, CampaignID: key.campaignId });

  const open = (documents: readonly JobDocument[]): Promise<Job[]> =>
    Promise.all(documents.map((document) => openJob(document, dataKeys)));

  const find = (key: CampaignKey, { filter, order, behind, upToMs, limit }: ListPart) => {
    const { sort, behind: from } = orders[order];
    const $and: Filter<JobDocument>[] = [
      ...conditions(filter),
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
      open(await find(key, part).project<JobDocument>(listed).toArray()),

    /** A list to its end, with everything that is known of its jobs, some at a time. */
    walk: (key: CampaignKey, part: ListPart): AsyncGenerator<Job[], undefined> =>
      walkJobs(find(key, part), { open, before: orders[part.order].before }),

    /** Where a job stands now. */
    placeOf: async (key: CampaignKey, jobId: string): Promise<JobPlace | undefined> => {
      const document = await jobs.findOne({ _id: jobId, ...inCampaign(key) }, { projection: placed });
      return document ? { ID: jobId, CreatedMS: document.CreatedMS, UpdatedMS: document.UpdatedMS } : undefined;
    },

    /** By a job's id or by a phone number, newest first. */
    search: async (key: CampaignKey, text: string): Promise<ListedJob[]> => {
      const filter = text.startsWith('+') ? { NumberHash: await numberHash(text) } : { _id: text };
      const found = jobs.find({ ...inCampaign(key), ...filter }, { projection: listed }).sort({ _id: -1 });
      return open(await found.limit(searchLimit).toArray());
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
