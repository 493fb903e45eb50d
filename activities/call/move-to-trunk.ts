import type { CallSummary } from '../../shared/domain/call/call-record';
import type { Job } from '../../shared/domain/job/job';
import type { Trunk } from '../../shared/domain/campaign/trunk';
import { isOfAllOrganizations, limitsCalls, trunkQuota } from '../../shared/domain/planning/call-quotas';
import { errorFacts } from '../lib/error-facts';
import { freePlaces, type HandOverDeps } from '../lib/hand-over';
import type { CallReservation } from './reserve-call';

/** A call that is being dialed. */
interface DialedCall {
  call: Pick<CallSummary, 'ID'>;
  job: Pick<Job, 'ID' | 'OrgID' | 'CampaignID'>;
  /** Those that may take it. */
  trunks: readonly Trunk[];
  reservation: CallReservation;
}

/**
 * Lets the places of a call follow the trunk on which it is placed next: the limits of a trunk hold over all processes also for
 * calls that fail over to it. The place at the trunk before is freed. Never rejects.
 * @returns false if the trunk has no place now, or that cannot be found out: the call must not be placed on it
 */
export async function moveToTrunk(deps: HandOverDeps, dialed: DialedCall, name: string): Promise<boolean> {
  const { call, trunks, reservation } = dialed;
  const trunk = trunks.find((one) => one.name === name);
  if (trunk === undefined) return false;
  const quota = trunkQuota(trunk);
  const { slots } = reservation;
  if (slots.places.some(({ scope }) => scope === quota.scope)) return true;
  try {
    if (limitsCalls(quota) && !(await take(deps, dialed, quota))) return false;
  } catch (error) {
    deps.logger.warn({ callId: call.ID, trunk: name, ...errorFacts(error) }, 'call.trunk_not_reserved');
    return false;
  }
  const left = slots.places.filter(({ scope }) => isOfAllOrganizations(scope) && scope !== quota.scope);
  slots.places = slots.places.filter((place) => !left.includes(place));
  if (left.length > 0) await freePlaces(deps, { ...slots, places: left }, { undialed: false });
  return true;
}

async function take(
  { store, clock }: HandOverDeps,
  { call, job, reservation }: DialedCall,
  quota: ReturnType<typeof trunkQuota>,
): Promise<boolean> {
  const asking = { ID: call.ID, JobID: job.ID, OrgID: job.OrgID, CampaignID: job.CampaignID };
  return store.callQuotas.extend(asking, { reservation: reservation.slots, quota }, await clock.nowMs());
}
