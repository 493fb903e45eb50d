import type { SlotReservation } from '../../shared/adapters/mongo/call-quotas.repository';
import type { NumberReservation } from '../../shared/adapters/mongo/number-attempts.repository';
import type { CallSummary } from '../../shared/domain/call/call-record';
import { callerIdOf } from '../../shared/domain/campaign/campaign';
import { breakerLimitsOf } from '../../shared/domain/campaign/circuit-breaker';
import type { Trunk } from '../../shared/domain/campaign/trunk';
import { callQuotasOf, campaignQuota, type CallQuota } from '../../shared/domain/planning/call-quotas';
import type { JobContext } from '../../shared/domain/planning/plan-job';
import { freePlaces, handOver, handOverAll, type HandOverDeps } from '../lib/hand-over';

/** What a call holds from before it is dialed until it ends. */
export interface CallReservation {
  /** Counts the call toward the limits on attempts to its number. */
  number: NumberReservation;
  /** Counts the call toward the calls at once, a minute and in a day. */
  slots: SlotReservation;
}

/** A call that asks for its places. */
interface AskingCall {
  call: CallSummary;
  /** The trunk that is tried first. */
  trunk: Trunk;
}

/** A job may be handed the place that became free while it began to wait; then it asks again, so many times at most. */
const maxAsks = 3;

/**
 * Reserves what limits over all jobs allow only some of: other jobs may be about to call at the same time. A job that
 * gets no place is queued: a place is handed to it when one is free.
 * @returns `undefined` if the call is not allowed now
 */
export async function reserveCall(
  deps: HandOverDeps,
  context: JobContext,
  asking: AskingCall,
): Promise<CallReservation | undefined> {
  const { store } = deps;
  const { call } = asking;
  const { job, numberLimits } = context;
  const slots = await reservePlaces(deps, context, asking);
  if (slots === undefined) return undefined;
  const attempt = {
    orgId: job.OrgID,
    campaignId: job.CampaignID,
    phoneNumber: job.PhoneNumber,
    callId: call.ID,
    atMs: call.CreatedMS,
  };
  const force = job.OperatorCallMS !== undefined;
  const number = await store.numberAttempts.reserve(attempt, numberLimits, { force });
  if (number !== undefined) return { number, slots };
  await freePlaces(deps, slots, { undialed: true });
  return undefined;
}

async function reservePlaces(
  deps: HandOverDeps,
  context: JobContext,
  { call, trunk }: AskingCall,
): Promise<SlotReservation | undefined> {
  const { store, clock } = deps;
  const { job, pacing = {} } = context;
  const priority = job.Priority ?? pacing.priority;
  let nowMs = call.CreatedMS;
  const quotas = quotasOf(context, trunk, nowMs);
  let queued = job.Queued;
  // Places that were kept for the job in scopes that limit nothing any more.
  const unlimited = (queued?.Places ?? []).filter((scope) => !quotas.some((quota) => quota.scope === scope));
  if (unlimited.length > 0) await handOverAll(deps, await store.callQuotas.giveBack(call.ID, unlimited));
  for (let ask = 0; ask < maxAsks; ask++) {
    const { OrgID, CampaignID } = job;
    const asking = { ID: call.ID, JobID: job.ID, OrgID, CampaignID, queued, priority };
    const answer = await store.callQuotas.reserve(asking, quotas, nowMs);
    if (!('queued' in answer)) {
      // The next jobs wake up for the following instants while this call is dialed.
      await handOverAll(
        deps,
        answer.places.flatMap(({ scope, leavesQueue }) => (leavesQueue === true ? [scope] : [])),
      );
      return answer;
    }
    queued = answer.queued;
    await store.jobTransitions.enqueue(job, queued);
    await handOverAll(deps, answer.freed);
    if (answer.announce === undefined) return undefined;
    await store.callQuotas.announce(withoutBreakerLimits(answer.announce, context), nowMs);
    if (!(await handOver(deps, answer.announce.scope)).includes(job.ID)) return undefined;
    queued = (await store.jobs.loadMetadata(job.ID))?.Queued;
    nowMs = await clock.nowMs();
    // An instant in the future: the job is planned for it.
    if (queued === undefined || queued.UntilMS > nowMs) return undefined;
  }
  return undefined;
}

const quotasOf = (
  { job, policy, pacing = {}, campaign, controls }: JobContext,
  trunk: Trunk,
  nowMs: number,
): CallQuota[] =>
  callQuotasOf(job, {
    policy,
    pacing: pacing.campaign,
    breaker: breakerLimitsOf(controls?.campaign?.Breaker, nowMs),
    callerPacing: pacing.caller,
    callerId: callerIdOf(job, campaign),
    trunk,
  });

/** The limits as they are stored for hand-overs, which look at the circuit breaker as it is then. */
function withoutBreakerLimits(quota: CallQuota, { job, pacing }: JobContext): CallQuota {
  const own = campaignQuota(job.CampaignID, pacing?.campaign);
  return quota.scope === own.scope ? own : quota;
}

/** Returns what a call holds that was abandoned before it was dialed. */
export async function cancelReservation(deps: HandOverDeps, { number, slots }: CallReservation): Promise<void> {
  await deps.store.numberAttempts.release(number);
  await freePlaces(deps, slots, { undialed: true });
}

/** Frees the places of a call that is over, and hands them to the next jobs. */
export const freeSlots = (deps: HandOverDeps, { slots }: CallReservation): Promise<void> =>
  freePlaces(deps, slots, { undialed: false });

/** The latest instant at which the call may be dialed; absent without a limit on calls a minute. */
export const dialByMs = ({ slots }: CallReservation): number =>
  Math.min(...slots.places.map((place) => place.dialByMs ?? Infinity));
