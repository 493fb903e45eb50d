import type { Ring, RingLog, RingOutcome } from './ring-log';

/** A ledger that lasts as long as the process, and shows what it holds. */
export interface MemoryRingLog extends RingLog {
  /** Every ring in the order it was written. */
  rings(): readonly Ring[];
  /** The outcome of an attempt, when it has one. */
  outcome(attemptKey: string): RingOutcome | undefined;
}

/** A {@link RingLog} in memory, for unit tests and for trying the simulator without a database. */
export function createMemoryRingLog(): MemoryRingLog {
  const rings: Ring[] = [];
  const outcomes = new Map<string, RingOutcome>();
  return {
    recordRing: (ring) => {
      rings.push({ ...ring });
      return Promise.resolve();
    },
    // The first outcome stays: what the network saw first is what happened.
    recordEnd: (attemptKey, outcome) => {
      if (!outcomes.has(attemptKey)) outcomes.set(attemptKey, { ...outcome });
      return Promise.resolve();
    },
    find: (attemptKey) => {
      const count = rings.filter((ring) => ring.attemptKey === attemptKey).length;
      if (count === 0) return Promise.resolve(undefined);
      const outcome = outcomes.get(attemptKey);
      return Promise.resolve({ rings: count, ...(outcome && { outcome }) });
    },
    rings: () => rings,
    outcome: (attemptKey) => outcomes.get(attemptKey),
  };
}
