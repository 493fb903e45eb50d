import { erasedAuditId } from '../../shared/domain/audit/audit';
import type { Job } from '../../shared/domain/job/job';
import { isErasing, isRunning } from '../../shared/domain/job/state';
import { withHeartbeat } from '../lib/heartbeat';
import type { ActivityDeps } from '../deps';
import { erasedPlaces, eraseJobData, type ErasureDeps } from './erase-job-data';
import { scheduleGraceMs } from '../job/job.activities';
import { retryLater } from '../lib/retry-later';
import { publishTransition } from '../lib/publish';
import type { TransitionDeps } from '../lib/apply-transition';

type ErasureActivityDeps = TransitionDeps & ErasureDeps & Pick<ActivityDeps, 'histories'>;

/** The erasure of a job's personal data. Each step may be repeated, and goes on where an earlier try ended. */
export const createErasureActivities = (deps: ErasureActivityDeps) => ({
  /** The first part of `eraseJob`, for workflows that were begun when it was a step of its own. */
  beginDeletion: async (jobId: string): Promise<boolean> => (await startErasure(deps, jobId)) !== undefined,

  /**
   * Moves the job to `deleting` once nobody else moves it, and erases what this service holds of it.
   * @returns false when there is no such job
   */
  eraseJob: async (jobId: string): Promise<boolean> => {
    const job = await startErasure(deps, jobId);
    if (job === undefined) return false;
    await publishTransition(deps, job);
    await withHeartbeat(() => eraseJobData(deps, job));
    return true;
  },

  /**
   * Erases what the workflow engine holds of the job, and throws to be asked again while any of it can be read.
   * @returns how many deliveries are still on their way; they hold ids only
   */
  eraseHistories: async (jobId: string): Promise<number> => {
    const { webhookIds, pending } = await deps.store.deliveries.summarizeByJob(jobId);
    const { readable, running: underWay } = await withHeartbeat(() => deps.histories.erase(jobId, webhookIds));
    if (readable > 0) throw retryLater(`${readable} histories of job ${jobId} can still be read.`, 'HistoriesReadable');
    return Math.max(pending, underWay);
  },

  /** Moves the job to `deleted`: every place has answered. @returns how many deliveries are on their way, that of this move among them */
  concludeDeletion: async (jobId: string): Promise<number> => {
    const { store, clock } = deps;
    const job = await store.jobTransitions.loadOutline(jobId);
    if (job === undefined) return 0;
    if (job.State === 'deleted') {
      await publishTransition(deps, job);
      // Nobody is to look at it again, whoever asked meanwhile.
      await store.jobTransitions.amend(jobId, job.Sequence, { DueMS: undefined });
    } else {
      const nowMs = await clock.nowMs();
      const { OrgID, CampaignID } = job;
      const Actor = { Kind: 'service', Name: 'pii-deletion' } as const;
      const entry = { ID: erasedAuditId(jobId), OrgID, Actor, CampaignID, JobID: jobId, CreatedMS: nowMs };
      await store.auditLog.record({ ...entry, Action: 'job.erased', Details: { Places: erasedPlaces } });
      await store.auditLog.link(jobId, entry.ID);
      await publishTransition(deps, await transition(deps, job, { to: 'deleted', nowMs, set: { DueMS: undefined } }));
    }
    return (await store.deliveries.summarizeByJob(jobId)).pending;
  },
});

/**
 * Moves the job to `deleting`; one that runs is asked to end, and asked again.
 * @returns the job's outline after it, or `undefined` when there is no such job
 */
async function startErasure(deps: ErasureActivityDeps, jobId: string): Promise<Job | undefined> {
  const job = await deps.store.jobTransitions.loadOutline(jobId);
  if (job === undefined || isErasing(job.State)) return job;
  // A workflow that runs may not have told its last move yet: it is the only one that moves the job.
  if (isRunning(job.State) || (await deps.histories.isRunning(jobId))) {
    await deps.workflows.wakeJob(job);
    throw retryLater(`Job ${jobId} is still ${job.State}.`, 'JobNotReleased');
  }
  const nowMs = await deps.clock.nowMs();
  const set = { DueMS: nowMs + scheduleGraceMs, EndedMS: undefined };
  return transition(deps, job, { to: 'deleting', nowMs, set });
}

async function transition(
  { store, metrics }: Pick<ErasureActivityDeps, 'store' | 'metrics'>,
  job: Job,
  { to, nowMs, set }: { to: 'deleting' | 'deleted'; nowMs: number; set: Partial<Job> },
): Promise<Job> {
  const moved = await store.jobTransitions.apply({
    jobId: job.ID,
    fromSequence: job.Sequence,
    to,
    nowMs,
    set,
    current: job,
  });
  metrics.jobs.recordTransition(job.State, moved.State);
  return moved;
}
