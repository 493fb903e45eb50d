import type { Collection, Db } from 'mongodb';
import { findFreeProbe } from '../../domain/campaign/circuit-breaker';
import { latenessMs, spacingMs } from '../../domain/campaign/pacing';
import type { CallQuota } from '../../domain/planning/call-quotas';
import type { CallDocument } from './calls.repository';
import {
  addCall,
  checkIntervalMs,
  createScope,
  dayOf,
  findRefusal,
  limitsOf,
  removeCall,
  type QuotaDocument,
  type Quotas,
  type Refusal,
  type Addition,
  type RunningCall,
} from './call-quotas.document';

/** A place in a scope. */
export interface Place {
  scope: string;
  day: string;
  /** The call may be dialed until then. */
  dialByMs?: number | undefined;
  /** The call has used its instant, and jobs wait for the following ones. */
  leavesQueue?: boolean;
  /** The scope only counts the call in its day. */
  isUnlisted?: boolean;
}
/** A call that takes places. */
export type PlaceEntry = Omit<RunningCall, 'Day' | 'SlotMS' | 'ExpiresMS'>;

/** A place is kept this long for the job that it was handed to. */
export const keepMs = 15_000;
/** A reservation without a call record belongs to a job that ended in between. A slower worker finds its call taken. */
const unclaimedMs = 900_000;
/** A round is repeated only when another writer changed the document in between. */
export const maxRounds = 50;

/** Reserves places in the documents of scopes. */
export function createPlaces(db: Db) {
  const quotas: Quotas = db.collection<QuotaDocument>('call_quotas');
  const calls = db.collection<CallDocument>('calls');
  return {
    /**
     * @param isKept a place is probably kept for the call
     * @returns the place of the call, or why it gets none now
     */
    take: async (entry: PlaceEntry, quota: CallQuota, isKept: boolean): Promise<Place | Refusal> => {
      const { scope } = quota;
      const { AtMS: nowMs } = entry;
      const today = dayOf(nowMs);
      // Without a rate, a ramp and probes the document need not be read.
      if (!isKept && quota.MaxCallsPerMinute === 0 && quota.RampMS === undefined && quota.Probes === undefined) {
        const days = { from: today, to: today };
        if (await addCall(quotas, { ...entry, Day: today }, { limits: quota, scope, days }))
          return { scope, day: today, isUnlisted: quota.MaxConcurrentCalls === 0 };
      }
      for (let round = 0; round < maxRounds; round++) {
        const document = await quotas.findOne({ _id: scope });
        if (document === null) {
          await createScope(quotas, scope, nowMs);
          continue;
        }
        const result = await takeFrom({ quotas, calls }, document, { entry, quota });
        if (result !== 'changed') return result;
      }
      throw new Error(`The quota ${scope} is contended.`);
    },

    /** Frees the places of calls that are over, and those that were kept for jobs that did not come. */
    free: (document: QuotaDocument, nowMs: number): Promise<boolean> => freeEnded({ quotas, calls }, document, nowMs),
  };
}
interface Collections {
  quotas: Quotas;
  calls: Collection<CallDocument>;
}

async function takeFrom(
  { quotas, calls }: Collections,
  document: QuotaDocument,
  { entry, quota }: { entry: PlaceEntry; quota: CallQuota },
): Promise<Place | Refusal | 'changed'> {
  const { scope } = quota;
  const nowMs = entry.AtMS;
  const limits = limitsOf(quota, document, nowMs);
  const own = document.Running.find(({ CallID }) => CallID === entry.CallID);
  if (own !== undefined && mayTakeOver(own, document, limits))
    return takeOver(quotas, document, { own, entry, limits });
  if (own !== undefined) {
    await removeCall(
      quotas,
      { scope, day: own.Day, match: { CallID: own.CallID, Token: own.Token } },
      { undialed: true },
    );
    return 'changed';
  }
  const today = dayOf(nowMs);
  // Another worker's clock may be a day ahead: the day never goes back.
  const day = document.Day > today ? document.Day : today;
  const refusal = findRefusal(document, limits, { day, nowMs });
  if (refusal?.by !== undefined && freedByEnds.has(refusal.by) && (await freeEnded({ quotas, calls }, document, nowMs)))
    return 'changed';
  if (refusal !== undefined) return refusal;
  const days = { from: document.Day, to: day };
  const instant =
    limits.MaxCallsPerMinute === 0
      ? undefined
      : { atMs: nowMs, readNextMs: document.NextMS, nextMs: nowMs + spacingMs(limits.MaxCallsPerMinute) };
  const added = {
    ...entry,
    Day: day,
    ...probeOf(document, limits),
    ...(instant === undefined ? {} : { SlotMS: nowMs }),
  };
  if (!(await addCall(quotas, added, { limits, scope, days, instant }))) return 'changed';
  const isUnlisted = limits.MaxConcurrentCalls === 0 && added.Probe === undefined;
  return { scope, day, isUnlisted, dialByMs: instant && nowMs + latenessMs };
}

/** What the end of a call may free. */
const freedByEnds: ReadonlySet<string> = new Set(['MaxConcurrentCalls', 'CircuitBreaker']);

/**
 * A place from before the circuit breaker opened makes no probe. After the limit was lowered, places that are kept are used
 * only as far as the calls that run, and the places kept before, leave room.
 */
