import type { Collection, Filter } from 'mongodb';
import { spacingMs } from '../../domain/campaign/pacing';
import type { QueuedCall } from '../../domain/job/queued-call';
import { callId } from '../../domain/call/call-record';
import { isOfAllOrganizations, isShared } from '../../domain/planning/call-quotas';
import { stableFraction } from '../../domain/stable-hash';
import { limitsOf, type QuotaDocument, type RunningCall } from './call-quotas.document';
import type { JobDocument } from './jobs/document';

/** What is read of a job that waits in a queue. It holds no sealed field. */
export type Waiter = Pick<
  JobDocument,
  '_id' | 'OrgID' | 'CampaignID' | 'ImportID' | 'Sequence' | 'CallCount' | 'Queued'
>;
type Jobs = Collection<JobDocument>;
/** Finds the organizations and campaigns whose calls are held back: their jobs get no place. */
export interface Holds {
  isHeld: (orgId: string) => Promise<boolean>;
  /** Those of the campaigns that are held back. */
  findHeld: (campaignIds: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** Holds that are read once for a series of hand-overs. What is held back in between is found before it is dialed. */
export function rememberHolds({ isHeld, findHeld }: Holds): Holds {
  const organizations = new Map<string, Promise<boolean>>();
  const campaigns = new Map<string, boolean>();
  return {
    isHeld: (orgId) => {
      const known = organizations.get(orgId) ?? isHeld(orgId);
      organizations.set(orgId, known);
      return known;
    },
    findHeld: async (campaignIds) => {
      const unknown = campaignIds.filter((id) => !campaigns.has(id));
      const held = unknown.length === 0 ? new Set<string>() : await findHeld(unknown);
      for (const id of unknown) campaigns.set(id, held.has(id));
      return new Set(campaignIds.filter((id) => campaigns.get(id) === true));
    },
  };
}

const projection = { OrgID: 1, CampaignID: 1, ImportID: 1, Sequence: 1, CallCount: 1, Queued: 1 } as const;
/** The order of the index: one entry of it is read, however many jobs wait. */
const order = { OrgID: 1, 'Queued.Priority': -1, CampaignID: 1, 'Queued.SinceMS': 1, _id: 1 } as const;
/** The first campaign is rarely held back. While all are, so many times more of them are looked at together. */
const batchGrowth = 10;
/** So many jobs of a campaign are read together at most. */
const maxAhead = 100;

const findFirst = async (jobs: Jobs, filter: Filter<JobDocument>): Promise<Waiter | undefined> =>
  (await jobs.find(filter, { projection }).sort(order).limit(1).next()) ?? undefined;

/** The jobs that get the next places of a scope, for a series of hand-overs. */
export interface Waiters {
  /** The next one, or `held` if jobs wait, but the calls of all their campaigns are held back. */
  first: (document: QuotaDocument) => Promise<Waiter | 'held' | undefined>;
  /** Forgets the first one, because it got its place or has changed. */
  drop: () => void;
}

/**
 * Reads those of a campaign's own queue by their priority, then by their wait, several together; those of a shared queue
 * as `findWaiter` says. Costs a few reads, however many jobs wait.
 */
export function createWaiters(jobs: Jobs, holds: Holds): Waiters {
  let ahead: Waiter[] = [];
  // One place is free most often.
  let size = 1;
  /** @returns `more` if others may wait */
  const readNext = async (scope: string): Promise<{ read: Waiter[]; more: boolean }> => {
    const limit = size;
    const read = await jobs.find({ 'Queued.WaitsIn': scope }, { projection }).sort(order).limit(limit).toArray();
    size = Math.min(limit * batchGrowth, maxAhead);
    return { read, more: read.length === limit && limit < maxAhead };
  };
  /** Leaves out those to which another process hands a place: another one would be lost, with its instant. */
  const firstOf = async (document: QuotaDocument): Promise<Waiter | 'held' | undefined> => {
    const placed = new Set(document.Running.map(({ CallID }) => CallID));
    const hasPlace = ({ _id, CallCount }: Waiter): boolean => placed.has(callId(_id, CallCount + 1));
    for (let [next] = ahead; next !== undefined; [next] = ahead) {
      if (!hasPlace(next) && (await stillWaits(jobs, next, document))) return next;
      ahead.shift();
    }
    for (;;) {
      const { read, more } = await readNext(document._id);
      if (read.length === 0) return undefined;
      ahead = read.filter((waiter) => !hasPlace(waiter));
      if (ahead.length > 0) return ahead[0];
      if (!more) return 'held';
    }
  };
  return {
    first: async (document) => {
      if (isShared(document._id)) return findWaiter(jobs, document, holds);
      const first = await firstOf(document);
      return first === undefined || first === 'held' || !(await isHeld(first, holds)) ? first : 'held';
    },
    drop: () => void ahead.shift(),
  };
}

const stillWaits = async (jobs: Jobs, { _id, Sequence }: Waiter, scope: Pick<QuotaDocument, '_id'>): Promise<boolean> =>
  (await jobs.findOne({ _id, Sequence, 'Queued.WaitsIn': scope._id }, { projection: { _id: 1 } })) !== null;

const isHeld = async ({ OrgID, CampaignID }: Waiter, holds: Holds): Promise<boolean> =>
  (await holds.isHeld(OrgID)) || (await holds.findHeld([CampaignID])).size > 0;

/**
 * The job that gets the next place of a shared scope. Between organizations: the one that has the fewest places in the scope, by
 * turns among equal ones. Of its jobs: the highest priority, then the campaign that has the fewest places, by turns among
 * equal ones, then the longest wait. Reads an index entry for each campaign that waits with that priority.
 * @returns `held` if jobs wait, but the calls of all their campaigns are held back
 */
async function findWaiter(jobs: Jobs, document: QuotaDocument, holds: Holds): Promise<Waiter | 'held' | undefined> {
  const inQueue = { 'Queued.WaitsIn': document._id };
  if (!isOfAllOrganizations(document._id)) {
    const first = await findFirst(jobs, inQueue);
    return first && ((await findInOrganization(jobs, document, { OrgID: first.OrgID, holds, first })) ?? 'held');
  }
  const counts = countBy(document, ({ OrgID = '' }) => OrgID);
  const organizations = listByCount(await jobs.distinct('OrgID', inQueue), counts, byTurns(document.LastOrganization));
  // The calls of many organizations may be held back at once, as by their circuit breakers when the line fails.
  for (let from = 0, size = 1; from < organizations.length; from += size, size = Math.min(size * batchGrowth, 100)) {
    const some = organizations.slice(from, from + size);
    const found = await Promise.all(some.map((OrgID) => findInOrganization(jobs, document, { OrgID, holds })));
    const waiter = found.find((one) => one !== undefined);
    if (waiter !== undefined) return waiter;
  }
  return organizations.length === 0 ? undefined : 'held';
}

/** The first job of an organization whose campaign is not held back. @param known.first the organization's first job, if it was read */
async function findInOrganization(
  jobs: Jobs,
  document: QuotaDocument,
  { OrgID, holds, ...known }: { OrgID: string; holds: Holds; first?: Waiter },
): Promise<Waiter | undefined> {
  const { _id, LastCampaign, HandedMS = 0 } = document;
  if (await holds.isHeld(OrgID)) return undefined;
  const ofOrganization = { 'Queued.WaitsIn': _id, OrgID };
  // The last campaign says nothing where another organization's may have come since: a lot decides there.
  const tieBreak = isOfAllOrganizations(_id) ? byLot(HandedMS) : byTurns(LastCampaign);
  let first = known.first ?? (await findFirst(jobs, ofOrganization));
  while (first !== undefined) {
    const Priority = first.Queued?.Priority ?? 0;
    const atPriority = { ...ofOrganization, 'Queued.Priority': Priority };
    const campaigns = listByCount(
      await jobs.distinct('CampaignID', atPriority),
      countBy(document, ({ CampaignID }) => CampaignID),
      tieBreak,
    );
    const CampaignID = await findFree(campaigns, holds);
    if (CampaignID === first.CampaignID) return first;
    const waiter = CampaignID && (await findFirst(jobs, { ...atPriority, CampaignID }));
    if (waiter) return waiter;
    // Its jobs may have left the queue since; otherwise all campaigns are held back.
    const below = CampaignID === undefined ? { 'Queued.Priority': { $lt: Priority } } : {};
    first = await findFirst(jobs, { ...ofOrganization, ...below });
  }
  return undefined;
}

/** The first campaign that is not held back. However many are, it takes a few reads. */
async function findFree(campaigns: readonly string[], { findHeld }: Holds): Promise<string | undefined> {
  for (let from = 0, size = 1; from < campaigns.length; from += size, size *= batchGrowth) {
    const some = campaigns.slice(from, from + size);
    const held = await findHeld(some);
    const free = some.find((campaignId) => !held.has(campaignId));
    if (free !== undefined) return free;
  }
  return undefined;
}

function countBy({ Running }: QuotaDocument, keyOf: (call: RunningCall) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const call of Running) counts.set(keyOf(call), (counts.get(keyOf(call)) ?? 0) + 1);
  return counts;
}

/** Orders ids that have equally many places. */
type TieBreak = (one: string, other: string) => number;
const byId: TieBreak = (one, other) => (one < other ? -1 : Number(one > other));
/** Those that follow the last one that was served come first. */
const byTurns =
  (last = ''): TieBreak =>
  (one, other) =>
    Number(one <= last) - Number(other <= last) || byId(one, other);
const byLot =
  (draw: number): TieBreak =>
  (one, other) =>
    stableFraction(`${draw}/${one}`) - stableFraction(`${draw}/${other}`);

/** Ids with the fewest places first. */
const listByCount = (ids: readonly string[], counts: ReadonlyMap<string, number>, tieBreak: TieBreak): string[] =>
  [...ids].sort((one, other) => (counts.get(one) ?? 0) - (counts.get(other) ?? 0) || tieBreak(one, other));

/** A job's place in a queue. */
export interface QueuePosition {
  /** Jobs of its organization that wait before it, counted up to `maxCounted`. */
  before: number;
  /** About when its turn is; absent while the pace is unknown. */
  aboutMs?: number | undefined;
}
/** Jobs before another one are counted up to this number. */
export const maxCounted = 10_000;
/** A pace says little about what comes later than this. */
const maxForecastMs = 7 * 86_400_000;

/**
 * Counts who is before a job, and estimates its turn by the pace of the last hand-overs, or by the rate. Of other
 * organizations it reveals nothing: their jobs are not counted, and where they wait too there is no estimate.
 */
export async function readPosition(
  jobs: Jobs,
  document: QuotaDocument | null,
  { queued, scope, orgId, nowMs }: { queued: QueuedCall | undefined; scope: string; orgId: string; nowMs: number },
): Promise<QueuePosition> {
  const { Priority = 0, SinceMS = nowMs } = queued ?? {};
  const inQueue = { 'Queued.WaitsIn': scope, OrgID: orgId };
  const countUpTo = (limit: number, filter: Filter<JobDocument>): Promise<number> =>
    limit <= 0 ? Promise.resolve(0) : jobs.countDocuments({ ...inQueue, ...filter }, { limit });
  const higher = await countUpTo(maxCounted, { 'Queued.Priority': { $gt: Priority } });
  const older = { 'Queued.Priority': Priority, 'Queued.SinceMS': { $lt: SinceMS } };
  const before = higher + (await countUpTo(maxCounted - higher, older));
  const paceMs = isOfAllOrganizations(scope) ? undefined : timeBetween(document, nowMs);
  const waitMs = paceMs === undefined || before >= maxCounted ? Infinity : (before + 1) * paceMs;
  return { before, aboutMs: waitMs > maxForecastMs ? undefined : Math.ceil(nowMs + waitMs) };
}

/** The time between two calls that leave the queue; unknown if none has left it for long. */
function timeBetween(document: QuotaDocument | null, nowMs: number): number | undefined {
  if (document?.Limits === undefined) return undefined;
  const { MaxCallsPerMinute } = limitsOf(document.Limits, document, nowMs);
  const rateMs = MaxCallsPerMinute === 0 ? undefined : spacingMs(MaxCallsPerMinute);
  const { PaceMS, HandedMS = 0 } = document;
  const isCurrent = PaceMS !== undefined && nowMs - HandedMS < 60_000 + 20 * PaceMS;
  if (!isCurrent) return rateMs;
  return Math.max(PaceMS, rateMs ?? 0);
}
