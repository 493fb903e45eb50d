import type { Db } from 'mongodb';
import type { RingLog, RingOutcome } from '../telephony/ring-log';

interface RingDocument {
  AttemptKey: string;
  JobID: string;
  AtMS: number;
  Scenario: string;
  Outcome?: RingOutcome;
}

/**
 * The simulated network's ring log in the database, which outlives the worker that dialed. It stays after an erasure, so
 * it holds nothing of the number.
 */
export function createRingLogRepository(db: Db): RingLog {
  const rings = db.collection<RingDocument>('simulated_rings');
  return {
    recordRing: async ({ attemptKey, jobId, atMs, scenario }) => {
      await rings.insertOne({
        AttemptKey: attemptKey,
        JobID: jobId,
        AtMS: atMs,
        Scenario: scenario,
      });
    },
    recordEnd: async (attemptKey, outcome) => {
      // The first outcome stays: a slow worker must not overwrite that its call was reconciled.
      await rings.updateMany({ AttemptKey: attemptKey, Outcome: { $exists: false } }, { $set: { Outcome: outcome } });
    },
    find: async (attemptKey) => {
      const found = await rings.find({ AttemptKey: attemptKey }).toArray();
      const outcome = found[0]?.Outcome;
      return found.length === 0 ? undefined : { rings: found.length, ...(outcome === undefined ? {} : { outcome }) };
    },
  };
}
