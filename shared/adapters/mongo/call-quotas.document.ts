import type { Collection } from 'mongodb';
import { findFreeProbe } from '../../domain/campaign/circuit-breaker';
import { limitsAt, type RampedLimits } from '../../domain/campaign/pacing';
import type { QuotaLimit } from '../../domain/job/queued-call';
import type { CallQuota } from '../../domain/planning/call-quotas';
import { isDuplicateKey } from './client';

/** A place in a scope. */
export interface RunningCall {
  CallID: string;
  JobID: string;
  /** Absent in places that earlier versions took. */
  OrgID?: string | undefined;
  CampaignID: string;
  AtMS: number;
  /** Identifies the last reservation: only that one is released. */
  Token: string;
  /** The day in which the call counts. */
  Day: string;
  /** The instant that the call got under a limit on calls a minute. */
  SlotMS?: number;
  /** The number of the probe, while the circuit breaker of the campaign is half-open. */
  Probe?: number;
  /** The place is kept for a waiting job until then. A call that has taken its place has none. */
  ExpiresMS?: number;
}

/** The calls of one scope. */
export interface QuotaDocument {
  _id: string;
  /** The day that is counted, `YYYY-MM-DD` in UTC. */
  Day: string;
  /** Calls reserved on that day. */
  Calls: number;
  /** Calls that have not ended, while calls at once are limited, and places that are kept for waiting jobs. */
  Running: RunningCall[];
  /** The scope's first call, from which its ramp rises. */
  StartMS?: number;
  /** The next free instant under a limit on calls a minute. */
  NextMS?: number;
  /** When calls that have ended without a release were last looked for. */
  CheckedMS?: number;
  /** The latest turn that was given to a refused call, for limits that do not hand places over. */
  Turns?: Partial<Record<QuotaLimit, number>>;
  /** Jobs may wait for a place. The sweeper looks at the scope from then on. */
  WaitingMS?: number;
  /** How often a job began to wait. */
  Enqueued?: number;
  /** The limits, for the process that hands a place over. */
  Limits?: Omit<CallQuota, 'scope'>;
  /** The organization and the campaign that got the last place that was handed over, and when that was. */
  LastOrganization?: string;
  LastCampaign?: string;
  HandedMS?: number;
  /** The usual time between two places that are handed over, for estimates. */
  PaceMS?: number;
}
export type Quotas = Collection<QuotaDocument>;

/** Calls that ended without a release are looked for at most this often. */
export const checkIntervalMs = 2_000;
const dayMs = 86_400_000;

export const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

/** The limits in force for a scope. */
export const limitsOf = <T extends RampedLimits>(
  quota: T,
  { StartMS }: Pick<QuotaDocument, 'StartMS'>,
  nowMs: number,
): T => limitsAt(quota, StartMS ?? nowMs, nowMs);

/** How a call is added. */
export interface Addition {
  limits: Omit<CallQuota, 'scope'>;
  scope: string;
  /** The day that the document counts, and the one to count from now. */
  days: { from: string; to: string };
  /** The instant, and how far the instants are given out; absent without a limit on calls a minute. */
  instant?: { atMs: number; readNextMs: number | undefined; nextMs: number } | undefined;
  /** The place is kept for a waiting job, and this is recorded. Other calls never overtake those that wait. */
  forWaiting?: Pick<QuotaDocument, 'LastOrganization' | 'LastCampaign' | 'HandedMS' | 'PaceMS'>;
}

