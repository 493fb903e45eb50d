import type { Db, Document, Filter } from 'mongodb';
import { keptPeriods } from '../../domain/kept-periods';
import type { JobDocument } from './jobs/document';

/** Documents that are deleted once nothing needs them any more. */
interface PurgeTarget {
  collection: string;
  /** Selects what can be deleted at an instant. Each is served by an index of its own, or small. */
  filter: (nowMs: number) => Filter<Document>;
}

const targets: readonly PurgeTarget[] = [
  { collection: 'idempotency_keys', filter: (nowMs) => ({ ExpiresMS: { $lte: nowMs } }) },
  { collection: 'tickets', filter: (nowMs) => ({ ExpiresMS: { $lte: nowMs } }) },
  { collection: 'sessions', filter: (nowMs) => ({ ExpiresMS: { $lte: nowMs } }) },
  { collection: 'number_attempts', filter: (nowMs) => ({ ExpiresMS: { $lte: nowMs } }) },
  { collection: 'suppressions', filter: (nowMs) => ({ UntilMS: { $lte: nowMs } }) },
  { collection: 'workers', filter: (nowMs) => ({ BeatMS: { $lte: nowMs - keptPeriods.lostWorkersMs } }) },
  { collection: 'rate_counts', filter: (nowMs) => ({ StartedMS: { $lte: nowMs - keptPeriods.rateCountsMs } }) },
  {
    collection: 'webhook_deliveries',
    // A delivery with a deadline is pending, or its workflow has yet to end.
    filter: (nowMs) => ({ CreatedMS: { $lte: nowMs - keptPeriods.deliveriesMs }, DueMS: { $exists: false } }),
  },
  { collection: 'bulk_actions', filter: (nowMs) => ({ EndedMS: { $lte: nowMs - keptPeriods.bulkActionsMs } }) },
  { collection: 'job_events', filter: (nowMs) => ({ CreatedMS: { $lte: nowMs - keptPeriods.jobEventsMs } }) },
];

/** An erased job goes with all that belongs to it. Its audit entries stay. */
const jobParts = ['calls', 'sip_calls', 'twilio_calls', 'job_events', 'webhook_deliveries'] as const;

/**
 * Deletes documents whose time is over, in batches. Deleting by queries works on every server; the embedded one accepts
 * TTL indexes but does not apply them.
 */
export function createPurge(db: Db) {
  const jobs = db.collection<JobDocument>('jobs');

  const purgeTarget = async ({ collection, filter }: PurgeTarget, nowMs: number, limit: number): Promise<number> => {
    const documents = db.collection(collection);
    const found = await documents
      .find(filter(nowMs), { projection: { _id: 1 } })
      .limit(limit)
      .toArray();
    if (found.length === 0) return 0;
    // The condition is checked again: a document may have been used again since.
    await documents.deleteMany({ _id: { $in: found.map(({ _id }) => _id) }, ...filter(nowMs) });
    return found.length;
  };

  const purgeErasedJobs = async (nowMs: number, limit: number): Promise<number> => {
    // The statistics count it first, and keep what they counted. A job of an earlier version is counted when its turn comes.
    const isCounted = { Uncounted: { $exists: false }, Counted: { $exists: true } };
    const erased = { State: 'deleted' as const, PurgeMS: { $lte: nowMs }, ...isCounted };
    const found = await jobs
      .find(erased, { projection: { _id: 1 } })
      .limit(limit)
      .toArray();
    if (found.length === 0) return 0;
    const ids = found.map(({ _id }) => _id);
    for (const part of jobParts) await db.collection<{ JobID: string }>(part).deleteMany({ JobID: { $in: ids } });
    // Last, so that a repeat after a crash finds the job and deletes the rest.
    await jobs.deleteMany({ _id: { $in: ids } });
    return ids.length;
  };

  return {
    /**
     * Deletes up to `limit` documents of each kind. Idempotent.
     * @returns how many it deleted, and whether there may be more
     */
    deleteBatch: async (nowMs: number, limit: number): Promise<{ deleted: number; more: boolean }> => {
      let [deleted, more] = [0, false];
      const count = (found: number): void => {
        deleted += found;
        more ||= found >= limit;
      };
      for (const target of targets) count(await purgeTarget(target, nowMs, limit));
      count(await purgeErasedJobs(nowMs, limit));
      return { deleted, more };
    },
  };
}
export type Purge = ReturnType<typeof createPurge>;
