import { isActionAllowed, type JobState } from '../../../shared/domain/job/state';
import { audit } from '../audit/audit';
import type { ApiDeps } from '../http/deps';
import { ProblemError } from '../http/problem';
import type { ApiRequest, Reply } from '../http/route';
import { toJobAnswer } from './presenter';
import { findJob, jobKeyOf, type JobParameter } from './get-job';

/** Records the cancel request; the job's workflow carries it out, hanging up first if the job is in a call. */
export async function cancelJob(request: ApiRequest<JobParameter>, deps: ApiDeps): Promise<Reply> {
  const key = jobKeyOf(request);
  const job = await findJob(key, deps);
  if (isActionAllowed('cancel', job.State)) {
    await audit(request, { Action: 'job.canceled', CampaignID: job.CampaignID, JobID: job.ID }, deps);
    const updated = await deps.store.jobs.requestCancel(key, deps.nowMs());
    if (updated) {
      deps.dispatcher.wake(updated);
      return { status: 202, body: toJobAnswer(updated) };
    }
  }
  const current = await findJob(key, deps);
  if (current.State !== 'canceled') throw jobNotRunning(current.State);
  return { status: 202, body: toJobAnswer(current) };
}

/** Records the request to erase the job's personal data; idempotent, in every state. */
export async function deleteJob(request: ApiRequest<JobParameter>, deps: ApiDeps): Promise<Reply> {
  const key = jobKeyOf(request);
  // A job that can no longer be decrypted can still be erased.
  const job = await deps.store.jobs.findMetadata(key);
  if (!job) throw new ProblemError('job_not_found');
  // Another request would only wake the sweeper for a job that is already erased.
  if (job.State !== 'deleted') {
    await audit(request, { Action: 'job.deletion_requested', CampaignID: job.CampaignID, JobID: job.ID }, deps);
    await deps.store.jobs.requestErasure(key, deps.nowMs());
    deps.dispatcher.erase(job);
  }
  return { status: 202, body: { JobID: job.ID, State: job.State === 'deleted' ? 'deleted' : 'deleting' } };
}

export const jobNotRunning = (state: JobState): ProblemError =>
  new ProblemError('job_not_running', {
    // A running job is rejected only if another request is already ending it.
    detail: isActionAllowed('cancel', state) ? 'The job is being canceled.' : `The job is ${state}.`,
  });
