import type { ListedJob } from '../../../shared/adapters/mongo/job-lists.repository';
import type { JobKey } from '../../../shared/adapters/mongo/jobs.repository';
import type { Job } from '../../../shared/domain/job/job';
import type { ApiDeps } from '../deps';
import { ProblemError } from '../middleware/problem';
import type { ApiRequest, Reply } from '../routing/route';
import { jobResponse, jobsListItem } from './presenter';

/** What names a job in a path. */
export type JobParameter = 'campaignID' | 'jobID';

export const jobKey = ({ orgId, params }: Pick<ApiRequest<JobParameter>, 'orgId' | 'params'>): JobKey => ({
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
  const job = await findJob(jobKey(request), deps);
  const [calls, events] = await Promise.all([
    job.CallCount > 0 ? deps.store.calls.listByJob(job.ID) : [],
    request.query.events === true ? deps.store.events.listByJob(job.ID) : undefined,
  ]);
  return { status: 200, body: jobResponse(job, { calls, events, publicUrl: deps.publicUrl }) };
}

/** A page of jobs. A campaign without any is told from one that does not exist only then: most requests cost one query. */
async function page(
  { orgId, params }: Pick<ApiRequest<'campaignID'>, 'orgId' | 'params'>,
  jobs: readonly ListedJob[],
  { store }: ApiDeps,
): Promise<Reply> {
  if (jobs.length === 0 && !(await store.campaigns.exists(orgId, params.campaignID))) {
    throw new ProblemError('campaign_not_found');
  }
  return { status: 200, body: { Jobs: jobs.map(jobsListItem) } };
}

export async function listJobs(
  request: ApiRequest<
    'campaignID',
    unknown,
    { after?: string | undefined; by_time?: boolean | undefined; before_ms?: number | undefined }
  >,
  deps: ApiDeps,
): Promise<Reply> {
  const { after, by_time: byTime, before_ms: beforeMs } = request.query;
  const key = { orgId: request.orgId, campaignId: request.params.campaignID };
  const jobs =
    byTime === true
      ? await deps.store.jobLists.listByUpdate(key, {
          ...(after === undefined ? {} : { after }),
          ...(beforeMs === undefined ? {} : { beforeMs }),
        })
      : await deps.store.jobLists.listByCreation(key, after);
  return page(request, jobs, deps);
}

export async function searchJobs(
  request: ApiRequest<'campaignID', unknown, { search: string }>,
  deps: ApiDeps,
): Promise<Reply> {
  const key = { orgId: request.orgId, campaignId: request.params.campaignID };
  return page(request, await deps.store.jobLists.search(key, request.query.search), deps);
}
