import type { Collection, Db, Filter } from 'mongodb';
import type { Job } from '../../../domain/job/job';
import { runningJobStates, type JobState } from '../../../domain/job/state';
import type { NumberHash } from '../../crypto/number-hash';
import { isDuplicateKey } from '../client';
import type { DataKeys, NewKey } from '../data-keys';
import { cipherFor, hydrateJob, readMetadata, toStoredFields, type JobDocument } from './document';
import { groupInserts } from '../group-inserts';
import { byKey, type JobKey } from './filter';
import { moveInQueue } from './queue-priority';
import { createReplans } from './replans';

export type { JobKey } from './filter';

/**
 * The sweeper handles a request after this time, in case the process that stored it died before it woke the workflow.
 */
const requestGraceMs = 5_000;

/** No client has requested the job's end; see `isEnding`. */
const notEnding = { CancelRequestedMS: { $exists: false }, DeletionRequestedMS: { $exists: false } };

/**
 * Reads one job: `find…` by its full key, for the API, and `load…` by its id alone, for workflows. `…Metadata` reads
 * the job without its sealed fields, which needs no key.
 */
export function createJobReads(jobs: Collection<JobDocument>, dataKeys: DataKeys) {
  const read = async (filter: Filter<JobDocument>): Promise<Job | undefined> => {
    const document = await jobs.findOne(filter);
    return document ? hydrateJob(document, dataKeys) : undefined;
  };
  const readWithoutKey = async (filter: Filter<JobDocument>): Promise<Job | undefined> => {
    const document = await jobs.findOne(filter);
    return document ? readMetadata(document) : undefined;
  };
  return {
    find: (key: JobKey) => read(byKey(key)),
    findMetadata: (key: JobKey) => readWithoutKey(byKey(key)),
    load: (jobId: string) => read({ _id: jobId }),
    loadMetadata: (jobId: string) => readWithoutKey({ _id: jobId }),
    /** Those of some ids that a job has. */
    findStored: async (jobIds: readonly string[]): Promise<ReadonlySet<string>> => {
      const found = jobs.find({ _id: { $in: [...jobIds] } }, { projection: { _id: 1 } });
      return new Set((await found.toArray()).map(({ _id }) => _id));
    },
  };
}

/** Requests of clients. The job's workflow handles them; the sweeper makes sure of it. */
const createRequests = (jobs: Collection<JobDocument>, dataKeys: DataKeys) => ({
  /** Requests a running job's cancellation. @returns the job after it, or `undefined` when it is not running */
  requestCancel: async (key: JobKey, nowMs: number): Promise<Job | undefined> => {
    const running = { State: { $in: [...runningJobStates] as JobState[] } };
    const document = await jobs.findOneAndUpdate(
      { ...byKey(key), ...running },
      { $min: { CancelRequestedMS: nowMs, DueMS: nowMs + requestGraceMs } },
      { returnDocument: 'after' },
    );
    return document ? hydrateJob(document, dataKeys) : undefined;
  },

  /** Requests a job's erasure, unless it is erased. The job need not open. */
  requestErasure: async (key: JobKey, nowMs: number): Promise<void> => {
    await jobs.updateOne(
      { ...byKey(key), State: { $ne: 'deleted' } },
      { $min: { DeletionRequestedMS: nowMs, DueMS: nowMs + requestGraceMs }, $unset: { EndedMS: '' } },
    );
  },
});

interface JobKeys {
  numberHash: NumberHash;
  dataKeys: DataKeys;
}

/** New jobs, each with a data key of its own. */
function createInserts(jobs: Collection<JobDocument>, { numberHash, dataKeys }: JobKeys) {
  const insertGrouped = groupInserts(jobs);
  const createDocument = async (job: Job): Promise<{ document: JobDocument; key: NewKey }> => {
    const [key, NumberHash] = await Promise.all([dataKeys.create(job), numberHash(job.PhoneNumber)]);
    const fields = { ...toStoredFields(job, key.cipher), ...key.fields, NumberHash, Uncounted: 1 };
    return { document: fields as JobDocument, key };
  };
  return {
    /** Stores a new job. @throws a duplicate-key error when the id is taken */
    insert: async (job: Job): Promise<void> => {
      const { document, key } = await createDocument(job);
      await insertGrouped([document]);
      key.cache();
    },

    /**
     * Stores those new jobs whose ids are free. Repeating it changes nothing.
     * @returns the jobs as they are stored; if one existed, all of them without their sealed fields
     */
    insertMissing: async (newJobs: readonly Job[]): Promise<readonly Job[]> => {
      if (newJobs.length === 0) return [];
      const created = await Promise.all(newJobs.map(createDocument));
      try {
        await jobs.insertMany(
          created.map(({ document }) => document),
          { ordered: false },
        );
        for (const { key } of created) key.cache();
        return newJobs;
      } catch (error) {
        // Existing jobs keep their own keys: the keys created here must not be cached for them.
        if (!isDuplicateKey(error)) throw error;
        return jobs
          .find({ _id: { $in: newJobs.map(({ ID }) => ID) } })
          .map(readMetadata)
          .toArray();
      }
    },
  };
}

/** Single jobs: every read, creation, and the changes that the API makes. */
export function createJobsRepository(db: Db, keys: JobKeys) {
  const { dataKeys } = keys;
  const jobs = db.collection<JobDocument>('jobs');

  return {
    ...createJobReads(jobs, dataKeys),
    ...createRequests(jobs, dataKeys),
    ...createInserts(jobs, keys),
    ...createReplans(db),

    /**
     * Replaces fields of a running job in one write. New overrides take precedence over an earlier reschedule.
     * @param change.UpdatedBy the bulk action that updates the job, which it does once
     * @returns the job after it, or `undefined` when it is not running, its end was requested, or the action updated it
     */
    update: async (
      key: JobKey,
      change: Partial<Pick<Job, 'Data' | 'Metadata' | 'Overrides' | 'PlannedFromMS' | 'Priority' | 'UpdatedBy'>>,
      nowMs: number,
    ): Promise<Job | undefined> => {
      const cipher = await cipherFor(key.jobId, change, dataKeys);
      const once = change.UpdatedBy === undefined ? {} : { UpdatedBy: { $ne: change.UpdatedBy } };
      const document = await jobs.findOneAndUpdate(
        { ...byKey(key), State: { $in: [...runningJobStates] }, ...notEnding, ...once },
        {
          $set: { ...toStoredFields(change, cipher), UpdatedMS: nowMs },
          ...(change.Overrides ? { $min: { DueMS: nowMs + requestGraceMs }, $unset: { OperatorCallMS: '' } } : {}),
        },
        { returnDocument: 'after' },
      );
      if (document !== null && change.Priority !== undefined) await moveInQueue(jobs, key.jobId, change.Priority);
      return document ? hydrateJob(document, dataKeys) : undefined;
    },
  };
}
export type JobsRepository = ReturnType<typeof createJobsRepository>;
