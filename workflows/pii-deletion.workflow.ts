import { patched, sleep } from '@temporalio/workflow';
import type { PiiDeletionInput } from '../shared/messages/pii-deletion.messages';
import { background, histories } from './activities';

const firstWaitMs = 60_000;
const longestWaitMs = 3_600_000;
/** More than the hours that a delivery is tried for. */
const looks = 90;

/**
 * Erases a job's personal data: stops the job if it runs, erases, and says so once every place has answered. Each step may be repeated.
 * Webhooks that are still on their way are let go; their histories, which hold ids only, are deleted when they have arrived.
 */
export async function piiDeletionWorkflow({ jobId }: PiiDeletionInput): Promise<'deleted' | 'gone'> {
  const found = await background.beginDeletion(jobId);
  if (!found) return 'gone';
  await background.eraseJob(jobId);
  // Before it, `eraseJob` was the last step.
  if (!patched('erase-histories')) return 'deleted';
  await histories.eraseHistories(jobId);
  let underWay = await background.concludeDeletion(jobId);
  for (let look = 0; underWay > 0 && look < looks; look++) {
    await sleep(Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(look, 10)), { summary: 'webhooks on their way' });
    underWay = await histories.eraseHistories(jobId);
  }
  return 'deleted';
}
