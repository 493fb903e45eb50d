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
  type RunningCall,
} from './call-quotas.document';

/** A place in a scope. */
export interface Place {
  scope: string;
  day: string;
  /** The call may be dialed until then. */
  dialByMs?: number | undefined;
}
/** A call that takes places. */
export type PlaceEntry = Omit<RunningCall, 'Day' | 'SlotMS' | 'ExpiresMS'>;

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
          return { scope, day: today };
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
  if (own !== undefined && mayTakeOver(own, limits)) return takeOver(quotas, own, { entry, limits });
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
  return { scope, day, dialByMs: instant && nowMs + latenessMs };
}

/** What the end of a call may free. */
const freedByEnds: ReadonlySet<string> = new Set(['MaxConcurrentCalls', 'CircuitBreaker']);

/** A place from before the circuit breaker opened makes no probe. */
const mayTakeOver = ({ Probe }: RunningCall, { Probes }: Pick<CallQuota, 'Probes'>): boolean =>
  Probes === undefined || (Probe !== undefined && Probe <= Probes);

/** The number of the probe that a call becomes; nothing unless the circuit breaker is half-open. */
export function probeOf({ Running }: QuotaDocument, { Probes }: Pick<CallQuota, 'Probes'>): Pick<RunningCall, 'Probe'> {
  const probe = Probes === undefined ? undefined : findFreeProbe(Running, Probes);
  return probe === undefined ? {} : { Probe: probe };
}

/**
 * Takes over the place that was kept for the call, or that an earlier attempt of the same call left when its worker was
 * lost. An instant that has passed is lost, and the place with it: the call gets both again in its turn.
 */
async function takeOver(
  quotas: Quotas,
  own: RunningCall,
  { entry, limits }: { entry: PlaceEntry; limits: CallQuota },
): Promise<Place | Refusal | 'changed'> {
  const { scope } = limits;
  const { CallID, AtMS: nowMs, Token } = entry;
  const { SlotMS } = own;
  const isPaced = limits.MaxCallsPerMinute !== 0;
  if (isPaced && SlotMS !== undefined && SlotMS > nowMs)
    return { by: 'MaxCallsPerMinute', fromMs: SlotMS, hasInstant: true };
  const at = { _id: scope, 'Running.Token': own.Token };
  if (isPaced && (SlotMS === undefined || nowMs > SlotMS + latenessMs)) {
    await removeCall(quotas, { scope, day: own.Day, match: { CallID, Token: own.Token } }, { undialed: true });
    return 'changed';
  }
  const taken = await quotas.updateOne(at, {
    $set: { 'Running.$.Token': Token, 'Running.$.AtMS': nowMs },
    $unset: { 'Running.$.ExpiresMS': '' },
  });
  if (taken.matchedCount === 0) return 'changed';
  return { scope, day: own.Day, dialByMs: isPaced && SlotMS !== undefined ? SlotMS + latenessMs : undefined };
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
