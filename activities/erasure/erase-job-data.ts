import type { Job } from '../../shared/domain/job/job';
import { numberLimitsOf } from '../../shared/domain/planning/number-limits';
import { failureTypes } from '../../shared/messages/failure-types';
import type { ActivityDeps } from '../deps';
import { retryLater } from '../lib/retry-later';

export type ErasureDeps = Pick<ActivityDeps, 'store' | 'recordings' | 'imports' | 'clock'>;

/** The places that hold data of a job, in the order of their erasure. */
export const erasedPlaces = [
  'calls',
  'call_messages',
  'sip_calls',
  'twilio_calls',
  'webhook_deliveries',
  'recordings',
  'job_events',
  'idempotency_keys',
  'import_errors',
  'number_attempts',
  'suppressions',
  'jobs',
  'data_key',
  'import_files',
  'import_numbers',
  'histories',
] as const;

/**
 * Erases the personal data of a job and of everything that belongs to it, then its data key, so that copies in a backup
 * or on the disk of a lost worker cannot be decrypted. Every step is idempotent.
 */
export async function eraseJobData(deps: ErasureDeps, job: Job): Promise<void> {
  const { store, recordings } = deps;
  await store.calls.eraseByJob(job.ID);
  await store.sipCalls.eraseByJob(job.ID);
  await store.twilioCalls.eraseByJob(job.ID);
  // A receiver's response may repeat personal data.
  await store.deliveries.eraseBodies(job.ID);
  // After the records: a worker that stores a recording from now on finds the call erased and deletes it.
  for (const call of await store.calls.listRefsByJob(job.ID)) await recordings.eraseCall(call);
  await store.events.eraseByJob(job.ID);
  await store.idempotency.eraseByJob(job.ID);
  if (job.ImportID !== undefined) await eraseRow({ store }, job, job.ImportID);
  await eraseNumber(deps, job);
  await store.suppressions.forgetJob(job.ID);
  await store.jobTransitions.erase(job.ID);
  if (job.ImportID !== undefined) await eraseFile(deps, job.ImportID);
}

/** Removes the hash of the number from the job. The job's attempts keep counting toward the limits on its number. */
async function eraseNumber({ store, clock }: ErasureDeps, job: Job): Promise<void> {
  const [campaign, organization] = await Promise.all([
    store.campaigns.findConfig(job.CampaignID),
    store.organizations.find(job.OrgID),
  ]);
  const limits = numberLimitsOf(campaign?.config ?? {}, organization, store.policyOf(organization));
  await store.numberAttempts.eraseJob(job, limits, await clock.nowMs());
}

async function eraseRow({ store }: Pick<ErasureDeps, 'store'>, job: Job, importId: string): Promise<void> {
  const row = job.Metadata?.['__service_RowID'];
  if (typeof row === 'number') await store.importErrors.eraseRow(importId, row);
}

/**
 * The file holds every row, and the claims hold the hashes of its numbers. A running import still needs both, so the erasure
 * waits for the import's end.
 */
async function eraseFile({ store, imports }: Pick<ErasureDeps, 'store' | 'imports'>, importId: string): Promise<void> {
  const bulkImport = await store.imports.load(importId);
  if (bulkImport?.State === 'running') {
    throw retryLater(`Import ${importId} still reads its file.`, failureTypes.importRunning);
  }
  await imports.files.erase(importId);
  await store.importNumbers.erase(importId);
}
