import type { LegEnd } from '../telephony';

/** An attempt that is about to be dialed. */
export interface NewTwilioCall {
  attemptKey: string;
  jobId: string;
  /** E.164. A persistent log stores it sealed. */
  to: string;
  /** E.164. */
  from: string;
  startedMs: number;
}

/** What is known of an attempt. */
export interface LoggedTwilioCall {
  attemptKey: string;
  startedMs: number;
  /** Absent once the call is over, or its job was erased. */
  numbers?: { to: string; from: string } | undefined;
  /** Twilio's id of the call. */
  sid?: string | undefined;
  /** Surely nothing rang. */
  refused?: boolean | undefined;
  /** No process handles the call any more: if it turns up, it is to be ended. */
  abandoned?: boolean | undefined;
  end?: LegEnd | undefined;
  answeredAtMs?: number | undefined;
}

/**
 * The calls that were given to Twilio, which gives no second answer for one key. It outlives the process that dialed, and
 * every API process writes what callbacks say to it. All fields are set once.
 */
export interface TwilioCallLog {
  /** Stored before the call is sent. @throws {AttemptKnownError} if the attempt was stored before */
  begin(call: NewTwilioCall): Promise<void>;
  /** Stores Twilio's id of the call. The first one stays. */
  saveSid(attemptKey: string, sid: string): Promise<void>;
  /** Surely nothing rang. Removes the numbers and Twilio's id. */
  refuse(attemptKey: string): Promise<void>;
  /**
   * Stores that an attempt that was never stored must never be sent: its process may only be slow.
   * @returns false if it was stored before
   */
  forbid(attemptKey: string, atMs: number): Promise<boolean>;
  abandon(attemptKey: string): Promise<void>;
  /** Stores the end, and removes the numbers and Twilio's id: nothing that is left leads to a person. */
  recordEnd(attemptKey: string, end: LegEnd, answeredAtMs?: number): Promise<void>;
  find(attemptKey: string): Promise<LoggedTwilioCall | undefined>;
  /** Which of Twilio's calls belong to attempts. */
  findSids(sids: readonly string[]): Promise<ReadonlySet<string>>;
}

/** The attempt was dialed before. */
export class AttemptKnownError extends Error {
  override name = 'AttemptKnownError';
}

/** A log in the memory of the process, for tests. */
export function createMemoryTwilioCallLog(): TwilioCallLog {
  const calls = new Map<string, LoggedTwilioCall>();
  const change = (attemptKey: string, set: Partial<LoggedTwilioCall>): Promise<void> => {
    const call = calls.get(attemptKey);
    // Structures are copied, as a database does.
    if (call !== undefined) calls.set(attemptKey, structuredClone({ ...set, ...call }));
    return Promise.resolve();
  };
  const forgetPerson = (attemptKey: string): void => {
    const call = calls.get(attemptKey);
    if (call !== undefined) calls.set(attemptKey, { ...call, numbers: undefined, sid: undefined });
  };
  return {
    begin: ({ attemptKey, startedMs, to, from }) => {
      if (calls.has(attemptKey)) return Promise.reject(new AttemptKnownError(`${attemptKey} was dialed before.`));
      calls.set(attemptKey, { attemptKey, startedMs, numbers: { to, from } });
      return Promise.resolve();
    },
    saveSid: (key, sid) => {
      const { end, refused } = calls.get(key) ?? {};
      return end === undefined && refused === undefined ? change(key, { sid }) : Promise.resolve();
    },
    refuse: async (key) => {
      await change(key, { refused: true });
      forgetPerson(key);
    },
    forbid: (attemptKey, startedMs) => {
      if (calls.has(attemptKey)) return Promise.resolve(false);
      calls.set(attemptKey, { attemptKey, startedMs, refused: true, abandoned: true });
      return Promise.resolve(true);
    },
    abandon: (key) => change(key, { abandoned: true }),
    recordEnd: async (key, end, answeredAtMs) => {
      await change(key, { end, ...(calls.get(key)?.end === undefined && { answeredAtMs }) });
      forgetPerson(key);
    },
    find: (key) => Promise.resolve(structuredClone(calls.get(key))),
    findSids: (sids) => {
      const known = [...calls.values()].flatMap(({ sid }) => (sid === undefined ? [] : [sid]));
      return Promise.resolve(new Set(sids.filter((sid) => known.includes(sid))));
    },
  };
}
