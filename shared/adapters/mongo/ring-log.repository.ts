import type { Db } from 'mongodb';
import { ringFailureOf, type RingLog, type RingOutcome } from '../telephony/ring-log';

interface RingDocument {
  AttemptKey: string;
  JobID: string;
  AtMS: number;
  Scenario: string;
  /** How many keys our side pressed. */
  KeyCount?: number;
  /** Earlier versions stored the text of an error. */
  Outcome?: RingOutcome & { error?: string };
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
    recordKey: async (attemptKey) => {
      await rings.updateOne({ AttemptKey: attemptKey }, { $inc: { KeyCount: 1 } });
    },
    recordEnd: async (attemptKey, outcome) => {
      // The first outcome stays: a slow worker must not overwrite that its call was reconciled.
      await rings.updateMany({ AttemptKey: attemptKey, Outcome: { $exists: false } }, { $set: { Outcome: outcome } });
    },
    find: async (attemptKey) => {
      const found = await rings.find({ AttemptKey: attemptKey }).toArray();
      if (found.length === 0) return undefined;
      const stored = found[0]?.Outcome;
      if (stored === undefined) return { rings: found.length };
      const { error, ...outcome } = stored;
      return {
        rings: found.length,
        outcome: error === undefined ? outcome : { ...outcome, failure: ringFailureOf(error) },
      };
    },
  };
}
