import type { SlotReservation } from '../../shared/adapters/mongo/call-quotas.repository';
import type { NumberReservation } from '../../shared/adapters/mongo/number-attempts.repository';
import type { CallSummary } from '../../shared/domain/call/call-record';
import { callQuotasOf } from '../../shared/domain/planning/call-quotas';
import type { JobContext } from '../../shared/domain/planning/plan-job';
import type { ActivityDeps } from '../deps';

/** What a call holds from before it is dialed until it ends. */
export interface CallReservation {
  /** Counts the call toward the limits on attempts to its number. */
  number: NumberReservation;
  /** Counts the call toward the calls at once and in a day. */
  slots: SlotReservation;
}

/**
 * Reserves what limits over all jobs allow only some of: other jobs may be about to call at the same time. A job that
 * gets no slot is queued: it is planned for its turn.
 * @returns `undefined` if the call is not allowed now
 */
export async function reserveCall(
  { store }: Pick<ActivityDeps, 'store'>,
  { job, policy, numberLimits }: JobContext,
  call: CallSummary,
): Promise<CallReservation | undefined> {
  const slots = await store.callQuotas.reserve(call.ID, callQuotasOf(job, policy), call.CreatedMS);
  if ('queued' in slots) {
    await store.jobTransitions.amend(job.ID, job.Sequence, { Queued: slots.queued });
    return undefined;
  }
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
  await store.callQuotas.release(slots, { undialed: true });
  return undefined;
}

/** Returns what a call holds that was abandoned before it was dialed. */
export async function cancelReservation(
  { store }: Pick<ActivityDeps, 'store'>,
  { number, slots }: CallReservation,
): Promise<void> {
  await store.numberAttempts.release(number);
  await store.callQuotas.release(slots, { undialed: true });
}

/** Frees the slot of a call that is over. If that fails, the next call that finds no slot frees it. */
export async function freeSlots(
  { store, logger }: Pick<ActivityDeps, 'store' | 'logger'>,
  { slots }: CallReservation,
): Promise<void> {
  try {
    await store.callQuotas.release(slots, { undialed: false });
  } catch (error) {
    logger.warn({ callId: slots.callId, err: error }, 'call.slot_kept');
  }
}
