import { randomUUID } from 'node:crypto';
import type { Collection, Db } from 'mongodb';
import type { NumberLimit } from '../../domain/planning/number-limits';
import type { NumberHash } from '../crypto/number-hash';
import type { CallDocument } from './calls.repository';
import { isDuplicateKey } from './client';
import type { JobDocument } from './jobs/document';

/** Whose number it is. */
export interface NumberScope {
  orgId: string;
  campaignId: string;
  phoneNumber: string;
}

/** An attempt that is about to be made. */
export interface NumberAttempt extends NumberScope {
  callId: string;
  /** The instant of dialing, unix ms. */
  atMs: number;
}

/** What was reserved for one attempt, so that it can be given back. */
export interface NumberReservation {
  documentIds: string[];
  callId: string;
  token: string;
}

interface AttemptEntry {
  CallID: string;
  AtMS: number;
  /** Who wrote it last: only they may take it back. */
  Token: string;
}
/** The attempts to one number within one campaign or organization that were reserved of late. */
interface AttemptsDocument {
  _id: string;
  /** Changes made so far: the compare of the compare-and-set. */
  Sequence: number;
  Entries: AttemptEntry[];
}
interface AttemptStart {
  callId: string;
  atMs: number;
}

/** Workers' clocks differ: what is only just out of the span for one may be inside for another. */
const clockSlackMs = 600_000;
/** Each lost turn is another's won one, so that this many mean hundreds of dials to one number within a second. */
const maxRounds = 200;

/** Where one limit's attempts are kept, and how they are read and written. */
function createAttemptWindow(db: Db, numberHash: NumberHash) {
  const attempts = db.collection<AttemptsDocument>('number_attempts');
  const findRecordedStarts = createRecordedStarts(db);

  /** The document of a limit, and the attempts that it and the call records know of. */
  const read = async (number: NumberScope, limit: NumberLimit, nowMs: number) => {
    const hash = await numberHash(number.phoneNumber);
    const campaign = limit.origin === 'campaign' ? { CampaignID: number.campaignId } : {};
    const id = `${limit.origin === 'campaign' ? number.campaignId : number.orgId}/${hash}`;
    const [document, calls] = await Promise.all([
      attempts.findOne({ _id: id }),
      findRecordedStarts({ OrgID: number.orgId, ...campaign, NumberHash: hash }, nowMs - limit.durationMs),
    ]);
    return { id, document, starts: [...startsOf(document), ...calls] };
  };

  return {
    read,

    /** @returns the id of the document that holds the attempt, or `undefined` when the limit does not let it be made */
    reserve: async (
      attempt: NumberAttempt,
      limit: NumberLimit,
      { token, force }: { token: string; force: boolean },
    ): Promise<string | undefined> => {
      // Ends: a turn is lost only to somebody else's won one, and there are so many turns.
      for (let round = 0; round < maxRounds; round++) {
        const { id, document, starts } = await read(attempt, limit, attempt.atMs);
        if (!force && countOtherStarts(starts, attempt, limit) >= limit.count) return undefined;
        const entries = addEntry(document?.Entries ?? [], { attempt, limit, token });
        if (await writeEntries(attempts, { id, document }, entries)) return id;
      }
      throw new Error('The limit on attempts to this number is contended.');
    },

    release: async ({ documentIds, callId, token }: NumberReservation): Promise<void> => {
      if (documentIds.length === 0) return;
      await attempts.updateMany(
        { _id: { $in: documentIds } },
        { $pull: { Entries: { CallID: callId, Token: token } }, $inc: { Sequence: 1 } },
      );
    },
  };
}

/**
 * The attempts that count against limits on calls to one number, over all jobs. An attempt counts from the moment it is reserved, right
 * before it is dialed, by one compare-and-set on the number's document; beside these, every call that was recorded counts, so that a
 * limit holds from the moment it is set. A reservation whose call was never dialed (a crash in between) goes on counting: too few calls
 * are better than too many. The same attempt reserved again takes the place of its earlier reservation.
 */
