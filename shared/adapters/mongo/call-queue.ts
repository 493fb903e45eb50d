import { randomUUID } from 'node:crypto';
import type { Collection, Db } from 'mongodb';
import { withBreakerLimits, type BreakerLimits } from '../../domain/campaign/circuit-breaker';
import { instantsAhead, spacingMs, type Pacing } from '../../domain/campaign/pacing';
import { callId } from '../../domain/call/call-record';
import type { Job } from '../../domain/job/job';
import { callerQuota, type CallQuota } from '../../domain/planning/call-quotas';
import { createPlaces, keepMs, maxRounds, probeOf } from './call-places';
import {
  addCall,
  dayOf,
  findRefusal,
  limitsOf,
  removeCall,
  type QuotaDocument,
  type Quotas,
} from './call-quotas.document';
import {
  createWaiters,
  readPosition,
  rememberHolds,
  type Holds,
  type QueuePosition,
  type Waiter,
  type Waiters,
} from './call-waiters';
import type { JobDocument } from './jobs/document';

/** The sweeper looks at a queue at most this often, in case a hand-over was lost. */
const lookIntervalMs = 5_000;
/** A process hands over this many places at most before it lets others do so. */
const maxHandedOver = 100;

/** A job to which a place was handed over. Its workflow has to be woken. */
export type HandedJob = Pick<Job, 'ID' | 'OrgID' | 'CampaignID' | 'ImportID'>;

/** A place that the document has room for. */
interface Room {
  limits: Omit<CallQuota, 'scope'>;
  days: { from: string; to: string };
  instant?: { atMs: number; readNextMs: number | undefined; nextMs: number } | undefined;
}

function findRoom(document: QuotaDocument, breaker: BreakerLimits | undefined, nowMs: number): Room | undefined {
  const { WaitingMS: _waiting, NextMS, ...rest } = document;
  const none = { MaxConcurrentCalls: 0, MaxCallsPerMinute: 0, MaxCallsPerDay: 0 };
  const limits = limitsOf(withBreakerLimits(document.Limits ?? none, breaker), document, nowMs);
  const today = dayOf(nowMs);
  const day = document.Day > today ? document.Day : today;
  // Those that wait get instants in the future, too.
  if (findRefusal(rest, limits, { day, nowMs }) !== undefined) return undefined;
  const days = { from: document.Day, to: day };
  if (limits.MaxCallsPerMinute === 0) return { limits, days };
  // Also those whose job waits for a wider scope: as long as calls leave that one more slowly, it needs no more of them.
  const isAhead = ({ ExpiresMS = 0, SlotMS }: QuotaDocument['Running'][number]): boolean =>
    ExpiresMS >= nowMs && SlotMS !== undefined;
  if (document.Running.filter(isAhead).length >= instantsAhead(limits.MaxCallsPerMinute)) return undefined;
  const atMs = Math.max(nowMs, NextMS ?? 0);
  return { limits, days, instant: { atMs, readNextMs: NextMS, nextMs: atMs + spacingMs(limits.MaxCallsPerMinute) } };
}

interface Collections {
  quotas: Quotas;
  jobs: Collection<JobDocument>;
}

/**
 * Keeps a place for a waiting job and takes the job out of the queue.
 * @returns which of the two has changed since it was read, if one has
 */
