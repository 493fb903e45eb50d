import type { Collection, Db } from 'mongodb';
import { settlingMs } from '../../../domain/campaign/state';
import { failurePostponementMs } from '../../../domain/overdue';
import type { JobDocument } from './document';
import { inCampaign, orders, toConditions } from './filter';
import type { ReplanCursor, ReplanDocument, ReplanTask } from './replans';

/** Jobs of one step of a walk. */
export interface ReplanBatch {
  /** The jobs to plan again. The step may have passed over others. */
  jobIds: string[];
  /** The last job that was looked at; absent when the walk has reached the end. */
  cursor: ReplanCursor | undefined;
}

/** A worker that takes longer over one batch has been lost, and another one repeats the batch. */
const claimMs = 60_000;

/** True at the end of the walk that a change of state began: another one follows, over the jobs that were stored in between. */
const settlesLater = ({ Settles, FromJobID }: ReplanTask): boolean => Settles === true && FromJobID === undefined;

/** The lowest id of the jobs that were created at an instant, in ms: ids sort by creation. */
const firstJobIdAt = (atMs: number): string => `job_${Math.max(0, atMs).toString(16).padStart(12, '0')}`;

/**
 * Records a batch of a claimed task. At the end of the walk the task is deleted, or walks again for a request that
 * came since it began. @returns true if there is more to do
 */
const createAdvance =
  (tasks: Collection<ReplanDocument>) =>
  async (task: ReplanTask, cursor: ReplanCursor | undefined, nowMs: number): Promise<boolean> => {
    const { ID: _id, DueMS, Requests, WalkOf = Requests } = task;
    const claimed = { _id, DueMS };
    if (cursor !== undefined) {
      await tasks.updateOne(claimed, { $set: { Cursor: cursor, WalkOf, DueMS: nowMs } });
      return true;
    }
    if (settlesLater(task)) {
      const again = {
        FromJobID: firstJobIdAt(task.AtMS - settlingMs),
        WalkOf,
        DueMS: Math.max(nowMs, task.AtMS + settlingMs),
      };
      const settling = await tasks.updateOne({ ...claimed, Requests: WalkOf }, { $set: again, $unset: { Cursor: '' } });
      if (settling.matchedCount === 1) return again.DueMS <= nowMs;
    }
    if ((await tasks.deleteOne({ ...claimed, Requests: WalkOf })).deletedCount === 1) return false;
    await tasks.updateOne(claimed, { $set: { DueMS: nowMs }, $unset: { Cursor: '', WalkOf: '', FromJobID: '' } });
    return true;
  };

/**
 * Starts the plans of waiting jobs over. A call that is about to be placed is planned again first. Jobs in a queue stay
 * there: they are planned again when a place is handed to them.
 * @param atMs the instant of the change
 */
const createStartOver =
  (jobs: Collection<JobDocument>) =>
  async (jobIds: readonly string[], atMs: number): Promise<void> => {
    const waiting = { _id: { $in: [...jobIds] }, State: 'scheduled' as const };
    const plan = { $max: { PlannedFromMS: atMs } };
    await jobs.updateMany({ ...waiting, 'Queued.WaitsIn': { $exists: true } }, plan);
    await jobs.updateMany({ ...waiting, 'Queued.WaitsIn': { $exists: false } }, { ...plan, $unset: { Queued: '' } });
  };

