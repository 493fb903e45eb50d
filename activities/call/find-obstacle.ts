import { maxLookAgeMs } from '../../shared/domain/call/look-age';
import type { CallSummary } from '../../shared/domain/call/call-record';
import { breakerStateOf } from '../../shared/domain/campaign/circuit-breaker';
import { isEnding } from '../../shared/domain/job/state';
import { planJob, withoutBreaker, type JobContext } from '../../shared/domain/planning/plan-job';
import type { ActivityDeps } from '../deps';
import { leaseTimeoutMs } from './call-lease';

/** Why a call must not be dialed. */
export interface Obstacle {
  /** A sentence for the record. */
  error: string;
  /** Set if the attempt does not count. */
  postponedUntilMs?: number;
}

/**
 * Looks again whether the call may be dialed: the publication of its transition may have taken seconds. A request that
 * comes later finds the claimed record and stops the call. The policy, the states and the suppressions are read again, too.
 * @returns why not, if it may not, and whether the attempt counts
 */
async function findObstacle(
  { store, clock }: Pick<ActivityDeps, 'store' | 'clock'>,
  { call, context }: { call: CallSummary; context: JobContext },
): Promise<Obstacle | undefined> {
  const job = await store.jobs.loadMetadata(context.job.ID);
  if (job === undefined || isEnding(job))
    return { error: 'The end of the job was requested before the call was dialed.' };
  const current = await store.jobContexts.refresh(context, await clock.nowMs());
  const nowMs = await clock.nowMs();
  // Another worker may have closed the record of a call whose worker stalled.
  if (nowMs - call.CreatedMS > leaseTimeoutMs)
    return { error: 'The worker stalled before it dialed.', postponedUntilMs: nowMs };
  // A hold may have been set since the job was loaded.
  const plan = planJob(withoutBreaker({ ...current, job: { ...current.job, RestoreHold: job.RestoreHold } }), nowMs);
  if (plan.kind !== 'call' || plan.atMs > nowMs)
    return { error: 'The rules no longer allowed the call when it was due.', postponedUntilMs: nowMs };
  return findBreakerObstacle(context, current, nowMs);
}

/**
 * Looks whether the call may be dialed, and again if the look took so long that a hold may have been answered since it
 * began. Nothing may be awaited between this and the dial.
 * @returns why the call may not be dialed, and the current instant
 */
export async function lookUntilFresh(
  deps: Pick<ActivityDeps, 'store' | 'clock'>,
  about: { call: CallSummary; context: JobContext },
): Promise<{ obstacle: Obstacle | undefined; nowMs: number }> {
  for (;;) {
    const beganMs = performance.now();
    const obstacle = await findObstacle(deps, about);
    const nowMs = await deps.clock.nowMs();
    if (obstacle !== undefined || performance.now() - beganMs <= maxLookAgeMs) return { obstacle, nowMs };
  }
}

/**
 * Why a call must not be dialed that found its place before the circuit breaker opened.
 * @param reserved the context by which it got its place
 * @param current the context as it is right before the dial
 */
function findBreakerObstacle(reserved: JobContext, current: JobContext, nowMs: number): Obstacle | undefined {
  const [before, breaker] = [reserved.controls?.campaign?.Breaker, current.controls?.campaign?.Breaker];
  const state = breakerStateOf(breaker, nowMs);
  // A place from before it opened makes no probe.
  if (state === 'closed' || (state === 'half_open' && before?.Revision === breaker?.Revision)) return undefined;
  return { error: 'The circuit breaker opened before the call was dialed.', postponedUntilMs: nowMs };
}
