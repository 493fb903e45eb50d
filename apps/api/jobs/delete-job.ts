import { requestErasure as storeErasureRequest } from '../../../shared/application/end-job';
import type { Job } from '../../../shared/domain/job/job';
import { audit } from '../audit/audit';
import type { ApiDeps } from '../http/deps';
import { ProblemError } from '../http/problem';
import type { ApiRequest, Reply } from '../http/route';
import { jobKeyOf, type JobParameter } from './find-job';

/** Records the request to erase the job's personal data; idempotent, in every state. */
export async function deleteJob(request: ApiRequest<JobParameter>, deps: ApiDeps): Promise<Reply> {
  const key = jobKeyOf(request);
  // A job that can no longer be decrypted can still be erased.
  const job = await deps.store.jobs.findMetadata(key);
  if (!job) throw new ProblemError('job_not_found');
  // Another request would only wake the sweeper for a job that is already erased.
  if (job.State !== 'deleted') await requestErasure(request, job, deps);
  return { status: 202, body: { JobID: job.ID, State: job.State === 'deleted' ? 'deleted' : 'deleting' } };
}

/** Records the request to erase a job, and hangs up its call. */
export async function requestErasure(
  request: Pick<ApiRequest, 'orgId' | 'keyId' | 'requestId' | 'newId'>,
  job: Job,
  deps: ApiDeps,
): Promise<void> {
  const { ID: JobID, CampaignID } = job;
  await audit(request, { Action: 'job.deletion_requested', CampaignID, JobID }, deps);
  await storeErasureRequest(job, deps, deps.nowMs());
  deps.dispatcher.erase(job);
}
