import type { Db } from 'mongodb';
import { isDuplicateKey } from './client';

interface LeaseDocument {
  _id: string;
  /** Until then, no other process takes the lease. */
  UntilMS: number;
}

/**
 * Leases for work that one process at a time does for all. A process that dies keeps its lease until it expires, so work
 * under a lease has to be repeatable.
 */
export function createLeasesRepository(db: Db) {
  const leases = db.collection<LeaseDocument>('leases');
  return {
    /** Takes a lease until an instant. @returns false while another process holds it */
    take: async (name: string, nowMs: number, untilMs: number): Promise<boolean> => {
      const free = { _id: name, UntilMS: { $lte: nowMs } };
      try {
        await leases.updateOne(free, { $set: { UntilMS: untilMs } }, { upsert: true });
        return true;
      } catch (error) {
        // The document exists and is not free.
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },

    /** Changes the end of a lease that this process took until `fromMs`, unless another process took it since. */
    end: async (name: string, fromMs: number, untilMs: number): Promise<void> => {
      await leases.updateOne({ _id: name, UntilMS: fromMs }, { $set: { UntilMS: untilMs } });
    },
  };
}
export type LeasesRepository = ReturnType<typeof createLeasesRepository>;
