import type { Collection, Db, Filter } from 'mongodb';
import type { Job } from '../../../domain/job/job';
import { runningJobStates, type JobState } from '../../../domain/job/state';
import type { NumberHash } from '../../crypto/number-hash';
import { isDuplicateKey } from '../client';
import type { DataKeys, NewKey } from '../data-keys';
import { cipherFor, hydrateJob, readMetadata, toStoredFields, type JobDocument } from './document';

/** Where a job stands; a query that lacks one part must not compile, so that no tenant sees another's. */
export interface JobKey {
  orgId: string;
  campaignId: string;
  jobId: string;
}
/** A job that was just asked for something is looked at by the sweeper this soon, should the messenger have died. */
const requestGraceMs = 5_000;

const inCampaign = (key: { orgId: string; campaignId: string }) => ({ OrgID: key.orgId, CampaignID: key.campaignId });
const byKey = ({ jobId, ...key }: JobKey): Filter<JobDocument> => ({ _id: jobId, ...inCampaign(key) });

/** What people want of a job; its workflow, or the sweeper, sees to it. */
const requests = (jobs: Collection<JobDocument>, dataKeys: DataKeys) => ({
  /** Writes the wish to cancel, if the job still runs. @returns the job after it, or `undefined` when it does not run */
  requestCancel: async (key: JobKey, nowMs: number): Promise<Job | undefined> => {
    const running = { State: { $in: [...runningJobStates] as JobState[] } };
    const document = await jobs.findOneAndUpdate(
      { ...byKey(key), ...running },
      { $min: { CancelRequestedMS: nowMs, DueMS: nowMs + requestGraceMs } },
      { returnDocument: 'after' },
    );
    return document ? hydrateJob(document, dataKeys) : undefined;
  },

  /** Writes the wish to erase, unless the job is erased. The job need not open for it. */
  requestErasure: async (key: JobKey, nowMs: number): Promise<void> => {
    await jobs.updateOne(
      { ...byKey(key), State: { $ne: 'deleted' } },
      { $min: { DeletionRequestedMS: nowMs, DueMS: nowMs + requestGraceMs }, $unset: { EndedMS: '' } },
    );
  },

  /** Has the sweeper plan again every job of a campaign that waits for its first call: those follow the campaign's next version. */
  replanWaiting: async (key: { orgId: string; campaignId: string }, nowMs: number): Promise<void> => {
    await jobs.updateMany(
      { ...inCampaign(key), State: 'scheduled', CampaignVersion: null },
      { $set: { DueMS: nowMs, PlannedFromMS: nowMs } },
    );
  },
});

const reads = (jobs: Collection<JobDocument>, dataKeys: DataKeys) => ({
  find: async (key: JobKey): Promise<Job | undefined> => {
    const document = await jobs.findOne(byKey(key));
    return document ? hydrateJob(document, dataKeys) : undefined;
  },

  /** The job without what is sealed, which needs no key. */
  findMetadata: async (key: JobKey): Promise<Job | undefined> => {
    const document = await jobs.findOne(byKey(key));
    return document ? readMetadata(document) : undefined;
  },
});

/** The jobs as the API makes and changes them. Their moves are in job-moves, their lists in job-lists. */
export function createJobsRepository(db: Db, keys: { numberHash: NumberHash; dataKeys: DataKeys }) {
  const { numberHash, dataKeys } = keys;
  const jobs = db.collection<JobDocument>('jobs');
  const createDocument = async (job: Job): Promise<{ document: JobDocument; key: NewKey }> => {
    const [key, NumberHash] = await Promise.all([dataKeys.create(job), numberHash(job.PhoneNumber)]);
    return { document: { ...toStoredFields(job, key.cipher), ...key.fields, NumberHash } as JobDocument, key };
  };

  return {
    /** Stores a new job. @throws a duplicate-key error when the id is taken */
    insert: async (job: Job): Promise<void> => {
      const { document, key } = await createDocument(job);
      await jobs.insertOne(document);
      key.cache();
    },

    /** Stores those of some new jobs whose ids are not taken: repeating it changes nothing. */
    insertMissing: async (many: readonly Job[]): Promise<void> => {
      if (many.length === 0) return;
      const created = await Promise.all(many.map(createDocument));
      try {
        await jobs.insertMany(
          created.map(({ document }) => document),
          { ordered: false },
        );
        for (const { key } of created) key.cache();
      } catch (error) {
        // Those that stood before have keys of their own: the keys made here are not theirs.
        if (!isDuplicateKey(error)) throw error;
      }
    },

    ...reads(jobs, dataKeys),
    ...requests(jobs, dataKeys),

    /** Replaces parts of a running job; the filter makes it all or nothing. @returns the job after it, or `undefined` when it does not run */
    update: async (
      key: JobKey,
      change: Partial<Pick<Job, 'Data' | 'Metadata' | 'Overrides'>>,
      nowMs: number,
    ): Promise<Job | undefined> => {
      const cipher = await cipherFor(key.jobId, change, dataKeys);
      const document = await jobs.findOneAndUpdate(
        { ...byKey(key), State: { $in: [...runningJobStates] }, CancelRequestedMS: { $exists: false } },
        {
          $set: { ...toStoredFields(change, cipher), UpdatedMS: nowMs },
          ...(change.Overrides ? { $min: { DueMS: nowMs + requestGraceMs } } : {}),
        },
        { returnDocument: 'after' },
      );
      return document ? hydrateJob(document, dataKeys) : undefined;
    },
  };
}
export type JobsRepository = ReturnType<typeof createJobsRepository>;
