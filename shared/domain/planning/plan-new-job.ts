import { decideMisconfigured } from '../job/decisions';
import type { Job } from '../job/job';
import { fieldsAfter } from '../job/transition';
import type { GateName } from '../schedule/gate';
import { decideSchedule, type JobContext } from './plan-job';

/**
 * Plans the first call of a job that is not stored yet, so that it is stored as `scheduled`, or as `failed` if it can
 * never be called. That is its second transition: the first one made it `created`.
 * @param context.job the job as `newJob` makes it
 */
export const planNewJob = (context: JobContext, nowMs: number): Job => explainNewJob(context, nowMs).job;

/** Plans the first call as `planNewJob` does. @returns the gate that delays or holds the call, too; `null` if none does */
export function explainNewJob(context: JobContext, nowMs: number): { job: Job; gate: GateName | null } {
  const { decision, gate = null } = decideSchedule(context, nowMs);
  return { job: { ...context.job, ...fieldsAfter(context.job, decision, nowMs) }, gate };
}

/** A job that fails as soon as it is created, such as that of an invalid row. @param message why, for its owner */
export const failNewJob = (job: Job, message: string, nowMs: number): Job => ({
  ...job,
  ...fieldsAfter(job, decideMisconfigured(message), nowMs),
});
