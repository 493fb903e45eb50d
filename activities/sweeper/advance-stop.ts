import type { ReplanTask } from '../../shared/adapters/mongo/jobs/replans';
import { hasCampaignEnded, settlingMs } from '../../shared/domain/campaign/state';
import { waitingJobStates } from '../../shared/domain/job/state';
import type { ActivityDeps } from '../deps';

type StopDeps = Pick<ActivityDeps, 'store' | 'logger'>;

/** The workflows of the woken jobs need a moment to cancel them. */
const pauseMs = 5_000;

/**
 * Ends a walk of a stop: records how many jobs are canceled, and walks again until none waits. A request that read the
 * former state may store a job for a while, so the stop is not over before that.
 * @returns true if there is more to do at once
 */
export async function advanceStop({ store, logger }: StopDeps, task: ReplanTask, nowMs: number): Promise<boolean> {
  const { CampaignID: campaignId = '', OrgID: orgId } = task;
  const key = { orgId, campaignId };
  const campaign = await store.campaigns.find(orgId, campaignId);
  // The stop was announced and then refused.
  if (campaign?.Stop === undefined || !hasCampaignEnded(campaign.State ?? 'running'))
    return store.replanTasks.advance(task, undefined, nowMs);
  const waiting = await store.jobs.countJobs(key, waitingJobStates);
  const canceled = await store.jobs.countStopped(campaignId);
  const isOver = waiting === 0 && nowMs >= task.AtMS + settlingMs;
  await store.campaigns.recordStop(campaignId, canceled, isOver ? nowMs : undefined);
  if (isOver) {
    logger.info({ campaignId, canceled }, 'campaign.stop_finished');
    return store.replanTasks.advance(task, undefined, nowMs);
  }
  await store.replanTasks.walkAgain(task, waiting > 0 ? nowMs + pauseMs : task.AtMS + settlingMs);
  return false;
}
