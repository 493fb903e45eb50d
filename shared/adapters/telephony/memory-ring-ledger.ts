import type { Ring, RingLedger, RingOutcome } from './ring-ledger';

/** A ledger that lasts as long as the process, and shows what it holds. */
export interface MemoryRingLedger extends RingLedger {
  /** Every ring in the order it was written. */
  rings(): readonly Ring[];
  /** The outcome of an attempt, when it has one. */
  outcome(attemptKey: string): RingOutcome | undefined;
}

/** A {@link RingLedger} in memory, for unit tests and for trying the simulator without a database. */
export function createMemoryRingLedger(): MemoryRingLedger {
  const rings: Ring[] = [];
  const outcomes = new Map<string, RingOutcome>();
  return {
    ring: (ring) => {
      rings.push({ ...ring });
      return Promise.resolve();
    },
    // The first outcome stays: what the network saw first is what happened.
    end: (attemptKey, outcome) => {
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