/** The steps of the background walks over waiting jobs. */
export function createReplanTasks(db: Db) {
  const tasks = db.collection<ReplanDocument>('replans');
  const readBatch = createBatchReader(db);
  const jobs = db.collection<JobDocument>('jobs');

  return {
    /** Tasks with a batch to do, the longest waiting first, so that tasks take turns. */
    findDue: async (nowMs: number, limit: number): Promise<ReplanTask[]> => {
      const found = tasks.find({ DueMS: { $lte: nowMs } }).sort({ DueMS: 1 });
      return (await found.limit(limit).toArray()).map(({ _id, ...rest }) => ({ ...rest, ID: _id }));
    },

    /** Claims a task for one batch. @returns the claimed task, or `undefined` when another process claimed it */
    claim: async ({ ID, DueMS }: ReplanTask, nowMs: number): Promise<ReplanTask | undefined> => {
      const update = { $set: { DueMS: nowMs + claimMs } };
      const document = await tasks.findOneAndUpdate({ _id: ID, DueMS }, update, { returnDocument: 'after' });
      if (document === null) return undefined;
      const { _id, ...rest } = document;
      return { ...rest, ID: _id };
    },

    /** Lets the batch of a claimed task be repeated soon, because it failed. */
    release: async ({ ID, DueMS, AtMS }: ReplanTask, nowMs: number): Promise<void> => {
      const waitMs = failurePostponementMs(nowMs - AtMS);
      await tasks.updateOne({ _id: ID, DueMS }, { $set: { DueMS: nowMs + waitMs } });
    },

    readBatch,

    startPlansOver: createStartOver(jobs),

    /** Leaves a job that could not be planned or woken to the sweep of overdue jobs. */
    leaveToSweeper: async (jobId: string, nowMs: number): Promise<void> => {
      await jobs.updateOne({ _id: jobId, State: 'scheduled' }, { $min: { DueMS: nowMs } });
    },

    advance: createAdvance(tasks),

    /** Lets the walk of a claimed task begin again later. @param dueMs when */
    walkAgain: async ({ ID, DueMS }: ReplanTask, dueMs: number): Promise<void> => {
      await tasks.updateOne({ _id: ID, DueMS }, { $set: { DueMS: dueMs }, $unset: { Cursor: '', WalkOf: '' } });
    },
  };
}
export type ReplanTasks = ReturnType<typeof createReplanTasks>;

/** An organization may have many campaigns without waiting jobs. A batch looks at this many, so that it ends soon. */
const maxCampaignsPerBatch = 50;

function createBatchReader(db: Db) {
  const jobs = db.collection<JobDocument>('jobs');
  const campaigns = db.collection<{ _id: string; OrgID: string }>('campaigns');

  const findNextCampaign = async (OrgID: string, after: string): Promise<string | undefined> =>
    (
      await campaigns
        .find({ OrgID, _id: { $gt: after } }, { projection: { _id: 1 } })
        .sort({ _id: 1 })
        .limit(1)
        .next()
    )?._id;

  /** Waiting jobs of one campaign, in the order of an index that has no others between them. */
  const listScheduled = ({ OrgID }: ReplanTask, { CampaignID, JobID }: ReplanCursor, limit: number) =>
    jobs
      .find({
        ...inCampaign({ orgId: OrgID, campaignId: CampaignID }),
        $and: [...toConditions({ states: ['scheduled'] }), { _id: { $gt: JobID } }],
      })
      .sort(orders.id.sort)
      .limit(limit)
      .project<Pick<JobDocument, '_id' | 'CampaignVersion'>>({ CampaignVersion: 1 })
      .toArray();

  /** The next jobs of a task's walk. */
  return async (task: ReplanTask, limit: number): Promise<ReplanBatch> => {
    const first = task.CampaignID ?? (await findNextCampaign(task.OrgID, ''));
    const { FromJobID = '' } = task;
    let at = task.Cursor ?? (first === undefined ? undefined : { CampaignID: first, JobID: FromJobID });
    const jobIds: string[] = [];
    let seen = 0;
    for (let campaign = 0; at !== undefined && campaign < maxCampaignsPerBatch; campaign++) {
      const found = await listScheduled(task, at, limit - seen);
      seen += found.length;
      const wanted = task.FirstCallOnly ? found.filter(({ CampaignVersion }) => CampaignVersion === null) : found;
      jobIds.push(...wanted.map(({ _id }) => _id));
      const last = found.at(-1);
      if (seen >= limit && last !== undefined) return { jobIds, cursor: { ...at, JobID: last._id } };
      const next = task.CampaignID === undefined ? await findNextCampaign(task.OrgID, at.CampaignID) : undefined;
      at = next === undefined ? undefined : { CampaignID: next, JobID: FromJobID };
    }
    return { jobIds, cursor: at };
  };
}
