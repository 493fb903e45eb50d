import {
  chooseTrunks,
  defaultTrunk,
  trunkOf,
  trunksOfOrganization,
  trunksOfProvider,
  type Trunk,
} from '../../shared/domain/campaign/trunk';
import { trunkScope } from '../../shared/domain/planning/call-quotas';
import type { JobContext } from '../../shared/domain/planning/plan-job';
import type { ActivityDeps } from '../deps';
import { giveBackPlaces, type HandOverDeps } from '../lib/hand-over';

/** A job whose trunk takes no calls looks again after this time, or later if many wait. */
const lookAgainMs = 60_000;

/**
 * The trunks that may take the job's call, in order. If there is none, because the trunk is disabled or gone, or does not
 * accept the caller ID, the job waits until one takes it: it is called over no trunk that it did not ask for.
 * @returns an empty list if the call is not allowed now
 */
export async function findTrunks(
  deps: HandOverDeps & Pick<ActivityDeps, 'provider'>,
  context: JobContext,
  callerId: string,
): Promise<Trunk[]> {
  const { store, clock, provider, logger } = deps;
  const { job } = context;
  const known = trunksOfProvider(provider);
  const wanted = trunkOf(context, callerId) ?? defaultTrunk(known);
  const trunks = chooseTrunks(trunksOfOrganization(known, job.OrgID), { wanted, callerId });
  if (trunks.length > 0) return trunks;
  await giveBackPlaces(deps, job);
  const nowMs = await clock.nowMs();
  const Scope = trunkScope(wanted);
  // Turns of the organization's own: its jobs must not delay those of others on the trunk.
  const UntilMS = await store.callQuotas.takeTurn(`unavailable/${job.OrgID}/${wanted}`, nowMs + lookAgainMs, nowMs);
  const SinceMS = job.Queued?.SinceMS ?? nowMs;
  await store.jobTransitions.enqueue(job, { UntilMS, By: 'TrunkUnavailable', Limit: 0, Scope, SinceMS });
  logger.warn({ jobId: job.ID, trunk: wanted }, 'call.trunk_unavailable');
  return [];
}
