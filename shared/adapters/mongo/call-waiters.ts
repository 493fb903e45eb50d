import type { Collection, Filter } from 'mongodb';
import { spacingMs } from '../../domain/campaign/pacing';
import type { QueuedCall } from '../../domain/job/queued-call';
import { isShared } from '../../domain/planning/call-quotas';
import { limitsOf, type QuotaDocument } from './call-quotas.document';
import type { JobDocument } from './jobs/document';

/** What is read of a job that waits in a queue. It holds no sealed field. */
export type Waiter = Pick<
  JobDocument,
  '_id' | 'OrgID' | 'CampaignID' | 'ImportID' | 'Sequence' | 'CallCount' | 'Queued'
>;
type Jobs = Collection<JobDocument>;
/** Says whether the calls of the job's campaign, or organization, are held back: its jobs get no place. */
export type IsHeld = (job: Pick<Waiter, 'OrgID' | 'CampaignID'>) => Promise<boolean>;

const projection = { OrgID: 1, CampaignID: 1, ImportID: 1, Sequence: 1, CallCount: 1, Queued: 1 } as const;
/** The order of the index: one entry of it is read, however many jobs wait. */
const order = { 'Queued.Priority': -1, CampaignID: 1, 'Queued.SinceMS': 1, _id: 1 } as const;
/** Campaigns whose queues are looked at one after another. With more, the rest waits until these are served. */
const maxProbes = 8;

const findFirst = async (jobs: Jobs, filter: Filter<JobDocument>): Promise<Waiter | undefined> =>
  (await jobs.find(filter, { projection }).sort(order).limit(1).next()) ?? undefined;

/**
 * The job that gets the next place of a scope: the highest priority, then the campaign that has the fewest places, by
 * turns among equal ones, then the longest wait.
 * @returns `held` if jobs wait, but the calls of their campaigns are held back
 */
export async function findWaiter(
  jobs: Jobs,
  document: QuotaDocument,
  isHeld: IsHeld,
): Promise<Waiter | 'held' | undefined> {
  const held: string[] = [];
  while (held.length <= maxProbes) {
    const waiter = await findFair(jobs, document, held);
    if (waiter === undefined) return held.length === 0 ? undefined : 'held';
    if (!(await isHeld(waiter))) return waiter;
    if (!isShared(document._id)) return 'held';
    held.push(waiter.CampaignID);
  }
  return 'held';
}

async function findFair(
  jobs: Jobs,
  { _id, Running, LastCampaign = '' }: QuotaDocument,
  without: readonly string[],
): Promise<Waiter | undefined> {
  const inQueue = { 'Queued.WaitsIn': _id };
  const first = await findFirst(
    jobs,
    without.length === 0 ? inQueue : { ...inQueue, CampaignID: { $nin: [...without] } },
  );
  if (first === undefined || !isShared(_id)) return first;
  const atPriority = { ...inQueue, 'Queued.Priority': first.Queued?.Priority ?? 0 };
  const counts = new Map<string, number>();
  for (const { CampaignID } of Running) counts.set(CampaignID, (counts.get(CampaignID) ?? 0) + 1);
  const idle = { $nin: [...counts.keys(), ...without] };
  const next = await findFirst(jobs, { ...atPriority, CampaignID: { ...idle, $gt: LastCampaign } });
  if (next !== undefined) return next;
  const again = LastCampaign === '' ? undefined : await findFirst(jobs, { ...atPriority, CampaignID: idle });
  if (again !== undefined) return again;
  for (const CampaignID of listByCount(counts, LastCampaign).slice(0, maxProbes)) {
    if (without.includes(CampaignID)) continue;
    const waiter = await findFirst(jobs, { ...atPriority, CampaignID });
    if (waiter !== undefined) return waiter;
  }
  return first;
}

/** Campaigns with the fewest places first; among equal ones, those that follow the last one that was served. */
const listByCount = (counts: ReadonlyMap<string, number>, last: string): string[] =>
  [...counts.entries()]
    .sort(
      ([one, few], [other, many]) =>
        few - many || Number(one <= last) - Number(other <= last) || (one < other ? -1 : 1),
    )
    .map(([campaignId]) => campaignId);

/** A job's place in a queue. */
export interface QueuePosition {
  /** Jobs that wait before it, counted up to `maxCounted`. */
  before: number;
  /** About when its turn is; absent while the pace is unknown. */
  aboutMs?: number | undefined;
}
/** Jobs before another one are counted up to this number. */
export const maxCounted = 10_000;
/** A pace says little about what comes later than this. */
const maxForecastMs = 7 * 86_400_000;

/** Counts who is before a job, and estimates its turn by the pace of the last hand-overs, or by the rate. */
export async function readPosition(
  jobs: Jobs,
  document: QuotaDocument | null,
  { queued, scope, nowMs }: { queued: QueuedCall | undefined; scope: string; nowMs: number },
): Promise<QueuePosition> {
  const { Priority = 0, SinceMS = nowMs } = queued ?? {};
  const inQueue = { 'Queued.WaitsIn': scope };
  const countUpTo = (limit: number, filter: Filter<JobDocument>): Promise<number> =>
    limit <= 0 ? Promise.resolve(0) : jobs.countDocuments({ ...inQueue, ...filter }, { limit });
  const higher = await countUpTo(maxCounted, { 'Queued.Priority': { $gt: Priority } });
  const older = { 'Queued.Priority': Priority, 'Queued.SinceMS': { $lt: SinceMS } };
  const before = higher + (await countUpTo(maxCounted - higher, older));
  const paceMs = timeBetween(document, nowMs);
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
