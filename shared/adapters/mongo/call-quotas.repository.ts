import { randomUUID } from 'node:crypto';
import type { Db } from 'mongodb';
import { latenessMs } from '../../domain/campaign/pacing';
import type { QueuedCall, QuotaLimit } from '../../domain/job/queued-call';
import { nextLookMs, type CallQuota } from '../../domain/planning/call-quotas';
import { createPlaces, type Place, type PlaceEntry } from './call-places';
import { createCallQueue } from './call-queue';
import { createRunningCalls } from './running-calls';
import { createScope, removeCall, type QuotaDocument, type Quotas, type Refusal } from './call-quotas.document';

/** The places of one call in its quotas. */
export interface SlotReservation {
  callId: string;
  token: string;
  places: Place[];
}

/** A call that asks for its places. */
export interface AskingCall {
  ID: string;
  JobID: string;
  OrgID?: string | undefined;
  CampaignID: string;
  /** How its job was queued before. */
  queued?: QueuedCall | undefined;
  /** The priority of its job. */
  priority?: number | undefined;
}

/** A call that got no place. */
export interface QueuedAnswer {
  queued: QueuedCall;
  /** The quota in whose queue the job waits, to be announced once the job is stored so. */
  announce?: CallQuota;
  /** Scopes with free places for others. */
  freed: string[];
}

/** Turns of one scope are this far apart, however many calls wait: their looks cost the same with 10 and with 100,000. */
const turnIntervalMs = 50;
/** A kept place outlasts the look of its job by this long. */
const keptMarginMs = 60_000;

/**
 * Counts the calls of a scope at once, a minute and in a day. A reservation is one conditional update of the scope's
 * document, so a limit is exact however many workers reserve, and costs the same however many calls wait. A place in
 * `Running` is returned when the call ends, and handed to the next job that waits. If its worker was lost, the call's own
 * record says so, and the next look at the scope frees the place. A call whose worker
 * was lost counts in its day even if it was not dialed.
 */
export function createCallQuotasRepository(db: Db) {
  const quotas: Quotas = db.collection<QuotaDocument>('call_quotas');
  const places = createPlaces(db);
  const release = createRelease(quotas);

  return {
    /**
     * Reserves a place in every quota. A call that gets none in one of them keeps those that it has in narrower scopes,
     * and returns those in wider ones. Repeating it for the same call is harmless.
     * @returns how the call is queued, if a quota is used up
     */
    reserve: async (
      call: AskingCall,
      limits: readonly CallQuota[],
      nowMs: number,
    ): Promise<SlotReservation | QueuedAnswer> => {
      const { ID: CallID, JobID, OrgID, CampaignID } = call;
      const reservation: SlotReservation = { callId: CallID, token: randomUUID(), places: [] };
      const entry: PlaceEntry = { CallID, JobID, OrgID, CampaignID, AtMS: nowMs, Token: reservation.token };
      for (const [index, quota] of limits.entries()) {
        const place = await places.take(entry, quota, call.queued?.Places?.includes(quota.scope) ?? false);
        if ('scope' in place) {
          reservation.places.push(place);
          continue;
        }
        return queue(quotas, { call, entry, reservation, refusal: place, at: { limits, index } }, nowMs);
      }
      return reservation;
    },

    extend: createExtend(places),

    release,

    /** Gives the places back that are kept for a job that is not called now. @returns scopes with free places for others */
    giveBack: (callId: string, scopes: readonly string[]): Promise<string[]> => giveBack(quotas, callId, scopes),

    /** A turn for a call that the carrier refused for its own rate, so that those calls do not come back at once. */
    takeTurn: async (scope: string, fromMs: number, nowMs: number): Promise<number> => {
      await createScope(quotas, scope, nowMs);
      return takeTurn(quotas, scope, { by: 'MaxCallsPerMinute', fromMs });
    },

    /** Starts the turns of a scope over, after a change of its limits. */
    resetTurns: async (scope: string): Promise<void> => {
      await quotas.updateOne({ _id: scope }, { $unset: { Turns: '' } });
    },

    ...createCallQueue(db),
    ...createRunningCalls(db),
  };
}
export type CallQuotasRepository = ReturnType<typeof createCallQuotasRepository>;

/** A call, as its places name it. */
type NamedCall = Omit<AskingCall, 'queued' | 'priority'>;

const createExtend =
  (places: ReturnType<typeof createPlaces>) =>
  /**
   * Takes a place in one more quota for a call that has a reservation, which gets it. The call does not wait for it.
   * @returns false if there is none now
   */
  async (
    { ID: CallID, JobID, OrgID, CampaignID }: NamedCall,
    { reservation, quota }: { reservation: SlotReservation; quota: CallQuota },
    nowMs: number,
  ): Promise<boolean> => {
    const entry: PlaceEntry = { CallID, JobID, OrgID, CampaignID, AtMS: nowMs, Token: reservation.token };
    const place = await places.take(entry, quota, false);
    if ('scope' in place) reservation.places.push(place);
    return 'scope' in place;
  };

/** @param undialed the call was abandoned before it was dialed, so it does not count in its day either */
const createRelease =
  (quotas: Quotas) =>
  /** @returns scopes in whose queues jobs may wait */
  async ({ callId, token, places }: SlotReservation, { undialed }: { undialed: boolean }): Promise<string[]> => {
    const match = { CallID: callId, Token: token };
    const scopes: string[] = [];
    for (const { scope, day, isUnlisted } of places) {
      const after = await removeCall(quotas, { scope, day, match }, { undialed, isUnlisted });
      if (after?.WaitingMS !== undefined) scopes.push(scope);
    }
    return scopes;
  };

