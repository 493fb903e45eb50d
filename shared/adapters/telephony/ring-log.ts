/** One ring of a contact's phone. Entries are never merged: two entries for one attempt show a second ring. */
export interface Ring {
  attemptKey: string;
  jobId: string;
  /** E.164. A persistent log stores a keyed hash of it. */
  to: string;
  atMs: number;
  scenario: string;
}

/** How a call ended in the simulated network. */
export interface RingOutcome {
  answeredAtMs?: number;
  reason: string;
  endedAtMs: number;
  error?: string;
}

/** The rings of the simulated network. It outlives a worker, so it is the oracle of the at-most-once tests. */
export interface RingLog {
  recordRing(ring: Ring): Promise<void>;
  recordEnd(attemptKey: string, outcome: RingOutcome): Promise<void>;
  find(attemptKey: string): Promise<{ rings: number; outcome?: RingOutcome } | undefined>;
}
