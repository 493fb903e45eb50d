import { patched, sleep } from '@temporalio/workflow';
import type { PiiDeletionInput } from '../shared/messages/job.messages';
import { backgroundActivities, historyActivities, localActivities } from './activity-proxies';

const firstWaitMs = 60_000;
const longestWaitMs = 3_600_000;
/** With the waits above, longer than the retries of a delivery. */
const maxChecks = 90;

/**
 * Erases a job's personal data: stops the job if it is running, erases every place, and then reports the job as
 * deleted. Pending webhook deliveries continue; their histories, which hold ids only, are deleted afterwards.
 */
export async function piiDeletionWorkflow({ jobId }: PiiDeletionInput): Promise<'deleted' | 'gone'> {
  const inFewSteps = patched('erase-in-few-steps');
  if (!inFewSteps && !(await backgroundActivities.beginErasure(jobId))) return 'gone';
  if (!(await backgroundActivities.eraseJob(jobId)) && inFewSteps) return 'gone';
  // In older runs `eraseJob` was the last activity.
  if (!inFewSteps && !patched('erase-histories')) return 'deleted';
  // A delivery may be done while its workflow is still running: its history is deleted in a later round.
  const running = await historyActivities.eraseHistories(jobId);
  const { concludeErasure } = inFewSteps ? localActivities : backgroundActivities;
  let pending = Math.max(running, await concludeErasure(jobId));
  for (let check = 0; pending > 0 && check < maxChecks; check++) {
    await sleep(Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(check, 10)), { summary: 'pending webhooks' });
    pending = await historyActivities.eraseHistories(jobId);
  }
  return 'deleted';
}
