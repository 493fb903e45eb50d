import type { JobKey } from '../../../shared/adapters/mongo/jobs/repository';
import type { Job } from '../../../shared/domain/job/job';
import { isRunning } from '../../../shared/domain/job/state';
import type { ApiDeps } from '../http/deps';
import { ProblemError } from '../http/problem';
import type { ApiRequest } from '../http/route';

/** The path parameters that identify a job. */
export type JobParameter = 'campaignID' | 'jobID';

export const jobKeyOf = ({ orgId, params }: Pick<ApiRequest<JobParameter>, 'orgId' | 'params'>): JobKey => ({
  orgId,
  campaignId: params.campaignID,
  jobId: params.jobID,
});

export async function findJob(key: JobKey, { store }: Pick<ApiDeps, 'store'>): Promise<Job> {
  const job = await store.jobs.find(key);
  if (!job) throw new ProblemError('job_not_found');
  return job;
}

export function jobNotRunning({
  State,
  DeletionRequestedMS,
}: Pick<Job, 'State' | 'DeletionRequestedMS'>): ProblemError {
  // A running job is rejected only if another request is already ending it.
  const ending = DeletionRequestedMS === undefined ? 'being canceled' : 'being deleted';
  return new ProblemError('job_not_running', { detail: `The job is ${isRunning(State) ? ending : State}.` });
}
