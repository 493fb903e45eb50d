import type { Job } from '../../shared/domain/job/job';
import type { ActivityDeps } from '../deps';
import { retryLater } from '../lib/retry-later';

export type ErasureDeps = Pick<ActivityDeps, 'store' | 'recordings' | 'imports'>;

/** The places of this service's own that hold something of a job, in the order in which they are emptied. */
export const erasedPlaces = [
  'calls',
  'webhook_deliveries',
  'recordings',
  'job_events',
  'idempotency_keys',
  'import_errors',
  'jobs',
  'data_key',
  'import_files',
  'histories',
] as const;

/**
 * Erases what is personal in a job and in all that belongs to it, then its data key: what is left in a backup, or on the disk of a worker
 * that is lost, opens no more. Every step is harmless to repeat. The keyed hash of the number stays, for opt-outs.
 */
export async function eraseJobData({ store, recordings, imports }: ErasureDeps, job: Job): Promise<void> {
  await store.calls.eraseByJob(job.ID);
  // What receivers answered may repeat what they know of the job.
  await store.deliveries.eraseBodies(job.ID);
  // After the records: what a worker stores from now on it finds unwanted, and takes away itself.
  for (const call of await store.calls.listRefsByJob(job.ID)) await recordings.eraseCall(call);
  await store.events.eraseByJob(job.ID);
  await store.idempotency.eraseByJob(job.ID);
  if (job.ImportID !== undefined) await eraseRow({ store }, job, job.ImportID);
  await store.jobTransitions.erase(job.ID);
  if (job.ImportID !== undefined) await eraseFile({ store, imports }, job.ImportID);
}

async function eraseRow({ store }: Pick<ErasureDeps, 'store'>, job: Job, importId: string): Promise<void> {
  const row = job.Metadata?.['__service_RowID'];
  if (typeof row === 'number') await store.importErrors.eraseRow(importId, row);
}

/** An import that goes on needs its file, which holds every row: what it still makes jobs of would be lost. So its end is waited for. */
async function eraseFile({ store, imports }: Pick<ErasureDeps, 'store' | 'imports'>, importId: string): Promise<void> {
  const found = await store.imports.load(importId);
  if (found?.State === 'running') throw retryLater(`Import ${importId} still reads its file.`, 'ImportRunning');
  await imports.files.erase(importId);
}
