import { setTimeout as sleep } from 'node:timers/promises';
import type { Holds } from '../../shared/adapters/mongo/call-waiters';
import type { SlotReservation } from '../../shared/adapters/mongo/call-quotas.repository';
import { callId } from '../../shared/domain/call/call-record';
import { breakerLimitsOf, breakerStateOf } from '../../shared/domain/campaign/circuit-breaker';
import type { Job } from '../../shared/domain/job/job';
import { listHolds } from '../../shared/domain/organization/control-state';
import { campaignOfScope } from '../../shared/domain/planning/call-quotas';
import { shareRuns } from '../../shared/domain/share-runs';
import type { ActivityDeps } from '../deps';
import { errorFacts } from './error-facts';

export type HandOverDeps = Pick<ActivityDeps, 'store' | 'workflows' | 'clock' | 'logger'>;

/** A hand-over that hangs delays the following one for at most this long. */
const maxWaitMs = 1_000;

/** The hand-overs of each store, which are shared by its process. */
const sharedOf = new WeakMap<object, (scope: string, deps: HandOverDeps) => Promise<string[]>>();

/**
 * Hands the free places of a scope to jobs that wait in its queue, and wakes their workflows. Calls that end while another
 * hand-over runs share the next one: each of them would read the same waiting jobs, and all but one in vain.
 * @returns the ids of the jobs
 */
export function handOver(deps: HandOverDeps, scope: string): Promise<string[]> {
  const { callQuotas } = deps.store;
  const shared = sharedOf.get(callQuotas) ?? shareRuns(handOverNow, waitUntilOver);
  sharedOf.set(callQuotas, shared);
  return shared(scope, deps);
}

async function waitUntilOver(run: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  const tooLong = sleep(maxWaitMs, undefined, { signal: over.signal });
  await Promise.race([run, tooLong]).catch(() => undefined);
  over.abort();
  await tooLong.catch(() => undefined);
}

async function handOverNow(scope: string, { store, workflows, clock, logger }: HandOverDeps): Promise<string[]> {
  const nowMs = await clock.nowMs();
  const campaignId = campaignOfScope(scope);
  const holds: Holds = {
    isHeld: async (orgId) => listHolds({ organization: (await store.organizations.find(orgId))?.State }).length > 0,
    findHeld: async (campaignIds) => {
      const controls = await store.campaigns.findControls(campaignIds);
      const isHeld = (id: string): boolean => {
        const campaign = controls.get(id);
        return breakerStateOf(campaign?.Breaker, nowMs) === 'open' || listHolds({ campaign }).length > 0;
      };
      return new Set(campaignIds.filter(isHeld));
    },
  };
  const control = campaignId === undefined ? undefined : await store.campaigns.findControl(campaignId);
  const breaker = breakerLimitsOf(control?.Breaker, nowMs);
  const handed = await store.callQuotas.handOver(scope, holds, nowMs, breaker);
  await Promise.all(
    handed.map((job) =>
      // The deadline of the job has moved: the sweeper wakes it if this fails.
      workflows.wakeJob(job).catch((error: unknown) => {
        logger.warn({ jobId: job.ID, ...errorFacts(error) }, 'call.waiting_job_not_woken');
      }),
    ),
  );
  return handed.map(({ ID }) => ID);
}

/** As `handOver`, for what follows a call: a failure is logged, and the sweeper hands the places over. */
export async function handOverAll(deps: HandOverDeps, scopes: readonly string[]): Promise<void> {
  for (const scope of scopes) {
    try {
      await handOver(deps, scope);
    } catch (error) {
      deps.logger.warn({ scope, ...errorFacts(error) }, 'call.place_not_handed_over');
    }
  }
}

/** Gives the places back that are kept for a job that is not called now, to the next jobs that wait. */
export async function giveBackPlaces(deps: HandOverDeps, { ID, CallCount, Queued }: Job): Promise<void> {
  const { Places = [] } = Queued ?? {};
  if (Places.length === 0) return;
  await handOverAll(deps, await deps.store.callQuotas.giveBack(callId(ID, CallCount + 1), Places));
}

/** Frees the places of a call. If that fails, the next look at the scope frees them. */
export async function freePlaces(
  deps: HandOverDeps,
  slots: SlotReservation,
  how: { undialed: boolean },
): Promise<void> {
  try {
    await handOverAll(deps, await deps.store.callQuotas.release(slots, how));
  } catch (error) {
    deps.logger.warn({ callId: slots.callId, err: error }, 'call.slot_kept');
  }
}
