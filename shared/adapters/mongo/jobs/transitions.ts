import type { Collection, Db, Filter, UpdateFilter } from 'mongodb';
import { invariant } from '../../../domain/assert';
import type { Job } from '../../../domain/job/job';
import { canTransition, hasEnded, isErasing, type JobState } from '../../../domain/job/state';
import { nextEventTimeMs } from '../../../domain/webhook/event';
import type { FieldCipher } from '../../crypto/field-cipher';
import type { DataKeys } from '../data-keys';
import { cipherFor, hydrateJob, readMetadata, toStoredFields, sealedFieldsUnset, type JobDocument } from './document';

/** One move of a job: the state it goes to and what changes with it. `undefined` in `set` removes a field. */
export interface JobTransition {
  jobId: string;
  /** The `Sequence` the mover last saw: the compare of the compare-and-set. */
  fromSequence: number;
  to: JobState;
  nowMs: number;
  set?: Partial<Job>;
  /** The job as the mover has just read it, which saves reading it again. */
  current?: Job;
}

/** Somebody else moved the job: the mover's picture of it is stale. */
export class StaleJobError extends Error {
  override name = 'JobMovedError';
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
    // MongoDB before 5.0 refuses an operator without fields.
    ...(Object.keys(present).length > 0 ? { $set: toStoredFields(present, cipher) } : {}),
    ...(Object.keys(removed).length > 0 ? { $unset: removed } : {}),
  };
}

/** What the sweeper needs to know of a job: nothing that is sealed, so that one that does not open holds up no other. */
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

/** Jobs that something is overdue for, by one of their times. */
async function findOverdue(
  jobs: Collection<JobDocument>,
  by: 'DueMS' | 'EndedMS',
  filter: Filter<JobDocument>,
  limit: number,
): Promise<DueJob[]> {
  const found = jobs.find(filter, { projection: dueProjection }).sort({ [by]: 1 });
  return (await found.limit(limit).toArray()).map(({ _id, ...rest }) => ({ ...rest, ID: _id }));
}

/** Jobs that nobody moved in time. */
const sweeperQueries = (jobs: Collection<JobDocument>) => ({
  /** Jobs that should have moved by now, most overdue first. */
  findDue: (nowMs: number, limit: number): Promise<DueJob[]> =>
    findOverdue(jobs, 'DueMS', { DueMS: { $lt: nowMs } }, limit),

  /** Jobs of a campaign that ended before an instant and that nobody asked to erase yet. */
  findEnded: (campaignId: string, beforeMs: number, limit: number): Promise<DueJob[]> =>
    findOverdue(jobs, 'EndedMS', { CampaignID: campaignId, EndedMS: { $lt: beforeMs } }, limit),

  /** Looks at a due job again a minute later, unless it moved meanwhile. */
  postpone: async (job: DueJob, nowMs: number): Promise<void> => {
    if (job.DueMS === undefined) return;
    await jobs.updateOne(
      { _id: job.ID, Sequence: job.Sequence, DueMS: job.DueMS },
      { $set: { DueMS: nowMs + postponeMs } },
    );
  },
});

const reads = (jobs: Collection<JobDocument>, dataKeys: DataKeys) => ({
  load: async (jobId: string): Promise<Job | undefined> => {
    const document = await jobs.findOne({ _id: jobId });
    return document ? hydrateJob(document, dataKeys) : undefined;
  },

  /** The job without what is sealed, which needs no key. */
  loadMetadata: async (jobId: string): Promise<Job | undefined> => {
    const document = await jobs.findOne({ _id: jobId });
    return document ? readMetadata(document) : undefined;
  },
});

/** The jobs as their workflows move them. */
export function createJobTransitions(db: Db, dataKeys: DataKeys) {
  const jobs = db.collection<JobDocument>('jobs');
  const { load, loadMetadata: loadOutline } = reads(jobs, dataKeys);

  return {
    load,
    loadOutline,

    /**
     * Moves a job by one compare-and-set. Repeating a move that was made returns the job as it stands, so a repeated step is harmless.
     * A move to `calling` does not happen once somebody asked to cancel or erase the job: then the job comes back unmoved.
     * @returns the job; one on its way to be erased without what is sealed
     * @throws {StaleJobError} when the job has gone elsewhere meanwhile
     */
    apply: async ({ jobId, fromSequence, to, nowMs, set = {}, current: known }: JobTransition): Promise<Job> => {
      const job = known ?? (await load(jobId));
      if (job?.Sequence === fromSequence + 1 && job.State === to) return job;
      if (job?.Sequence !== fromSequence)
        throw new StaleJobError(`Job ${jobId} is not at move ${fromSequence} any more.`);
      invariant(canTransition(job.State, to), `job ${jobId} cannot move from ${job.State} to ${to}`);
      const change: Partial<Job> = {
        ...set,
        State: to,
        Sequence: fromSequence + 1,
        EventTimeMS: nextEventTimeMs(nowMs, job.EventTimeMS),
        UpdatedMS: nowMs,
        // From here its campaign's retention counts.
        ...(hasEnded(to) ? { EndedMS: nowMs } : {}),
      };
      const noPendingRequest =
        to === 'calling' ? { CancelRequestedMS: { $exists: false }, DeletionRequestedMS: { $exists: false } } : {};
      const cipher = await cipherFor(jobId, change, dataKeys);
      const updated = await jobs.findOneAndUpdate(
        { _id: jobId, Sequence: fromSequence, ...noPendingRequest },
        toUpdate(change, cipher),
        { returnDocument: 'after' },
      );
      // What is to be erased is moved though nobody can open it.
      if (updated) return isErasing(to) ? readMetadata(updated) : hydrateJob(updated, dataKeys);
      const stored = await load(jobId);
      if (stored?.Sequence === fromSequence) return stored;
      if (stored?.Sequence === fromSequence + 1 && stored.State === to) return stored;
      throw new StaleJobError(`Job ${jobId} was moved by somebody else.`);
    },

    /** Changes fields of a job that stands where the caller thinks it does, without a move. @returns false when it does not */
    amend: async (jobId: string, sequence: number, set: Partial<Job>): Promise<boolean> => {
      const update = toUpdate(set, await cipherFor(jobId, set, dataKeys));
      return (await jobs.updateOne({ _id: jobId, Sequence: sequence }, update)).matchedCount === 1;
    },

    /** Erases what is personal in a job's document, and then its data key. Harmless to repeat. */
    erase: async (jobId: string): Promise<void> => {
      await jobs.updateOne({ _id: jobId }, { $unset: sealedFieldsUnset });
      await dataKeys.destroy(jobId);
    },

    ...sweeperQueries(jobs),
  };
}
export type JobTransitions = ReturnType<typeof createJobTransitions>;
