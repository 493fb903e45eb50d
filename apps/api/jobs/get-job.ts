import type { JobKey } from '../../../shared/adapters/mongo/jobs/repository';
import type { Job } from '../../../shared/domain/job/job';
import type { ApiDeps } from '../http/deps';
import { ProblemError } from '../http/problem';
import type { ApiRequest, Reply } from '../http/route';
import { toJobResponse } from './presenter';

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

export async function getJob(
  request: ApiRequest<JobParameter, unknown, { events?: boolean | undefined }>,
  deps: ApiDeps,
): Promise<Reply> {
  const job = await findJob(jobKeyOf(request), deps);
  const [calls, events] = await Promise.all([
    job.CallCount > 0 ? deps.store.calls.listByJob(job.ID) : [],
    request.query.events === true ? deps.store.events.listByJob(job.ID) : undefined,
  ]);
  return { status: 200, body: toJobResponse(job, { calls, events, publicUrl: deps.publicUrl }) };
}
