import type { Db } from 'mongodb';
import { isDuplicateKey } from './client';

interface CountDocument {
  _id: string;
  /** Number of the window since the epoch. */
  Window: number;
  Hits: number;
  /** When the window was first counted; the document is purged a day later. */
  StartedMS: number;
}

/** Counts hits within the current time window, over all processes. One document for each name. */
export function createRateCountsRepository(db: Db) {
  // A count that a failover loses lets a few more requests through.
  const counts = db.collection<CountDocument>('rate_counts', { writeConcern: { w: 1 } });
  const increment = async (name: string, window: number, hits: number): Promise<number | undefined> => {
    const filter = { _id: name, Window: window };
    const document = await counts.findOneAndUpdate(filter, { $inc: { Hits: hits } }, { returnDocument: 'after' });
    return document?.Hits;
  };
  return {
    /** Adds to a window's count; each window starts at 0. @returns the count after it */
    add: async (name: string, window: number, hits: number): Promise<number> => {
      const hitsAfter = await increment(name, window, hits);
      if (hitsAfter !== undefined) return hitsAfter;
      try {
        const filter = { _id: name, Window: { $lt: window } };
        await counts.updateOne(
          filter,
          { $set: { Window: window, Hits: hits, StartedMS: Date.now() } },
          { upsert: true },
        );
        return hits;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
      // Another process started the window first. One whose clock is ahead may have started the next window, which must
      // not be changed.
      return (await increment(name, window, hits)) ?? hits;
    },
  };
}
export type RateCountsRepository = ReturnType<typeof createRateCountsRepository>;
