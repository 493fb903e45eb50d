import type { Collection, Db, Filter, UpdateFilter } from 'mongodb';
import { invariant } from '../../../domain/assert';
import type { Job } from '../../../domain/job/job';
import { canTransition, hasEnded, isErasing, type JobState } from '../../../domain/job/state';
import { nextEventTimeMs } from '../../../domain/webhook/event';
import type { FieldCipher } from '../../crypto/field-cipher';
import type { DataKeys } from '../data-keys';
import { cipherFor, hydrateJob, readMetadata, sealedFieldsUnset, toStoredFields, type JobDocument } from './document';
import { createJobReads } from './repository';

/** One transition of a job: its new state, and the fields that change with it. `undefined` in `set` removes a field. */
export interface JobTransition {
  jobId: string;
  /** The `Sequence` that the caller last read: the "compare" of the compare-and-set. */
  fromSequence: number;
  to: JobState;
  nowMs: number;
  set?: Partial<Job>;
  /** The job as the caller has just read it, which saves a read. */
  current?: Job;
}

/** Another writer changed the job's state: what the caller read is stale. */
export class StaleJobError extends Error {
  override name = 'StaleJobError';
}

const postponeMs = 60_000;

function toUpdate(set: Partial<Job>, cipher: FieldCipher): UpdateFilter<JobDocument> {
  const present = Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined)) as Partial<Job>;
  const removed = Object.fromEntries(
    Object.keys(set)
      .filter((name) => set[name as keyof Job] === undefined)
      .map((name) => [name, '' as const]),
  );
  return {
    // MongoDB before 5.0 rejects an operator without fields.
    ...(Object.keys(present).length > 0 ? { $set: toStoredFields(present, cipher) } : {}),
    ...(Object.keys(removed).length > 0 ? { $unset: removed } : {}),
  };
}

/** Matches the job only while its call stands as it was read: neither rescheduled nor about to end. */
const stillPlanned = ({ NextCallMS, PlannedFromMS }: Job): Filter<JobDocument> => ({
  CancelRequestedMS: { $exists: false },
  DeletionRequestedMS: { $exists: false },
  NextCallMS: NextCallMS ?? { $exists: false },
  // New constraints, or a new version of the campaign, start the plan over.
  PlannedFromMS: PlannedFromMS ?? { $exists: false },
});

/** What the sweeper reads of a job. It holds no sealed field: a job that does not open must not block the others. */
export type DueJob = Pick<
  Job,
  'ID' | 'OrgID' | 'CampaignID' | 'ImportID' | 'TestJob' | 'State' | 'Sequence' | 'DueMS' | 'DeletionRequestedMS'
>;
const dueProjection = {
  OrgID: 1,
  CampaignID: 1,
  ImportID: 1,
  TestJob: 1,
  State: 1,
  Sequence: 1,
  DueMS: 1,
  DeletionRequestedMS: 1,
} as const;

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
const createSweeperQueries = (jobs: Collection<JobDocument>) => ({
  /** Overdue jobs, most overdue first. */
  findDue: (nowMs: number, limit: number): Promise<DueJob[]> =>
    findOverdue(jobs, 'DueMS', { DueMS: { $lt: nowMs } }, limit),

  /** Jobs of a campaign that ended before an instant and whose erasure was not requested. */
  findEnded: (campaignId: string, beforeMs: number, limit: number): Promise<DueJob[]> =>
    findOverdue(jobs, 'EndedMS', { CampaignID: campaignId, EndedMS: { $lt: beforeMs } }, limit),

  /** Makes a job due again a minute later, unless its state or deadline changed. */
  postpone: async (job: DueJob, nowMs: number): Promise<void> => {
    if (job.DueMS === undefined) return;
    await jobs.updateOne(
      { _id: job.ID, Sequence: job.Sequence, DueMS: job.DueMS },
      { $set: { DueMS: nowMs + postponeMs } },
    );
  },
});

/** The state changes of jobs, which only their workflows make. */
export function createJobTransitions(db: Db, dataKeys: DataKeys) {
  const jobs = db.collection<JobDocument>('jobs');
  const { load } = createJobReads(jobs, dataKeys);

  return {
    /**
     * Applies a transition by one compare-and-set. Repeating an applied transition returns the stored job, so a
     * repeated activity is harmless. A transition to `calling` is not applied once cancellation or erasure is
     * requested, or once the job's plan or constraints changed: the job returns unchanged.
     * @returns the job after it; one that is being erased without its sealed fields
     * @throws {StaleJobError} when another writer changed the job's state
     */
    apply: async ({ jobId, fromSequence, to, nowMs, set = {}, current }: JobTransition): Promise<Job> => {
      const job = current ?? (await load(jobId));
      if (job?.Sequence === fromSequence + 1 && job.State === to) return job;
      if (job?.Sequence !== fromSequence)
        throw new StaleJobError(`Job ${jobId} is no longer at sequence ${fromSequence}.`);
      invariant(canTransition(job.State, to), `job ${jobId} cannot go from ${job.State} to ${to}`);
      const change: Partial<Job> = {
        ...set,
        State: to,
        Sequence: fromSequence + 1,
        EventTimeMS: nextEventTimeMs(nowMs, job.EventTimeMS),
        UpdatedMS: nowMs,
        // The campaign's retention starts here.
        ...(hasEnded(to) ? { EndedMS: nowMs } : {}),
      };
      const cipher = await cipherFor(jobId, change, dataKeys);
      const updated = await jobs.findOneAndUpdate(
        { _id: jobId, Sequence: fromSequence, ...(to === 'calling' ? stillPlanned(job) : {}) },
        toUpdate(change, cipher),
        { returnDocument: 'after' },
      );
      // A job that does not open must still be erased.
      if (updated) return isErasing(to) ? readMetadata(updated) : hydrateJob(updated, dataKeys);
      const stored = await load(jobId);
      if (stored?.Sequence === fromSequence) return stored;
      if (stored?.Sequence === fromSequence + 1 && stored.State === to) return stored;
      throw new StaleJobError(`Another writer changed job ${jobId}.`);
    },

    /** Changes fields without a transition, while the job is at `sequence`. @returns false when it is not */
    amend: async (jobId: string, sequence: number, set: Partial<Job>): Promise<boolean> => {
      const update = toUpdate(set, await cipherFor(jobId, set, dataKeys));
      return (await jobs.updateOne({ _id: jobId, Sequence: sequence }, update)).matchedCount === 1;
    },

    /** Erases the personal fields of a job's document, then its data key. Repeating it is harmless. */
    erase: async (jobId: string): Promise<void> => {
      await jobs.updateOne({ _id: jobId }, { $unset: sealedFieldsUnset });
      await dataKeys.destroy(jobId);
    },

    ...createSweeperQueries(jobs),
  };
}
export type JobTransitions = ReturnType<typeof createJobTransitions>;
