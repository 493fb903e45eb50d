import type { EndedReason } from '../../../domain/call/call';
import type { EndedDetail } from '../../../domain/call/line';
import type { DialogState } from './dialog';
import type { Target } from './transport/types';

/**
 * What a process needs to end a call that another one placed: the INVITE that was sent last, and the dialog. It holds the
 * contact's number, in URIs, so a persistent log seals it, and removes it at the end.
 */
export interface SipSignaling {
  trunk: string;
  target: Target;
  /** The Request-URI, also that of the CANCEL. */
  requestUri: string;
  callId: string;
  /** The value of `From`, with our tag. */
  from: string;
  /** The value of `To`, without a tag. */
  to: string;
  /** `CSeq` of the INVITE. */
  cseq: number;
  /** The value of `Via` of the INVITE, whose branch and sent-by a CANCEL must repeat (RFC 3261 section 9.1). */
  via: string;
  /** The route that the INVITE took, for a trunk with a proxy. */
  route: readonly string[];
  /** The realms by which the trunk asked for credentials: it may do so again for later requests. Absent: none. */
  realms?: readonly string[];
  /** When the call is over by the limits of both sides, and need not be ended any more, in Unix ms. */
  overMs?: number;
  /** Absent before a response with a tag. Until the answer it is an early dialog, which a BYE ends too (RFC 3261 section 15). */
  dialog?: DialogState;
  /** Set before the answer was acknowledged. */
  answeredAtMs?: number;
}

/** How a call ended, as the log keeps it: codes, and no text of a carrier. */
export interface SipOutcome {
  /** The line refused the call before anything rang. */
  refused?: true;
  reason: EndedReason;
  endedAtMs: number;
  answeredAtMs?: number;
  detail?: EndedDetail;
  sipCode?: number;
  q850?: number;
  by?: 'contact' | 'us' | 'line';
  permanent?: true;
  /** The line, or this service, failed. */
  failed?: true;
}

/** What the log holds of one attempt. */
export interface SipCallEntry {
  /** Absent once nothing needs it any more. */
  signaling?: SipSignaling;
  outcome?: SipOutcome;
}

/**
 * The calls that were placed. It is written before each step, and outlives the process: another one ends a call by it,
 * and never places one.
 */
export interface SipCallLog {
  /** Writes the first INVITE of an attempt. @returns false if the attempt is known: it must not be dialed again */
  begin(attempt: { attemptKey: string; jobId: string; atMs: number }, signaling: SipSignaling): Promise<boolean>;
  /** Writes the next step of an attempt that has not ended. @returns false if it has ended, or is unknown */
  advance(attemptKey: string, signaling: SipSignaling): Promise<boolean>;
  /** Writes the outcome, and removes the signaling. The first outcome stays. */
  end(attemptKey: string, outcome: SipOutcome): Promise<void>;
  find(attemptKey: string): Promise<SipCallEntry | undefined>;
  /**
   * Closes an attempt that is unknown: a stalled process must not dial it once it was found not to be sent. @returns false if
   * the attempt is known by now
   */
  forbid(attemptKey: string, atMs: number): Promise<boolean>;
}

/** The outcome of an attempt that was never sent, and must not be. */
export const forbidden = (endedAtMs: number): SipOutcome => ({ refused: true, reason: 'assistant_error', endedAtMs });

/** Creates a log in the memory of the process, for unit tests. It does not survive a crash. */
export function createMemorySipCallLog(): SipCallLog {
  const entries = new Map<string, SipCallEntry>();
  return {
    begin: ({ attemptKey }, signaling) => {
      if (entries.has(attemptKey)) return Promise.resolve(false);
      entries.set(attemptKey, { signaling: structuredClone(signaling) });
      return Promise.resolve(true);
    },
    advance: (attemptKey, signaling) => {
      const entry = entries.get(attemptKey);
      if (entry === undefined || entry.outcome !== undefined) return Promise.resolve(false);
      entry.signaling = structuredClone(signaling);
      return Promise.resolve(true);
    },
    end: (attemptKey, outcome) => {
      const entry = entries.get(attemptKey);
      if (entry) entries.set(attemptKey, { outcome: entry.outcome ?? { ...outcome } });
      return Promise.resolve();
    },
    find: (attemptKey) => {
      const entry = entries.get(attemptKey);
      return Promise.resolve(entry && structuredClone(entry));
    },
    forbid: (attemptKey, atMs) => {
      if (entries.has(attemptKey)) return Promise.resolve(false);
      entries.set(attemptKey, { outcome: forbidden(atMs) });
      return Promise.resolve(true);
    },
  };
}
