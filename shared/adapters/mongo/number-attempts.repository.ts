import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from 'mongodb';
import type { NumberLimit } from '../../domain/planning/number-limits';
import type { NumberHash } from '../crypto/number-hash';
import type { CallDocument } from './calls.repository';
import { groupFinds } from './group-finds';
import type { JobDocument } from './jobs/document';
import {
  anonymousCallId,
  attemptsDocumentId,
  clockSlackMs,
  expiryOf,
  maxRounds,
  writeEntries,
  type AttemptEntry,
  type AttemptsDocument,
} from './number-attempts.document';
import { createAttemptErasure } from './number-attempts-erasure';

/** A number within a campaign and its organization. */
export interface NumberScope {
  orgId: string;
  campaignId: string;
  phoneNumber: string;
}

/** An attempt that is about to be dialed. */
export interface NumberAttempt extends NumberScope {
  callId: string;
  /** The instant of dialing, unix ms. */
  atMs: number;
}

/** The reservation of one attempt, which can be released. */
export interface NumberReservation {
  documentIds: string[];
  callId: string;
  token: string;
}

const maxPauseMs = 20;

interface AttemptStart {
  callId: string;
  atMs: number;
}
/** The start of a call record. */
interface RecordedStart extends AttemptStart {
  /** While its job is being erased: the call's name in the limit's document. */
  anonymousId: string | undefined;
}

/** Reads and writes the attempts that count against one limit. */
function createAttemptWindow(db: Db, numberHash: NumberHash) {
  const attempts = db.collection<AttemptsDocument>('number_attempts');
  const findAttempts = groupFinds(attempts);
  const findRecordedStarts = createRecordedStarts(db);

  /** Reads a limit's document, and the attempts in it and in the call records. */
  const read = async (number: NumberScope, limit: NumberLimit, nowMs: number) => {
    const hash = await numberHash(number.phoneNumber);
    const campaign = limit.origin === 'campaign' ? { CampaignID: number.campaignId } : {};
    const id = attemptsDocumentId(limit.origin, number, hash);
    const [[document = null], calls] = await Promise.all([
      findAttempts([id]),
      // The policy applies to every call, so its document has them all.
      limit.origin === 'policy'
        ? []
        : findRecordedStarts({ OrgID: number.orgId, ...campaign, NumberHash: hash }, nowMs - limit.durationMs),
    ]);
    const starts = startsOf(document);
    const counted = new Set(starts.map((start) => start.callId));
    const isCounted = ({ anonymousId = '' }: RecordedStart): boolean => counted.has(anonymousId);
    return { id, document, starts: [...starts, ...calls.filter((call) => !isCounted(call))] };
  };

  return {
    read,

    /** @returns the id of the document that holds the attempt, or `undefined` when the limit is reached */
    reserve: async (
      attempt: NumberAttempt,
      limit: NumberLimit,
      { token, force }: { token: string; force: boolean },
    ): Promise<string | undefined> => {
      // The loop is bounded. A round is lost only to another writer's success.
      for (let round = 0; round < maxRounds; round++) {
        const { id, document, starts } = await read(attempt, limit, attempt.atMs);
        if (!force && countOtherStarts(starts, attempt, limit) >= limit.count) return undefined;
        const entries = addEntry(document?.Entries ?? [], { attempt, limit, token });
        if (await writeEntries(attempts, { id, document }, entries, expiryOf(entries, limit.durationMs))) return id;
        // Writers that met once must not meet again in each round.
        await sleep(Math.random() * maxPauseMs);
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
 * The attempts that count against limits on calls to one number, over all jobs. An attempt counts from its reservation,
 * which is one compare-and-set on the number's document right before dialing. Every recorded call counts as well, so a
 * limit holds from the moment it is set. A reservation whose call was never dialed (a crash in between) keeps counting:
 * too few calls are better than too many. A repeated reservation of the same attempt replaces the earlier one.
 */
export function createNumberAttemptsRepository(db: Db, numberHash: NumberHash) {
  const attemptWindow = createAttemptWindow(db, numberHash);
  return {
    /** Lists the starts that count against a limit now, without those of the next call. */
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
     * Reserves an attempt against every limit, or against none.
     * @param force reserves it even when a limit is reached, but for the policy's: a person's decision
     * @returns `undefined` when a limit is reached
     */
    reserve: async (
      attempt: NumberAttempt,
      limits: readonly NumberLimit[],
      { force }: { force: boolean },
    ): Promise<NumberReservation | undefined> => {
      const reservation: NumberReservation = { documentIds: [], callId: attempt.callId, token: randomUUID() };
      for (const limit of limits) {
        const forced = force && limit.origin !== 'policy';
        const id = await attemptWindow.reserve(attempt, limit, { token: reservation.token, force: forced });
        if (id === undefined) {
          await attemptWindow.release(reservation);
          return undefined;
        }
        reservation.documentIds.push(id);
      }
      return reservation;
    },

    /** Releases the reservation of an attempt that was not made. */
    release: attemptWindow.release,

    ...createAttemptErasure(db),
  };
}
export type NumberAttemptsRepository = ReturnType<typeof createNumberAttemptsRepository>;

const startsOf = (document: AttemptsDocument | null): AttemptStart[] =>
  (document?.Entries ?? []).map(({ CallID, AtMS }) => ({ callId: CallID, atMs: AtMS }));

/** Counts attempts that start after this one too (clocks differ), so that the limit is never exceeded. */
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
  // A worker that was presumed lost must not move the entry of the one that dialed to an earlier instant.
  const entry: AttemptEntry = { CallID: callId, AtMS: Math.max(atMs, own?.AtMS ?? atMs), Token: token };
  const fromMs = atMs - limit.durationMs - clockSlackMs;
  return [...entries.filter((other) => other.CallID !== callId && other.AtMS > fromMs), entry];
}

const jobsPerQuery = 1_000;
const startFields = { JobID: 1, DialedMS: 1, CreatedMS: 1 } as const;

/** Reads the starts of recorded calls. A call updates its job, so jobs last updated before `fromMs` are skipped. */
function createRecordedStarts(db: Db) {
  const jobs = db.collection<JobDocument>('jobs');
  const calls = db.collection<CallDocument>('calls');
  return async (
    number: { OrgID: string; CampaignID?: string; NumberHash: string },
    fromMs: number,
  ): Promise<RecordedStart[]> => {
    const calledJobs = await jobs
      .find({ ...number, CallCount: { $gt: 0 }, UpdatedMS: { $gte: fromMs } }, { projection: { AttemptSalt: 1 } })
      .toArray();
    if (calledJobs.length === 0) return [];
    const found: Pick<CallDocument, '_id' | 'JobID' | 'DialedMS' | 'CreatedMS'>[] = [];
    // A number of many jobs, such as a switchboard, would exceed the size of a command.
    for (let from = 0; from < calledJobs.length; from += jobsPerQuery) {
      const JobID = { $in: calledJobs.slice(from, from + jobsPerQuery).map((job) => job._id) };
      const dialed = { JobID, CreatedMS: { $gte: fromMs }, PostponedUntilMS: { $exists: false } };
      const ofJobs = calls.find(dialed, { projection: startFields });
      found.push(...(await ofJobs.toArray()));
    }
    const salts = new Map(calledJobs.map((job) => [job._id, job.AttemptSalt]));
    return found.map((call) => {
      const salt = salts.get(call.JobID);
      const anonymousId = salt === undefined ? undefined : anonymousCallId(salt, call._id);
      return { callId: call._id, atMs: call.DialedMS ?? call.CreatedMS, anonymousId };
    });
  };
}
