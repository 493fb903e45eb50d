import { BSON, type Collection, type Db, type Filter, type FindCursor } from 'mongodb';
import { jobIdRangeOf, type BulkImport, type JobCounts } from '../../../domain/import/import';
import type { Job } from '../../../domain/job/job';
import { isErasing, jobStates, type JobState } from '../../../domain/job/state';
import type { InTurns } from '../../../domain/turns';
import type { NumberHash } from '../../crypto/number-hash';
import { keyFields, type DataKeys } from '../data-keys';
import { hydrateJob, toJob, type JobDocument } from './document';
import { byKey, inCampaign, orders, toConditions } from './filter';
import type { CampaignKey, JobCursor, JobFilter, JobOrder } from './filter';

export type { CampaignKey } from './filter';

/** What lists show of a job. */
export type ListedJob = Pick<
  Job,
  | 'ID'
  | 'PhoneNumber'
  | 'ContactName'
  | 'State'
  | 'CreatedMS'
  | 'UpdatedMS'
  | 'TestJob'
  | 'Metrics'
  | 'FailureReason'
  | 'CallCount'
  | PlanFields
>;
/** The fields of a job that say when it is called and what holds it. */
type PlanFields = 'NextCallMS' | 'Held' | 'HeldBy' | 'OperatorCallMS' | 'Retry' | 'Queued';

/** A part of a list. */
export interface ListPart {
  filter: JobFilter;
  order: JobOrder;
  /** The list continues after this cursor; without one it starts at the beginning. */
  after?: JobCursor | undefined;
  /** With order `updated`: skips jobs updated later. */
  upToMs?: number | undefined;
  /** Without a limit the part reaches to the end. */
  limit?: number | undefined;
}

const searchLimit = 100;
const notErased: Filter<JobDocument> = {
  State: { $in: jobStates.filter((state) => !isErasing(state)) },
  DeletionRequestedMS: { $exists: false },
};
/** A walk holds as many jobs and their keys in memory, and fetches a part of them at a time; each job may have 256 kB. */
const walkBatch = { jobs: 200, bytes: 250_000, fetched: 10 } as const;
/** What a walk may cost the server over all of its batches, each of which must come within the connection's time limit. */
const walkTimeMs = 600_000;
const cursorFields = { CreatedMS: 1, UpdatedMS: 1 } as const;
const planFields = { NextCallMS: 1, Held: 1, HeldBy: 1, OperatorCallMS: 1, Retry: 1, Queued: 1 } as const;
const listedFields = {
  PhoneNumber: 1,
  ContactName: 1,
  State: 1,
  TestJob: 1,
  Metrics: 1,
  FailureReason: 1,
  CallCount: 1,
  ...planFields,
  ...cursorFields,
  ...keyFields,
} as const;

const createCounts = (jobs: Collection<JobDocument>) => ({
  /** Counts an import's jobs by state. Their ids are consecutive, so the primary key finds them. */
  countByImport: async (bulkImport: BulkImport): Promise<JobCounts> => {
    const { firstId, lastId } = jobIdRangeOf(bulkImport);
    const counted = await jobs
      .aggregate<{ _id: JobState; Jobs: number }>([
        { $match: { _id: { $gte: firstId, $lte: lastId }, ImportID: bulkImport.ID } },
        { $group: { _id: '$State', Jobs: { $sum: 1 } } },
      ])
      .toArray();
    return Object.fromEntries(counted.map(({ _id, Jobs }) => [_id, Jobs]));
  },
});

