import { randomUUID } from 'node:crypto';
import type { Collection, Db } from 'mongodb';
import type { QueuedCall, QuotaLimit } from '../../domain/job/queued-call';
import type { CallQuota } from '../../domain/planning/call-quotas';
import type { CallDocument } from './calls.repository';
import { isDuplicateKey } from './client';

interface RunningCall {
  CallID: string;
  AtMS: number;
  /** Identifies the last reservation: only that one is released. */
  Token: string;
}

/** The calls of one scope. */
interface QuotaDocument {
  _id: string;
  /** The day that is counted, `YYYY-MM-DD` in UTC. */
  Day: string;
  /** Calls reserved on that day. */
  Calls: number;
  /** Calls that have not ended, while calls at once are limited. */
  Running: RunningCall[];
  /** When calls that have ended without a release were last looked for. */
  CheckedMS?: number;
  /** The latest turn that was given to a refused call, for each limit. */
  Turns?: Partial<Record<QuotaLimit, number>>;
}
type Quotas = Collection<QuotaDocument>;

/** The places of one call in its quotas. */
export interface SlotReservation {
  callId: string;
  token: string;
  places: { scope: string; day: string }[];
}

const dayMs = 86_400_000;
/** Turns of one scope are this far apart, however many calls wait: their looks cost the same with 10 and with 100,000. */
const turnIntervalMs = 50;
/** The first turn comes this long after the refusal. */
const turnDelayMs = 2_000;
/** Calls that ended without a release are looked for at most this often. */
const checkIntervalMs = 2_000;
/** A reservation without a call record belongs to a job that ended in between. A slower worker finds its call taken. */
const unclaimedMs = 900_000;
/** A round is repeated only when another writer changed the document in between. */
const maxRounds = 50;

const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

/**
 * Counts the calls of a scope at once and in a day. A reservation is one conditional update of the scope's document, so
 * a limit is exact however many workers reserve, and costs the same however many calls wait. A place in `Running` is
 * returned when the call ends. If its worker was lost, the call's own record says so, and the next call that finds the
 * scope full frees the place. A call of the day is counted even if it is never dialed.
 */
export function createCallQuotasRepository(db: Db) {
  const quotas = db.collection<QuotaDocument>('call_quotas');
  const calls = db.collection<CallDocument>('calls');
  const reserveIn = createPlaces(quotas, calls);

  /** @param undialed the call was abandoned before it was dialed, so it does not count in its day either */
  const release = async (
    { callId, token, places }: SlotReservation,
    { undialed }: { undialed: boolean },
  ): Promise<void> => {
    const pull = { $pull: { Running: { CallID: callId, Token: token } } };
    for (const { scope, day } of places) {
      const counted = { _id: scope, Day: day, Running: { $elemMatch: { CallID: callId, Token: token } } };
      const returned = undialed && (await quotas.updateOne(counted, { ...pull, $inc: { Calls: -1 } })).matchedCount > 0;
      if (!returned) await quotas.updateOne({ _id: scope }, pull);
    }
  };

  return {
    /**
     * Reserves a place in every quota, or in none. Repeating it for the same call is harmless.
     * @returns the turn of the call, if a quota is used up
     */
    reserve: async (
      callId: string,
      limits: readonly CallQuota[],
      nowMs: number,
    ): Promise<SlotReservation | { queued: QueuedCall }> => {
      const reservation: SlotReservation = { callId, token: randomUUID(), places: [] };
      const entry: RunningCall = { CallID: callId, AtMS: nowMs, Token: reservation.token };
      for (const quota of limits) {
        const place = await reserveIn(entry, quota);
        if ('scope' in place) {
          reservation.places.push(place);
          continue;
        }
        await release(reservation, { undialed: true });
        const UntilMS = await takeTurn(quotas, quota.scope, place);
        return { queued: { UntilMS, By: place.by, Limit: quota[place.by] } };
      }
      return reservation;
    },

    release,

    /** Starts the turns of a scope over, after a change of its limits. */
    resetTurns: async (scope: string): Promise<void> => {
      await quotas.updateOne({ _id: scope }, { $unset: { Turns: '' } });
    },
  };
}
export type CallQuotasRepository = ReturnType<typeof createCallQuotasRepository>;

/** A quota is used up. */
interface Refusal {
  by: QuotaLimit;
  /** A place may be free from then on. */
  fromMs: number;
}

/** Gives a refused call its turn: after those of all calls that were refused before it. */
async function takeTurn(quotas: Quotas, scope: string, { by, fromMs }: Refusal): Promise<number> {
  await quotas.updateOne({ _id: scope }, { $max: { [`Turns.${by}`]: fromMs } });
  const turn = { $inc: { [`Turns.${by}`]: turnIntervalMs } };
  const document = await quotas.findOneAndUpdate({ _id: scope }, turn, { returnDocument: 'after' });
  return document?.Turns?.[by] ?? fromMs;
}

