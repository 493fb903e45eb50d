import type { Job } from '../job/job';
import { planJob, type JobContext } from './plan-job';

/** How a change moves the next call of a waiting job. */
export type NextCallChange = 'Earlier' | 'Later' | 'Unchanged' | 'Held' | 'Never';

/**
 * Compares a waiting job's next call with the one that it would have after a change.
 * @param context the job by the changed rules
 * @param now.isHeld the job is held back now, so it has no instant
 */
export function compareNextCalls(
  { NextCallMS }: Pick<Job, 'NextCallMS'>,
  context: JobContext,
  { isHeld, nowMs }: { isHeld: boolean; nowMs: number },
): NextCallChange {
  // As the walk over the jobs starts their plans over.
  const job = { ...context.job, PlannedFromMS: Math.max(nowMs, context.job.PlannedFromMS ?? 0), Queued: undefined };
  const plan = planJob({ ...context, job }, nowMs);
  if (plan.kind === 'never') return 'Never';
  if (plan.kind === 'held') return isHeld ? 'Unchanged' : 'Held';
  if (isHeld || NextCallMS === undefined) return 'Earlier';
  const [before, after] = [Math.max(nowMs, NextCallMS), Math.max(nowMs, plan.atMs)];
  if (after === before) return 'Unchanged';
  return after < before ? 'Earlier' : 'Later';
}
