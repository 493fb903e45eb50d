import { erasedAuditId } from '../../shared/domain/audit/audit';
import { scheduleGraceMs } from '../../shared/domain/job/decisions';
import type { Job } from '../../shared/domain/job/job';
import { isErasing, isRunning } from '../../shared/domain/job/state';
import { keptPeriods } from '../../shared/domain/kept-periods';
import { failureTypes } from '../../shared/messages/failure-types';
import { allWebhookDeliveryWorkflowIds } from '../../shared/messages/workflow-ids';
import type { ActivityDeps } from '../deps';
import { withHeartbeat } from '../lib/heartbeat';
import { publishTransition, type TransitionDeps } from '../lib/transition';
import { retryLater } from '../lib/retry-later';
import { erasedPlaces, eraseJobData, type ErasureDeps } from './erase-job-data';

type ErasureActivityDeps = TransitionDeps & ErasureDeps & Pick<ActivityDeps, 'histories' | 'workflows'>;

/** The erasure of a job's personal data. Each activity can be retried and continues where an earlier attempt ended. */
export const createErasureActivities = (deps: ErasureActivityDeps) => ({
  /** The first part of `eraseJob`, for workflows that started when it was an activity of its own. */
  beginErasure: async (jobId: string): Promise<boolean> => (await startErasure(deps, jobId)) !== undefined,

  /**
   * Moves the job to `deleting` once no workflow changes it any more, and erases what this service stores of it.
   * @returns false if the job does not exist
   */
  eraseJob: async (jobId: string): Promise<boolean> => {
    const job = await startErasure(deps, jobId);
    if (job === undefined) return false;
    await publishTransition(deps, job);
    await withHeartbeat(() => eraseJobData(deps, job));
    return true;
  },

  /**
   * Erases what Temporal stores of the job. @throws while any of it is readable, to be retried
   * @returns how many deliveries are still pending; their histories hold ids only
   */
  eraseHistories: async (jobId: string): Promise<number> => {
    const { keys, pending } = await deps.store.deliveries.summarizeByJob(jobId);
    const deliveryIds = keys.flatMap(({ attemptsBefore, ...event }) =>
      allWebhookDeliveryWorkflowIds(event, attemptsBefore),
    );
    const { readable, running } = await withHeartbeat(() => deps.histories.erase(jobId, deliveryIds));
    if (readable > 0) {
      throw retryLater(`${readable} histories of job ${jobId} are still readable.`, failureTypes.historiesReadable);
    }
    return Math.max(pending, running);
  },

  /**
   * Moves the job to `deleted` after every place is erased.
   * @returns how many deliveries are pending, including those of this transition
   */
  concludeErasure: async (jobId: string): Promise<number> => {
    const { store, clock } = deps;
    const job = await store.jobs.loadMetadata(jobId);
    if (job === undefined) return 0;
    if (job.State === 'deleted') {
      await publishTransition(deps, job);
      // A repeated request may have set it again, but nothing is left to do.
      await store.jobTransitions.amend(jobId, job.Sequence, { DueMS: undefined });
    } else {
      const nowMs = await clock.nowMs();
      const { OrgID, CampaignID } = job;
      const Actor = { Kind: 'service', Name: 'pii-deletion' } as const;
      const entry = { ID: erasedAuditId(jobId), OrgID, Actor, CampaignID, JobID: jobId, CreatedMS: nowMs };
      await store.auditLog.record({ ...entry, Action: 'job.erased', Details: { Places: erasedPlaces } });
      await store.auditLog.link(jobId, entry.ID);
      const set = { DueMS: undefined, PurgeMS: nowMs + keptPeriods.erasedJobsMs };
      await publishTransition(deps, await transition(deps, job, { to: 'deleted', nowMs, set }));
    }
    return (await store.deliveries.summarizeByJob(jobId)).pending;
  },
});

/**
 * Moves the job to `deleting`. @throws while the job is running, after waking its workflow, to be retried
 * @returns the job without personal data, or `undefined` if it does not exist
 */
async function startErasure(deps: ErasureActivityDeps, jobId: string): Promise<Job | undefined> {
  const job = await deps.store.jobs.loadMetadata(jobId);
  if (job === undefined || isErasing(job.State)) return job;
  // A running workflow may still have to publish its last transition, and only it may change the job.
  if (isRunning(job.State) || (await deps.histories.isRunning(jobId))) {
    await deps.workflows.wakeJob(job);
    throw retryLater(`Job ${jobId} is still ${job.State}.`, failureTypes.jobNotReleased);
  }
  // The process that made the last transition may have been lost before it published it.
  await publishTransition(deps, job);
  const nowMs = await deps.clock.nowMs();
  const set = { DueMS: nowMs + scheduleGraceMs, EndedMS: undefined };
  return transition(deps, job, { to: 'deleting', nowMs, set });
}

async function transition(
  { store, metrics }: Pick<ErasureActivityDeps, 'store' | 'metrics'>,
  job: Job,
  { to, nowMs, set }: { to: 'deleting' | 'deleted'; nowMs: number; set: Partial<Job> },
): Promise<Job> {
  const change = { jobId: job.ID, fromSequence: job.Sequence, to, nowMs, set, current: job };
  const updated = await store.jobTransitions.apply(change);
  metrics.jobs.recordTransition(job.State, updated.State);
  return updated;
}