/** Lists and counts of jobs. Lists continue by key, never by offset. */
export function createJobLists(db: Db, keys: { numberHash: NumberHash; dataKeys: DataKeys }) {
  const { numberHash, dataKeys } = keys;
  const jobs = db.collection<JobDocument>('jobs');

  const hydrateAll = (documents: readonly JobDocument[]): Promise<Job[]> =>
    Promise.all(documents.map((document) => hydrateJob(document, dataKeys)));

  const find = (key: CampaignKey, { filter, order, after, upToMs, limit }: ListPart) => {
    const { sort, after: toRange } = orders[order];
    const $and: Filter<JobDocument>[] = [
      ...toConditions(filter),
      ...(upToMs === undefined ? [] : [{ UpdatedMS: { $lte: upToMs } }]),
      ...(after === undefined ? [] : toRange(after)),
    ];
    const found = jobs.find({ ...inCampaign(key), ...($and.length === 0 ? {} : { $and }) }).sort(sort);
    // Never `limit(0)`: with it the driver requests ever larger batches.
    return limit === undefined ? found : found.limit(limit);
  };

  return {
    /** A part of a list, with the fields that lists show. */
    list: async (key: CampaignKey, part: ListPart): Promise<ListedJob[]> =>
      hydrateAll(await find(key, part).project<JobDocument>(listedFields).toArray()),

    /** A whole list of complete jobs, in batches, which are decrypted in turns. */
    walk: (key: CampaignKey, part: ListPart, inTurns: InTurns): AsyncGenerator<Job[], undefined> => {
      const hydrate = async (documents: readonly JobDocument[]): Promise<Job[]> => {
        const opened = await Promise.all(
          documents.map(async (document) => ({ document, cipher: await dataKeys.ofDocument(document) })),
        );
        return inTurns(opened, ({ document, cipher }) => toJob(document, cipher));
      };
      return walkJobs(find(key, part), { hydrate, isBefore: orders[part.order].isBefore });
    },

    /** The current position of a job. */
    findCursor: async (key: CampaignKey, jobId: string): Promise<JobCursor | undefined> => {
      const document = await jobs.findOne(byKey({ ...key, jobId }), { projection: cursorFields });
      return document ? { ID: jobId, CreatedMS: document.CreatedMS, UpdatedMS: document.UpdatedMS } : undefined;
    },

    /** Searches by job id or phone number, newest first. A job whose erasure was requested has no number any more. */
    search: async (key: CampaignKey, text: string): Promise<ListedJob[]> => {
      const filter = text.startsWith('+') ? { NumberHash: await numberHash(text), ...notErased } : { _id: text };
      const found = jobs.find({ ...inCampaign(key), ...filter }, { projection: listedFields }).sort({ _id: -1 });
      return hydrateAll(await found.limit(searchLimit).toArray());
    },

    ...createCounts(jobs),
  };
}
export type JobLists = ReturnType<typeof createJobLists>;

interface WalkOptions {
  hydrate: (documents: readonly JobDocument[]) => Promise<Job[]>;
  isBefore: (one: JobCursor, other: JobCursor) => boolean;
}

/**
 * Walks a list in batches. The database's cursor waits while the consumer requests no batch and closes when the
 * consumer stops. After ten idle minutes the database drops it, and the walk fails.
 */
async function* walkJobs(
  cursor: FindCursor<JobDocument>,
  { hydrate, isBefore }: WalkOptions,
): AsyncGenerator<Job[], undefined> {
  let last: Job | undefined;
  let documents: JobDocument[] = [];
  const takeBatch = async (): Promise<Job[]> => {
    const jobs = await hydrate(documents);
    documents = [];
    // The cursor can meet a job again whose index entry moved while it passed: skip what does not follow the last job.
    return jobs.filter((job) => {
      if (last !== undefined && !isBefore(last, job)) return false;
      last = job;
      return true;
    });
  };
  let bytes = 0;
  for await (const document of cursor.batchSize(walkBatch.fetched).maxTimeMS(walkTimeMs).allowDiskUse(true)) {
    bytes += BSON.calculateObjectSize(document);
    if (documents.push(document) < walkBatch.jobs && bytes < walkBatch.bytes) continue;
    yield await takeBatch();
    bytes = 0;
  }
  if (documents.length > 0) yield await takeBatch();
}
