import type { DtmfDigit } from '../../domain/call/dtmf';
import type { LegEnd } from './telephony';

/** One ring of a contact's phone. Entries are never merged: two entries for one attempt show a second ring. */
export interface Ring {
  attemptKey: string;
  jobId: string;
  /** E.164. A persistent log stores a keyed hash of it. */
  to: string;
  atMs: number;
  scenario: string;
}

/** Why a call failed, as the log stores it, and what the provider reports of it. */
export const ringFailures = {
  assistant_failed: 'The assistant could not speak (simulated failure).',
  connection_lost: 'The connection was lost in the middle of a sentence.',
  worker_lost: 'The worker that handled the call was lost.',
  unknown: 'The call failed.',
} as const;
export type RingFailure = keyof typeof ringFailures;

/** The code of a failure that the provider reports. */
export const ringFailureOf = (error: string): RingFailure =>
  (Object.keys(ringFailures) as RingFailure[]).find((code) => ringFailures[code] === error) ?? 'unknown';

/** How a call ended in the simulated network. */
export interface RingOutcome extends Omit<LegEnd, 'reason' | 'atMs' | 'error'> {
  answeredAtMs?: number;
  reason: string;
  endedAtMs: number;
  /** A code, never the text of an error. */
  failure?: RingFailure;
}

/** The rings of the simulated network. It outlives a worker, so it is the oracle of the at-most-once tests. */
export interface RingLog {
  recordRing(ring: Ring): Promise<void>;
  /** Records a key that our side pressed. A persistent log counts keys: they may be personal data, and it outlives an erasure. */
  recordKey(attemptKey: string, digit: DtmfDigit): Promise<void>;
  recordEnd(attemptKey: string, outcome: RingOutcome): Promise<void>;
  find(attemptKey: string): Promise<{ rings: number; outcome?: RingOutcome } | undefined>;
}