/** Adds a call to its scope if there is room. @param days the day that the document counts, and the one to count from now */
async function addCall(
  quotas: Quotas,
  entry: RunningCall,
  { scope, MaxConcurrentCalls, MaxCallsPerDay }: CallQuota,
  days: { from: string; to: string },
): Promise<boolean> {
  const isSameDay = days.from === days.to;
  const filter = {
    _id: scope,
    Day: days.from,
    'Running.CallID': { $ne: entry.CallID },
    // An array that has no element at this index has fewer than the limit.
    ...(MaxConcurrentCalls === 0 ? {} : { [`Running.${MaxConcurrentCalls - 1}`]: { $exists: false } }),
    ...(MaxCallsPerDay === 0 || !isSameDay ? {} : { Calls: { $lt: MaxCallsPerDay } }),
  };
  const added = await quotas.updateOne(filter, {
    ...(MaxConcurrentCalls === 0 ? {} : { $push: { Running: entry } }),
    ...(isSameDay ? { $inc: { Calls: 1 } } : { $set: { Day: days.to, Calls: 1 } }),
  });
  return added.matchedCount === 1;
}

/** Creates the document of a scope with its first call. @returns false when another call created it first */
async function createScope(
  quotas: Quotas,
  entry: RunningCall,
  { scope, MaxConcurrentCalls }: CallQuota,
  Day: string,
): Promise<boolean> {
  try {
    await quotas.insertOne({ _id: scope, Day, Calls: 1, Running: MaxConcurrentCalls === 0 ? [] : [entry] });
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** Takes over the place that an earlier attempt of the same call left when its worker was lost. */
async function takeOver(quotas: Quotas, { CallID, Token, AtMS }: RunningCall, { scope }: CallQuota): Promise<boolean> {
  const update = { $set: { 'Running.$.Token': Token, 'Running.$.AtMS': AtMS } };
  return (await quotas.updateOne({ _id: scope, 'Running.CallID': CallID }, update)).matchedCount === 1;
}

/** Why the document, as it was read, has no room for a call on this day. */
function findRefusal(
  { Day, Calls, Running }: QuotaDocument,
  { MaxConcurrentCalls, MaxCallsPerDay }: CallQuota,
  { day, nowMs }: { day: string; nowMs: number },
): Refusal | undefined {
  if (MaxCallsPerDay !== 0 && Day === day && Calls >= MaxCallsPerDay)
    return { by: 'MaxCallsPerDay', fromMs: Date.parse(day) + dayMs };
  if (MaxConcurrentCalls !== 0 && Running.length >= MaxConcurrentCalls)
    return { by: 'MaxConcurrentCalls', fromMs: nowMs + turnDelayMs };
  return undefined;
}

/** Frees the places of calls that are over. One process does so at a time. @returns whether there were any */
async function freeEnded(
  { quotas, calls }: { quotas: Quotas; calls: Collection<CallDocument> },
  { _id, Running }: QuotaDocument,
  nowMs: number,
): Promise<boolean> {
  const unchecked = { $or: [{ CheckedMS: { $exists: false } }, { CheckedMS: { $lt: nowMs - checkIntervalMs } }] };
  const isMine = await quotas.updateOne({ _id, ...unchecked }, { $set: { CheckedMS: nowMs } });
  if (isMine.matchedCount === 0) return false;
  const ids = Running.map(({ CallID }) => CallID);
  const found = await calls.find({ _id: { $in: ids } }, { projection: { State: 1 } }).toArray();
  const states = new Map(found.map((call) => [call._id, call.State]));
  const isOver = ({ CallID, AtMS }: RunningCall): boolean => {
    const state = states.get(CallID);
    return state === undefined ? AtMS < nowMs - unclaimedMs : state === 'ended' || state === 'failed';
  };
  const over = Running.filter(isOver).map(({ CallID }) => CallID);
  if (over.length === 0) return false;
  await quotas.updateOne({ _id }, { $pull: { Running: { CallID: { $in: over } } } });
  return true;
}

/** A place in a scope. */
type Place = SlotReservation['places'][number];

/** Reserves places in the documents of scopes. */
function createPlaces(quotas: Quotas, calls: Collection<CallDocument>) {
  return async (entry: RunningCall, quota: CallQuota): Promise<Place | Refusal> => {
    const { scope } = quota;
    const { AtMS: nowMs } = entry;
    const today = dayOf(nowMs);
    if (await addCall(quotas, entry, quota, { from: today, to: today })) return { scope, day: today };
    for (let round = 0; round < maxRounds; round++) {
      const document = await quotas.findOne({ _id: scope });
      if (document === null) {
        if (await createScope(quotas, entry, quota, today)) return { scope, day: today };
        continue;
      }
      if (document.Running.some(({ CallID }) => CallID === entry.CallID)) {
        if (await takeOver(quotas, entry, quota)) return { scope, day: document.Day };
        continue;
      }
      // Another worker's clock may be a day ahead: the day never goes back.
      const day = document.Day > today ? document.Day : today;
      const refusal = findRefusal(document, quota, { day, nowMs });
      if (refusal?.by === 'MaxConcurrentCalls' && (await freeEnded({ quotas, calls }, document, nowMs))) continue;
      if (refusal !== undefined) return refusal;
      if (await addCall(quotas, entry, quota, { from: document.Day, to: day })) return { scope, day };
    }
    throw new Error(`The quota ${scope} is contended.`);
  };
}