export function createNumberAttemptsRepository(db: Db, numberHash: NumberHash) {
  const attemptWindow = createAttemptWindow(db, numberHash);
  return {
    /** The starts that count against a limit now, but for an attempt that is not made yet. */
    listStartsMs: async (
      number: NumberScope,
      limit: NumberLimit,
      { nowMs, nextCallId }: { nowMs: number; nextCallId: string },
    ): Promise<number[]> => {
      const { starts } = await attemptWindow.read(number, limit, nowMs);
      const others = starts.filter(({ callId }) => callId !== nextCallId);
      const byCall = new Map(others.map(({ callId, atMs }) => [callId, atMs]));
      return [...byCall.values()].filter((atMs) => atMs > nowMs - limit.durationMs);
    },

    /**
     * Takes an attempt out of every budget, or out of none.
     * @param force counts it without asking: an operator's decision
     * @returns `undefined` when a limit does not let it be made
     */
    reserve: async (
      attempt: NumberAttempt,
      limits: readonly NumberLimit[],
      { force }: { force: boolean },
    ): Promise<NumberReservation | undefined> => {
      const reservation: NumberReservation = { documentIds: [], callId: attempt.callId, token: randomUUID() };
      for (const limit of limits) {
        const id = await attemptWindow.reserve(attempt, limit, { token: reservation.token, force });
        if (id === undefined) {
          await attemptWindow.release(reservation);
          return undefined;
        }
        reservation.documentIds.push(id);
      }
      return reservation;
    },

    /** Returns what was reserved for an attempt that was not made after all. */
    release: attemptWindow.release,
  };
}
export type NumberAttemptsRepository = ReturnType<typeof createNumberAttemptsRepository>;

const startsOf = (document: AttemptsDocument | null): AttemptStart[] =>
  (document?.Entries ?? []).map(({ CallID, AtMS }) => ({ callId: CallID, atMs: AtMS }));

/** Attempts that start after this one (clocks differ) count as well, so that the limit is never over-drawn. */
const countOtherStarts = (
  starts: readonly AttemptStart[],
  { callId, atMs }: NumberAttempt,
  { durationMs }: NumberLimit,
): number =>
  new Set(
    starts.filter((start) => start.callId !== callId && start.atMs > atMs - durationMs).map((start) => start.callId),
  ).size;

function addEntry(
  entries: readonly AttemptEntry[],
  { attempt, limit, token }: { attempt: NumberAttempt; limit: NumberLimit; token: string },
): AttemptEntry[] {
  const { callId, atMs } = attempt;
  const own = entries.find((entry) => entry.CallID === callId);
  // A worker that was thought lost must not move the entry of the one that dialed to an earlier instant.
  const entry: AttemptEntry = { CallID: callId, AtMS: Math.max(atMs, own?.AtMS ?? atMs), Token: token };
  const fromMs = atMs - limit.durationMs - clockSlackMs;
  return [...entries.filter((other) => other.CallID !== callId && other.AtMS > fromMs), entry];
}

/** @returns false when somebody else changed the document meanwhile */
async function writeEntries(
  attempts: Collection<AttemptsDocument>,
  { id, document }: { id: string; document: AttemptsDocument | null },
  Entries: AttemptEntry[],
): Promise<boolean> {
  if (document) {
    const { Sequence } = document;
    const written = await attempts.updateOne({ _id: id, Sequence }, { $set: { Entries, Sequence: Sequence + 1 } });
    return written.matchedCount === 1;
  }
  try {
    await attempts.insertOne({ _id: id, Sequence: 1, Entries });
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** Reads the starts of the calls that were recorded. A call's job has been updated since, so that older jobs need not be asked. */
function createRecordedStarts(db: Db) {
  const jobs = db.collection<JobDocument>('jobs');
  const calls = db.collection<CallDocument>('calls');
  return async (
    number: { OrgID: string; CampaignID?: string; NumberHash: string },
    fromMs: number,
  ): Promise<AttemptStart[]> => {
    const calledJobs = await jobs
      .find({ ...number, CallCount: { $gt: 0 }, UpdatedMS: { $gte: fromMs } }, { projection: { _id: 1 } })
      .toArray();
    if (calledJobs.length === 0) return [];
    const found = await calls
      .find(
        { JobID: { $in: calledJobs.map((job) => job._id) }, CreatedMS: { $gte: fromMs } },
        { projection: { DialedMS: 1, CreatedMS: 1 } },
      )
      .toArray();
    return found.map((call) => ({ callId: call._id, atMs: call.DialedMS ?? call.CreatedMS }));
  };
}
