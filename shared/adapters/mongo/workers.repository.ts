import type { Db } from 'mongodb';
import type { TrunkReport } from '../../domain/campaign/trunk-state';

/** A running worker process, as it reports itself. */
export interface WorkerRecord {
  /** New for each start. */
  ID: string;
  /** Name of the machine or the container. */
  Host: string;
  Version: string;
  Queues: readonly string[];
  /** Calls that it may handle at once; 0 without the queue of calls. */
  CallSlots: number;
  /** Calls that it handles. */
  Calls: number;
  /** It takes no more work, and lets its calls end. */
  Draining: boolean;
  /** The trunks on which it places calls; absent in reports of earlier versions. */
  Trunks?: readonly TrunkReport[];
  StartedMS: number;
  BeatMS: number;
}

type WorkerDocument = Omit<WorkerRecord, 'ID'> & { _id: string };

/** How often a worker reports itself. */
export const beatIntervalMs = 15_000;
/** A worker that has not reported itself for this long is shown as lost. */
export const lostAfterMs = 4 * beatIntervalMs;
/** More workers are not listed. */
const maxListed = 1_000;

/** The worker processes: one small document each, which it writes itself. It works with any Temporal service. */
export function createWorkersRepository(db: Db) {
  // A report that a failover loses is repeated soon.
  const workers = db.collection<WorkerDocument>('workers', { writeConcern: { w: 1 } });
  return {
    report: async ({ ID, ...record }: WorkerRecord): Promise<void> => {
      await workers.replaceOne({ _id: ID }, record, { upsert: true });
    },

    /** Forgets a worker that has stopped. One that was killed stays, as lost, until it is purged. */
    remove: async (id: string): Promise<void> => {
      await workers.deleteOne({ _id: id });
    },

    /** The latest to start first. */
    list: async (): Promise<WorkerRecord[]> => {
      const found = await workers.find().sort({ _id: -1 }).limit(maxListed).toArray();
      return found.map(({ _id, ...record }) => ({ ...record, ID: _id }));
    },
  };
}
export type WorkersRepository = ReturnType<typeof createWorkersRepository>;
