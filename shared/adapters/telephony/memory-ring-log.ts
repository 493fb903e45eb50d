import type { Ring, RingLog, RingOutcome } from './ring-log';

/** A ring log in the memory of the process, with access to its entries. */
export interface MemoryRingLog extends RingLog {
  /** All rings, in the order of writing. */
  rings(): readonly Ring[];
  /** The outcome of an attempt that has ended. */
  outcome(attemptKey: string): RingOutcome | undefined;
  /** The keys that our side pressed in an attempt. */
  keys(attemptKey: string): string;
}

/** Creates a {@link RingLog} for unit tests and for running the simulator without a database. */
export function createMemoryRingLog(): MemoryRingLog {
  const rings: Ring[] = [];
  const keys = new Map<string, string>();
  const outcomes = new Map<string, RingOutcome>();
  return {
    recordRing: (ring) => {
      rings.push({ ...ring });
      return Promise.resolve();
    },
    recordKey: (attemptKey, digit) => {
      keys.set(attemptKey, `${keys.get(attemptKey) ?? ''}${digit}`);
      return Promise.resolve();
    },
    // The first outcome wins.
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
    keys: (attemptKey) => keys.get(attemptKey) ?? '',
    outcome: (attemptKey) => outcomes.get(attemptKey),
  };
}