function mayTakeOver(
  { Probe, CallID, ExpiresMS }: RunningCall,
  { Running }: QuotaDocument,
  { Probes, MaxConcurrentCalls }: Pick<CallQuota, 'Probes' | 'MaxConcurrentCalls'>,
): boolean {
  if (Probes !== undefined && (Probe === undefined || Probe > Probes)) return false;
  if (MaxConcurrentCalls === 0 || ExpiresMS === undefined) return true;
  const index = Running.findIndex((call) => call.CallID === CallID);
  const before = Running.filter((call, at) => call.ExpiresMS === undefined || at < index);
  return before.length < MaxConcurrentCalls;
}

/** The number of the probe that a call becomes; nothing unless the circuit breaker is half-open. */
export function probeOf({ Running }: QuotaDocument, { Probes }: Pick<CallQuota, 'Probes'>): Pick<RunningCall, 'Probe'> {
  const probe = Probes === undefined ? undefined : findFreeProbe(Running, Probes);
  return probe === undefined ? {} : { Probe: probe };
}

/**
 * Takes over the place that was kept for the call, or that an earlier attempt of the same call left when its worker was
 * lost. A call that is too late for its instant, because it waited for another scope, gets the next free one.
 */
async function takeOver(
  quotas: Quotas,
  document: QuotaDocument,
  { own, entry, limits }: { own: RunningCall; entry: PlaceEntry; limits: CallQuota },
): Promise<Place | Refusal | 'changed'> {
  const { scope } = limits;
  const { AtMS: nowMs, Token } = entry;
  const { SlotMS } = own;
  const isPaced = limits.MaxCallsPerMinute !== 0;
  if (isPaced && SlotMS !== undefined && SlotMS > nowMs)
    return { by: 'MaxCallsPerMinute', fromMs: SlotMS, hasInstant: true };
  const isLate = isPaced && (SlotMS === undefined || nowMs > SlotMS + latenessMs);
  const next = isLate ? nextInstant(document, { own, limits, nowMs }) : undefined;
  const at = {
    _id: scope,
    'Running.Token': own.Token,
    ...(next === undefined ? {} : { NextMS: next.readNextMs ?? null }),
  };
  const instant = next === undefined ? {} : { 'Running.$.SlotMS': next.atMs, NextMS: next.nextMs };
  if (next !== undefined && next.atMs > nowMs) {
    const kept = { ...instant, 'Running.$.ExpiresMS': next.atMs + keepMs };
    const moved = await quotas.updateOne(at as object, { $set: kept });
    return moved.matchedCount === 0 ? 'changed' : { by: 'MaxCallsPerMinute', fromMs: next.atMs, hasInstant: true };
  }
  const taken = await quotas.updateOne(at as object, {
    $set: { ...instant, 'Running.$.Token': Token, 'Running.$.AtMS': nowMs },
    $unset: { 'Running.$.ExpiresMS': '' },
  });
  if (taken.matchedCount === 0) return 'changed';
  const place = { scope, day: own.Day };
  if (!isPaced) return place;
  return {
    ...place,
    dialByMs: (next?.atMs ?? SlotMS ?? nowMs) + latenessMs,
    leavesQueue: document.WaitingMS !== undefined,
  };
}

/**
 * The next free instant for a call that is too late for its own. Its own was not used: if none was given since, it moves
 * to now, and the distance to those before and after it only grows.
 */
function nextInstant(
  { NextMS }: QuotaDocument,
  { own, limits, nowMs }: { own: RunningCall; limits: CallQuota; nowMs: number },
): NonNullable<Addition['instant']> {
  const distanceMs = spacingMs(limits.MaxCallsPerMinute);
  const isLast = own.SlotMS !== undefined && NextMS !== undefined && NextMS <= own.SlotMS + distanceMs;
  const atMs = isLast ? nowMs : Math.max(nowMs, NextMS ?? 0);
  return { atMs, readNextMs: NextMS, nextMs: atMs + distanceMs };
}

/** Frees the places of calls that are over. One process does so at a time. @returns whether there were any */
async function freeEnded(
  { quotas, calls }: Collections,
  { _id, Running }: QuotaDocument,
  nowMs: number,
): Promise<boolean> {
  const unchecked = { $or: [{ CheckedMS: { $exists: false } }, { CheckedMS: { $lt: nowMs - checkIntervalMs } }] };
  const isMine = await quotas.updateOne({ _id, ...unchecked }, { $set: { CheckedMS: nowMs } });
  if (isMine.matchedCount === 0) return false;
  const ids = Running.filter(({ ExpiresMS }) => ExpiresMS === undefined).map(({ CallID }) => CallID);
  const found = await calls.find({ _id: { $in: ids } }, { projection: { State: 1 } }).toArray();
  const states = new Map(found.map((call) => [call._id, call.State]));
  const isOver = ({ CallID, AtMS, ExpiresMS }: RunningCall): boolean => {
    if (ExpiresMS !== undefined) return ExpiresMS < nowMs;
    const state = states.get(CallID);
    return state === undefined ? AtMS < nowMs - unclaimedMs : state === 'ended' || state === 'failed';
  };
  const over = Running.filter(isOver);
  if (over.length === 0) return false;
  // A place that was taken since it was read has another token.
  const tokens = over.map(({ Token }) => Token);
  await quotas.updateOne({ _id }, { $pull: { Running: { Token: { $in: tokens } } } });
  return true;
}
