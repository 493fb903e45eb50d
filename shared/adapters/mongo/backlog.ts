import type { Db, Filter } from 'mongodb';
import { jobStates, type JobState } from '../../domain/job/state';
import { isDuplicateKey } from './client';
import type { JobDocument } from './jobs/document';

/** States with pending work. Ended jobs grow without bound and are not counted. */
export const backlogStates = jobStates.filter(
  (state) => !['completed', 'failed', 'canceled', 'deleted'].includes(state),
) as readonly Exclude<JobState, 'completed' | 'failed' | 'canceled' | 'deleted'>[];

const overdueKinds = {
  job: 'jobs',
  delivery: 'webhook_deliveries',
  import: 'imports',
  bulk_action: 'bulk_actions',
} as const;
export type OverdueKind = keyof typeof overdueKinds;

/** The pending work in the whole database at one instant. */
export interface Backlog {
  atMs: number;
  jobs: Record<(typeof backlogStates)[number], number>;
  /** How long the most overdue document has waited for the sweeper; 0 when nothing is overdue. */
  overdueMs: Record<OverdueKind, number>;
}

/** @property tookMs how long the count took */
type Snapshot = Backlog & { _id: string; tookMs?: number };
const snapshotId = 'backlog';
/** A slow count is used for so many times as long as it took, so that counting a large backlog takes a fifth of the time at most. */
const reuseFactor = 5;

async function countBacklog(db: Db, nowMs: number): Promise<Backlog> {
  const jobs = db.collection<JobDocument>('jobs');
  const counted = await Promise.all(backlogStates.map(async (State) => [State, await jobs.countDocuments({ State })]));
  const overdue = await Promise.all(
    Object.entries(overdueKinds).map(async ([kind, collection]) => {
      const [oldest] = await db
        .collection<{ DueMS: number }>(collection)
        .find({ DueMS: { $lt: nowMs } }, { projection: { DueMS: 1 } })
        .sort({ DueMS: 1 })
        .limit(1)
        .toArray();
      return [kind, oldest === undefined ? 0 : nowMs - oldest.DueMS] as const;
    }),
  );
  return {
    atMs: nowMs,
    jobs: Object.fromEntries(counted) as Backlog['jobs'],
    overdueMs: Object.fromEntries(overdue) as Backlog['overdueMs'],
  };
}

/**
 * Counts the pending work once for all processes. The process that finds the last count older than `maxAgeMs`, or than
 * five times the duration of a slow count, counts again; the others read its result. Every process reports the same numbers, and the load on the database does not grow
 * with the number of processes.
 */
export function createBacklogReader(db: Db, { maxAgeMs, nowMs }: { maxAgeMs: number; nowMs: () => number }) {
  // A count that a failover loses is made again.
  const snapshots = db.collection<Snapshot>('metrics', { writeConcern: { w: 1 } });
  /** Only one process wins. If it dies before it has counted, the numbers stay old for one more period. */
  const claim = async (found: Snapshot | null, now: number): Promise<boolean> => {
    const same: Filter<Snapshot> = { _id: snapshotId, atMs: found?.atMs ?? 0 };
    try {
      const { matchedCount, upsertedCount } = await snapshots.updateOne(
        same,
        { $set: { atMs: now } },
        { upsert: found === null },
      );
      return matchedCount + upsertedCount > 0;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  };
  const isRecent = ({ atMs, tookMs = 0 }: Snapshot, now: number): boolean =>
    now - atMs < Math.max(maxAgeMs, reuseFactor * tookMs);
  return {
    /** @returns the last count; `undefined` while another process makes the first one */
    read: async (): Promise<Backlog | undefined> => {
      const now = nowMs();
      const found = await snapshots.findOne({ _id: snapshotId });
      const usable = found?.jobs === undefined ? undefined : found;
      if (found !== null && isRecent(found, now)) return usable;
      if (!(await claim(found, now))) return usable;
      const backlog = await countBacklog(db, now);
      await snapshots.updateOne({ _id: snapshotId }, { $set: { ...backlog, tookMs: nowMs() - now } });
      return backlog;
    },
  };
}
export type BacklogReader = ReturnType<typeof createBacklogReader>;