async function handTo(
  { quotas, jobs }: Collections,
  document: QuotaDocument,
  { waiter, room, nowMs }: { waiter: Waiter; room: Room; nowMs: number },
): Promise<'handed' | 'scope_changed' | 'job_changed'> {
  const scope = document._id;
  const atMs = room.instant?.atMs ?? nowMs;
  const CallID = callId(waiter._id, waiter.CallCount + 1);
  const Token = `kept/${randomUUID()}`;
  const entry = {
    CallID,
    JobID: waiter._id,
    OrgID: waiter.OrgID,
    CampaignID: waiter.CampaignID,
    AtMS: nowMs,
    Token,
    Day: room.days.to,
    ExpiresMS: atMs + keepMs,
    ...probeOf(document, room.limits),
    ...(room.instant === undefined ? {} : { SlotMS: atMs }),
  };
  const last = { LastOrganization: waiter.OrgID, LastCampaign: waiter.CampaignID };
  const forWaiting = { ...last, HandedMS: nowMs, ...paceAfter(document, nowMs) };
  if (!(await addCall(quotas, entry, { ...room, scope, forWaiting }))) return 'scope_changed';
  const waiting = { _id: waiter._id, Sequence: waiter.Sequence, State: 'scheduled' as const, 'Queued.WaitsIn': scope };
  const handed = await jobs.updateOne(waiting, {
    $set: { 'Queued.UntilMS': atMs },
    $unset: { 'Queued.WaitsIn': '' },
    $addToSet: { 'Queued.Places': scope },
    // The sweeper wakes the job if the process that hands the place over is lost.
    $min: { DueMS: atMs + lookIntervalMs },
  });
  if (handed.matchedCount === 1) return 'handed';
  await removeCall(quotas, { scope, day: entry.Day, match: { CallID, Token } }, { undialed: true });
  return 'job_changed';
}

/** The usual time between hand-overs, by the last ones. A long pause says nothing about the pace. */
function paceAfter({ HandedMS, PaceMS }: QuotaDocument, nowMs: number): { PaceMS?: number } {
  if (HandedMS === undefined) return {};
  const lastMs = Math.max(1, nowMs - HandedMS);
  if (PaceMS === undefined) return lastMs > 3_600_000 ? {} : { PaceMS: lastMs };
  return lastMs > 60_000 + 20 * PaceMS ? {} : { PaceMS: PaceMS * 0.9 + lastMs * 0.1 };
}

/** Which scopes have to be looked at, and by which limits. */
const createLooks = (quotas: Quotas) => ({
  /** Announces that a job waits in the scope's queue, after the job was stored so. A place may have become free before. */
  announce: async ({ scope, ...Limits }: CallQuota, nowMs: number): Promise<void> => {
    const set = { WaitingMS: nowMs + lookIntervalMs, Limits };
    await quotas.updateOne({ _id: scope }, { $inc: { Enqueued: 1 }, $set: set });
  },

  /** Changes the limits of scopes that exist, so that free places are handed over by the new ones. */
  setLimits: async ({ scope, ...Limits }: CallQuota): Promise<void> => {
    await quotas.updateOne({ _id: scope, WaitingMS: { $exists: true } }, { $set: { Limits } });
  },

  /** As `setLimits`, for every caller ID of an organization. */
  setCallerLimits: async (orgId: string, pacing: Pacing | undefined): Promise<void> => {
    const { scope: first, ...Limits } = callerQuota(orgId, '', pacing);
    // Caller IDs are E.164 numbers: all of them come before the next character.
    const ofCallers = { _id: { $gte: first, $lt: `${first}~` }, WaitingMS: { $exists: true } };
    await quotas.updateMany(ofCallers, { $set: { Limits } });
  },

  /** Scopes in whose queues jobs may wait, and at which nothing has looked for a while. */
  findDue: async (nowMs: number, limit: number): Promise<{ ID: string; dueMs: number }[]> => {
    const found = quotas.find({ WaitingMS: { $lt: nowMs } }, { projection: { WaitingMS: 1 } }).sort({ WaitingMS: 1 });
    return (await found.limit(limit).toArray()).map(({ _id, WaitingMS = 0 }) => ({ ID: _id, dueMs: WaitingMS }));
  },

  /** Claims the look at a scope for this process. */
  claimLook: async ({ ID, dueMs }: { ID: string; dueMs: number }, nowMs: number): Promise<boolean> => {
    const update = { $set: { WaitingMS: nowMs + lookIntervalMs } };
    return (await quotas.updateOne({ _id: ID, WaitingMS: dueMs }, update)).matchedCount === 1;
  },
});

/**
 * Frees the places that jobs of held campaigns keep while they wait for a wider scope: for minutes, in which other campaigns
 * would find none. Such a job asks for its place again. @returns whether there were any
 */
