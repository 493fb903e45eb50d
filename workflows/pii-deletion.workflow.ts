import { patched, sleep } from '@temporalio/workflow';
import type { PiiDeletionInput } from '../shared/messages/pii-deletion.messages';
import { backgroundActivities, historyActivities, localActivities } from './activity-proxies';

const firstWaitMs = 60_000;
const longestWaitMs = 3_600_000;
/** More than the hours that a delivery is tried for. */
const maxChecks = 90;

/**
 * Erases a job's personal data: stops the job if it runs, erases, and says so once every place has answered. Each step may be repeated.
 * Webhooks that are still on their way are let go; their histories, which hold ids only, are deleted when they have arrived.
 */
export async function piiDeletionWorkflow({ jobId }: PiiDeletionInput): Promise<'deleted' | 'gone'> {
  const inFewSteps = patched('erase-in-few-steps');
  if (!inFewSteps && !(await backgroundActivities.beginDeletion(jobId))) return 'gone';
  if (!(await backgroundActivities.eraseJob(jobId)) && inFewSteps) return 'gone';
  // Once `eraseJob` was the last step.
  if (!inFewSteps && !patched('erase-histories')) return 'deleted';
  await historyActivities.eraseHistories(jobId);
  const { concludeDeletion } = inFewSteps ? localActivities : backgroundActivities;
  let underWay = await concludeDeletion(jobId);
  for (let look = 0; underWay > 0 && look < maxChecks; look++) {
    await sleep(Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(look, 10)), { summary: 'webhooks on their way' });
    underWay = await historyActivities.eraseHistories(jobId);
  }
  return 'deleted';
}
