/** One ring of a contact's phone. Written at each ring and never merged: two entries of one attempt are a second ring. */
export interface Ring {
  attemptKey: string;
  jobId: string;
  /** E.164; a stored ledger keeps a keyed hash of it. */
  to: string;
  atMs: number;
  scenario: string;
}

/** How the simulated network saw a call end. */
export interface RingOutcome {
  answeredAtMs?: number;
  reason: string;
  endedAtMs: number;
  error?: string;
}

/** What the simulated network remembers: the oracle of the at-most-once tests, outside of the worker's memory. */
export interface RingLog {
  recordRing(ring: Ring): Promise<void>;
  recordEnd(attemptKey: string, outcome: RingOutcome): Promise<void>;
  find(attemptKey: string): Promise<{ rings: number; outcome?: RingOutcome } | undefined>;
}