async function freeHeld(
  quotas: Quotas,
  { _id: scope, Running }: QuotaDocument,
  { holds, nowMs }: { holds: Holds; nowMs: number },
): Promise<boolean> {
  // One that was just handed over is taken, or ends, within this time.
  const kept = Running.filter(({ ExpiresMS = 0 }) => ExpiresMS > nowMs + keepMs + lookIntervalMs);
  if (kept.length === 0) return false;
  const campaigns = await holds.findHeld([...new Set(kept.map(({ CampaignID }) => CampaignID))]);
  let freed = false;
  for (const { CallID, OrgID, CampaignID, Token, Day } of kept) {
    if (!campaigns.has(CampaignID) && !(OrgID !== undefined && (await holds.isHeld(OrgID)))) continue;
    // A place that was taken since it was read has another token.
    await removeCall(quotas, { scope, day: Day, match: { CallID, Token } }, { undialed: true });
    freed = true;
  }
  return freed;
}

/** Hands the next free place over. @returns `undefined` if there is none, or no job that waits */
const createHandOver =
  ({ quotas, jobs, places }: Collections & { places: ReturnType<typeof createPlaces> }) =>
  async (
    scope: string,
    { holds, waiters }: { holds: Holds; waiters: Waiters },
    { nowMs, breaker }: { nowMs: number; breaker: BreakerLimits | undefined },
  ): Promise<HandedJob | undefined> => {
    for (let round = 0; round < maxRounds; round++) {
      const document = await quotas.findOne({ _id: scope });
      if (document?.WaitingMS === undefined) return undefined;
      const room = findRoom(document, breaker, nowMs);
      if (room === undefined) {
        if ((await places.free(document, nowMs)) || (await freeHeld(quotas, document, { holds, nowMs }))) continue;
        return undefined;
      }
      const waiter = await waiters.first(document);
      if (waiter === 'held') return undefined;
      if (waiter === undefined) {
        // A job that began to wait since then has changed the number.
        const unchanged = { _id: scope, Enqueued: document.Enqueued ?? 0 };
        const ended = await quotas.updateOne(unchanged, { $unset: { WaitingMS: '' } });
        if (ended.matchedCount === 1) return undefined;
        continue;
      }
      const result = await handTo({ quotas, jobs }, document, { waiter, room, nowMs });
      if (result === 'scope_changed') continue;
      waiters.drop();
      if (result === 'job_changed') continue;
      const { _id: ID, OrgID, CampaignID, ImportID } = waiter;
      return { ID, OrgID, CampaignID, ImportID };
    }
    return undefined;
  };

/** The queues of jobs that wait for a place in a scope. */
export function createCallQueue(db: Db) {
  const quotas: Quotas = db.collection<QuotaDocument>('call_quotas');
  const jobs = db.collection<JobDocument>('jobs');
  const places = createPlaces(db);

  const handOverOne = createHandOver({ quotas, jobs, places });

  return {
    /**
     * Hands free places of a scope to jobs that wait in its queue, in the order of `createWaiters`.
     * @param breaker what the circuit breaker of the scope's campaign adds to the limits
     * @returns the jobs, whose workflows have to be woken
     */
    handOver: async (scope: string, holds: Holds, nowMs: number, breaker?: BreakerLimits): Promise<HandedJob[]> => {
      const handed: HandedJob[] = [];
      const known = rememberHolds(holds);
      const queue = { holds: known, waiters: createWaiters(jobs, known) };
      while (handed.length < maxHandedOver) {
        const job = await handOverOne(scope, queue, { nowMs, breaker });
        if (job === undefined) break;
        handed.push(job);
      }
      return handed;
    },

    ...createLooks(quotas),

    /** How many jobs wait in the queue of a scope, up to a limit. */
    countWaiting: (scope: string, limit: number): Promise<number> =>
      jobs.countDocuments({ 'Queued.WaitsIn': scope }, { limit }),

    /** How many jobs are before a job in the queue, and about when its turn is. @returns nothing if it waits in none */
    position: async (job: Pick<Job, 'OrgID' | 'Queued'>, nowMs: number): Promise<QueuePosition | undefined> => {
      const scope = job.Queued?.WaitsIn;
      if (scope === undefined) return undefined;
      const waiting = { queued: job.Queued, scope, orgId: job.OrgID, nowMs };
      return readPosition(jobs, await quotas.findOne({ _id: scope }), waiting);
    },
  };
}
export type CallQueue = ReturnType<typeof createCallQueue>;
