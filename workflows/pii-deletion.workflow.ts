import type { PiiDeletionInput } from '../shared/messages/pii-deletion.messages';
import { background } from './activities';

/** Erases a job's personal data: stops the job if it runs, erases, and says so. Each step may be repeated. */
export async function piiDeletionWorkflow({ jobId }: PiiDeletionInput): Promise<'deleted' | 'gone'> {
  const found = await background.beginDeletion(jobId);
  if (!found) return 'gone';
  await background.eraseJob(jobId);
  return 'deleted';
}