/** Adds a call to its scope if there is room, by one conditional update: exact however many workers add calls. */
export async function addCall(quotas: Quotas, entry: RunningCall, addition: Addition): Promise<boolean> {
  const { limits, scope, days, instant, forWaiting } = addition;
  const { MaxConcurrentCalls, MaxCallsPerDay } = limits;
  const isSameDay = days.from === days.to;
  const lists = MaxConcurrentCalls !== 0 || forWaiting !== undefined || entry.Probe !== undefined;
  const filter = {
    _id: scope,
    Day: days.from,
    'Running.CallID': { $ne: entry.CallID },
    // An array that has no element at this index has fewer than the limit.
    ...(MaxConcurrentCalls === 0 ? {} : { [`Running.${MaxConcurrentCalls - 1}`]: { $exists: false } }),
    // Numbers of probes are taken once: no more of them than there are numbers, however many workers add calls.
    ...(entry.Probe === undefined ? {} : { 'Running.Probe': { $ne: entry.Probe } }),
    ...(MaxCallsPerDay === 0 || !isSameDay ? {} : { Calls: { $lt: MaxCallsPerDay } }),
    ...(forWaiting === undefined ? { WaitingMS: { $exists: false } } : {}),
    // An absent field equals null.
    ...(instant === undefined ? {} : { NextMS: instant.readNextMs ?? null }),
  };
  const set = {
    ...(isSameDay ? {} : { Day: days.to, Calls: 1 }),
    ...(instant === undefined ? {} : { NextMS: instant.nextMs }),
    ...forWaiting,
  };
  const added = await quotas.updateOne(filter as object, {
    ...(lists ? { $push: { Running: entry } } : {}),
    ...(isSameDay ? { $inc: { Calls: 1 } } : {}),
    ...(Object.keys(set).length === 0 ? {} : { $set: set }),
  });
  return added.matchedCount === 1;
}

/**
 * Removes a call from its scope.
 * @param undialed the call was abandoned before it was dialed, so it does not count in its day either
 * @param isUnlisted the scope only counts the call in its day
 * @returns the scope after it, if the call was in it or nothing had to be found out
 */
export async function removeCall(
  quotas: Quotas,
  { scope, day, match }: { scope: string; day: string; match: Partial<RunningCall> },
  { undialed, isUnlisted = false }: { undialed: boolean; isUnlisted?: boolean | undefined },
): Promise<Pick<QuotaDocument, 'WaitingMS'> | null> {
  const pull = { $pull: { Running: match } };
  const options = { returnDocument: 'after', projection: { WaitingMS: 1 } } as const;
  if (undialed) {
    const counted = { _id: scope, Day: day, ...(isUnlisted ? {} : { Running: { $elemMatch: match } }) };
    const returned = await quotas.findOneAndUpdate(counted, { ...pull, $inc: { Calls: -1 } }, options);
    if (returned !== null) return returned;
  }
  return quotas.findOneAndUpdate({ _id: scope }, pull, options);
}

/** Creates the document of a scope, without calls. */
export async function createScope(quotas: Quotas, scope: string, nowMs: number): Promise<void> {
  try {
    await quotas.insertOne({ _id: scope, Day: dayOf(nowMs), Calls: 0, Running: [], StartMS: nowMs });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}

/** A quota is used up. */
export interface Refusal {
  by: QuotaLimit | 'CircuitBreaker';
  /** A place may be free from then on. */
  fromMs: number;
  /** The call has an instant, which comes then. */
  hasInstant?: boolean;
}

/** Why the document, as it was read, has no room for a call on this day. */
export function findRefusal(
  { Day, Calls, Running, NextMS = 0, WaitingMS }: QuotaDocument,
  { MaxConcurrentCalls, MaxCallsPerMinute, MaxCallsPerDay, Probes }: Omit<CallQuota, 'scope'>,
  { day, nowMs }: { day: string; nowMs: number },
): Refusal | undefined {
  if (MaxCallsPerDay !== 0 && Day === day && Calls >= MaxCallsPerDay)
    return { by: 'MaxCallsPerDay', fromMs: Date.parse(day) + dayMs };
  if (Probes !== undefined && (WaitingMS !== undefined || findFreeProbe(Running, Probes) === undefined))
    return { by: 'CircuitBreaker', fromMs: nowMs };
  const isFull = MaxConcurrentCalls !== 0 && Running.length >= MaxConcurrentCalls;
  const isFast = MaxCallsPerMinute !== 0 && NextMS > nowMs;
  if (!isFull && !isFast && WaitingMS === undefined) return undefined;
  const waitsForRate = MaxCallsPerMinute !== 0 && (isFast || MaxConcurrentCalls === 0) && !isFull;
  return { by: waitsForRate ? 'MaxCallsPerMinute' : 'MaxConcurrentCalls', fromMs: nowMs };
}