async function giveBack(quotas: Quotas, CallID: string, scopes: readonly string[]): Promise<string[]> {
  const freed: string[] = [];
  for (const scope of scopes) {
    const kept = { CallID, ExpiresMS: { $exists: true } };
    const document = await quotas.findOne({ _id: scope, Running: { $elemMatch: kept } });
    const own = document?.Running.find((call) => call.CallID === CallID);
    if (own === undefined) continue;
    // A place that was taken since then has another token.
    const after = await removeCall(
      quotas,
      { scope, day: own.Day, match: { CallID, Token: own.Token } },
      { undialed: true },
    );
    if (after?.WaitingMS !== undefined) freed.push(scope);
  }
  return freed;
}

interface RefusedCall {
  call: AskingCall;
  entry: PlaceEntry;
  reservation: SlotReservation;
  refusal: Refusal;
  at: { limits: readonly CallQuota[]; index: number };
}

/** Queues a call that got no place: in the scope's queue, for the instant that it has, or for a turn on the next day. */
async function queue(
  quotas: Quotas,
  { call, entry, reservation, refusal, at: { limits, index } }: RefusedCall,
  nowMs: number,
): Promise<QueuedAnswer> {
  const { by, fromMs, hasInstant } = refusal;
  const quota = limits[index];
  if (quota === undefined) throw new Error('A refusal names its quota.');
  const { scope } = quota;
  const before = call.queued;
  const sinceMs = before?.SinceMS ?? nowMs;
  const common = {
    By: by,
    Limit: by === 'CircuitBreaker' ? (quota.Probes ?? 0) : quota[by],
    Scope: scope,
    SinceMS: sinceMs,
    Priority: call.priority ?? 0,
  };
  const wider = (before?.Places ?? []).filter((place) => limits.findIndex((other) => other.scope === place) > index);
  if (by === 'MaxCallsPerDay') {
    const freed = await createRelease(quotas)(reservation, { undialed: true });
    freed.push(...(await giveBack(quotas, entry.CallID, before?.Places ?? [])));
    return { queued: { ...common, UntilMS: await takeTurn(quotas, scope, { by, fromMs }) }, freed };
  }
  // A call that waits for an instant keeps everything, because it comes soon. One that waits for a place keeps narrower
  // places only: otherwise two calls could wait for each other.
  const isRate = by === 'MaxCallsPerMinute';
  const freed = isRate ? [] : await giveBack(quotas, entry.CallID, wider);
  const narrower = reservation.places;
  const keepsPlaces = narrower.length + (isRate ? wider.length : 0) > 0;
  const lookMs = nextLookMs({ jobId: entry.JobID, sinceMs, keepsPlaces }, nowMs);
  const Places = [
    ...(await keep(quotas, { entry, places: narrower, untilMs: lookMs + keptMarginMs })),
    ...(isRate
      ? await keep(quotas, { entry, places: wider.map((wide) => ({ scope: wide })), untilMs: lookMs + keptMarginMs })
      : []),
    ...(hasInstant === true ? [scope] : []),
  ];
  const kept = { ...common, ...(Places.length === 0 ? {} : { Places }) };
  if (hasInstant === true) return { queued: { ...kept, UntilMS: fromMs }, freed };
  return { queued: { ...kept, WaitsIn: scope, UntilMS: lookMs }, announce: quota, freed };
}

type KeptPlace = Pick<Place, 'scope' | 'dialByMs' | 'isUnlisted'> & Partial<Pick<Place, 'day'>>;

/** Keeps the places of a call for its job while that waits for others. @returns the scopes that have one */
async function keep(
  quotas: Quotas,
  { entry, places, untilMs }: { entry: PlaceEntry; places: readonly KeptPlace[]; untilMs: number },
): Promise<string[]> {
  const kept: string[] = [];
  for (const { scope, day, dialByMs, isUnlisted } of places) {
    const own = { _id: scope, 'Running.CallID': entry.CallID };
    const { matchedCount } = await quotas.updateOne(own, { $set: { 'Running.$.ExpiresMS': untilMs } });
    if (matchedCount === 1) kept.push(scope);
    if (matchedCount === 1 || day === undefined) continue;
    if (dialByMs === undefined) {
      // The call counts in its day when it asks again.
      const match = { CallID: entry.CallID, Token: entry.Token };
      await removeCall(quotas, { scope, day, match }, { undialed: true, isUnlisted });
      continue;
    }
    // Without a limit on calls at once the scope does not list its calls. This one does not use its instant now.
    const missing = { _id: scope, 'Running.CallID': { $ne: entry.CallID } };
    const Running = { ...entry, Day: day, SlotMS: dialByMs - latenessMs, ExpiresMS: untilMs };
    if ((await quotas.updateOne(missing, { $push: { Running } })).matchedCount === 1) kept.push(scope);
  }
  return kept;
}

/** Gives a refused call its turn: after those of all calls that were refused before it. */
async function takeTurn(
  quotas: Quotas,
  scope: string,
  { by, fromMs }: { by: QuotaLimit; fromMs: number },
): Promise<number> {
  await quotas.updateOne({ _id: scope }, { $max: { [`Turns.${by}`]: fromMs } });
  const turn = { $inc: { [`Turns.${by}`]: turnIntervalMs } };
  const document = await quotas.findOneAndUpdate({ _id: scope }, turn, { returnDocument: 'after' });
  return document?.Turns?.[by] ?? fromMs;
}
