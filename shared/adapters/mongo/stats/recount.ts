import { factFields, factsOf, sameFacts } from '../../../domain/stats/job-facts';
import type { CallFact } from '../../../domain/stats/call-facts';
import type { Job } from '../../../domain/job/job';
import { hasEnded, isWaiting } from '../../../domain/job/state';
import type { UncountedJob } from './batch';
import type { StatsCollections } from './documents';

/** A job of an earlier version whose calls have no facts yet. */
export type JobWithoutFacts = Pick<
  Job,
  'ID' | 'OrgID' | 'CampaignID' | 'State' | 'Sequence' | 'CallerID' | 'CampaignVersion'
>;

/** A step of the walk over all jobs. */
export interface RecountBatch {
  /** Jobs that have been called and whose calls have no facts, or former ones. */
  withoutFacts: JobWithoutFacts[];
  /** Jobs that are not counted as they are, although nothing says so: earlier versions changed them. */
  differing: string[];
  /** The last job that was looked at; absent at the end of the walk. */
  cursor: string | undefined;
}

type WalkedJob = UncountedJob & Pick<Job, 'OrgID' | 'CampaignID' | 'Sequence' | 'CallerID'>;
const projection = Object.fromEntries(
  [...factFields, 'Uncounted', 'Counted', 'OrgID', 'CampaignID', 'Sequence', 'CallerID'].map((name) => [
    name,
    1 as const,
  ]),
);

/** How long after a walk the next one begins: another process of an earlier version may have changed jobs since. */
const betweenWalksMs = 86_400_000;

/** Reads the jobs after a cursor, in the order of their ids. */
const createBatchReader =
  ({ jobs }: StatsCollections) =>
  async (after: string, limit: number): Promise<RecountBatch> => {
    const found = await jobs
      .find<WalkedJob>({ _id: { $gt: after } }, { projection })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray();
    return {
      withoutFacts: found.filter(lacksFacts).map(toJobWithoutFacts),
      differing: found.filter((job) => !lacksFacts(job) && differs(job)).map(({ _id }) => _id),
      cursor: found.length < limit ? undefined : found.at(-1)?._id,
    };
  };

/** True for a call that ended, or completed its job, in a process of an earlier version, which stores no facts of calls. */
function lacksFacts({ State, Metrics, CallFacts }: WalkedJob): boolean {
  if (CallFacts === undefined) return Metrics.TotalCallAttempts > 0;
  // During a call the next transition makes them; of an erased job the calls say nothing any more.
  if (!isWaiting(State) && !hasEnded(State)) return false;
  if (CallFacts.length !== Metrics.TotalCallAttempts) return true;
  if (CallFacts.some(({ Outcome }) => Outcome === 'in_progress')) return true;
  return State === 'completed' && CallFacts.length > 0 && CallFacts.at(-1)?.Objective !== true;
}

const differs = ({ Uncounted, Counted, ...job }: WalkedJob): boolean =>
  Uncounted === undefined && !sameFacts(Counted?.Facts, factsOf(job));

const toJobWithoutFacts = (job: WalkedJob): JobWithoutFacts => {
  const { _id: ID, OrgID, CampaignID, State, Sequence, CallerID, CampaignVersion } = job;
  return { ID, OrgID, CampaignID, State, Sequence, CallerID, CampaignVersion };
};

/**
 * The walk over all jobs that looks for those that are not counted: jobs of earlier versions, and jobs that a process of
 * an earlier version changed during an upgrade.
 */
export function createRecount(collections: StatsCollections) {
  const { jobs, state } = collections;
  return {
    /** The position of the walk; `undefined` while none is due. */
    findCursor: async (nowMs: number): Promise<string | undefined> => {
      const walk = await state.findOne({ _id: 'recount' });
      return (walk?.NextMS ?? 0) <= nowMs ? (walk?.Cursor ?? '') : undefined;
    },

    readBatch: createBatchReader(collections),

    /** Stores the facts of a job's calls, unless the job has moved on. */
    saveCallFacts: async ({ ID, Sequence }: JobWithoutFacts, CallFacts: CallFact[]): Promise<void> => {
      await jobs.updateOne({ _id: ID, Sequence }, { $set: { CallFacts }, $inc: { Uncounted: 1 } });
    },

    /** Has jobs counted. */
    mark: async (jobIds: readonly string[]): Promise<void> => {
      if (jobIds.length === 0) return;
      const unmarked = { _id: { $in: [...jobIds] }, Uncounted: { $exists: false } };
      await jobs.updateMany(unmarked, { $inc: { Uncounted: 1 } });
    },

    /** Records a step. @param cursor absent at the end of the walk */
    advance: async (cursor: string | undefined, nowMs: number): Promise<void> => {
      if (cursor !== undefined) {
        await state.updateOne({ _id: 'recount' }, { $set: { Cursor: cursor } }, { upsert: true });
        return;
      }
      await state.updateOne(
        { _id: 'recount' },
        // The end of the first walk stays.
        { $set: { NextMS: nowMs + betweenWalksMs }, $unset: { Cursor: '' }, $min: { CompletedMS: nowMs } },
        { upsert: true },
      );
    },
  };
}
