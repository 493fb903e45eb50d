import type { Collection, Db, Filter, UpdateFilter } from 'mongodb';
import { invariant } from '../../../domain/assert';
import { scheduleGraceMs } from '../../../domain/job/decisions';
import type { Job } from '../../../domain/job/job';
import { canTransition, isErasing, type JobState } from '../../../domain/job/state';
import { fieldsAfter } from '../../../domain/job/transition';
import { clearCipher, type FieldCipher } from '../../crypto/field-cipher';
import type { DataKeys } from '../data-keys';
import { groupCommands } from '../group-commands';
import { cipherFor, hydrateJob, readMetadata, sealedFieldsUnset, toStoredFields, type JobDocument } from './document';
import { createOverdueJobs } from './overdue';
import { createEnqueue } from './queue-priority';
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

/** An update with a mark for the statistics, which count the change later. */
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
    $inc: { Uncounted: 1 },
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

/**
 * Sets the deadline of a new job that was published and started to that of its call, unless a request or another plan
 * came in between. A job that has failed loses its deadline.
 */
const createRecordStarted = (jobs: Collection<JobDocument>) => {
  const toUpdateOne = (job: Job) => {
    const { ID: _id, Sequence, NextCallMS } = job;
    const DueMS = NextCallMS === undefined ? undefined : NextCallMS + scheduleGraceMs;
    const update = DueMS === undefined ? { $unset: { DueMS: '' as const } } : { $set: { DueMS } };
    return { updateOne: { filter: { _id, Sequence, ...stillPlanned(job) }, update } };
  };
  return groupCommands<Job>(async (started) => {
    // If one fails, all callers see it: the sweeper starts those jobs again, which changes nothing.
    await jobs.bulkWrite(started.map(toUpdateOne), { ordered: false });
    return [];
  });
};

/**
 * Stores a new plan of a waiting job, unless the plan was started over, or a place was handed to the job, since it was
 * read: the deadline of a job with a place must not move behind that place.
 * @returns false when it was, or the job has moved on
 */
const createReplan =
  (jobs: Collection<JobDocument>) =>
  async ({ ID: _id, Sequence, PlannedFromMS, Queued }: Job, set: Partial<Job>): Promise<boolean> => {
    const asRead = {
      _id,
      Sequence,
      PlannedFromMS: PlannedFromMS ?? { $exists: false },
      'Queued.WaitsIn': Queued?.WaitsIn ?? { $exists: false },
    };
    return (await jobs.updateOne(asRead, toUpdate(set, clearCipher))).matchedCount === 1;
  };

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
      const change = fieldsAfter(job, { to, set }, nowMs);
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

    replan: createReplan(jobs),

    /** Erases the personal fields of a job's document, then its data key. Repeating it is harmless. */
    erase: async (jobId: string): Promise<void> => {
      await jobs.updateOne({ _id: jobId }, { $unset: sealedFieldsUnset });
      await dataKeys.destroy(jobId);
    },

    enqueue: createEnqueue(jobs),
    recordStarted: createRecordStarted(jobs),
    ...createOverdueJobs(jobs),
  };
}
export type JobTransitions = ReturnType<typeof createJobTransitions>;
