import type { ApiDeps } from '../http/deps';
import type { ApiRequest, Reply } from '../http/route';
import { type JobParameter, jobKeyOf, findJob } from './find-job';
import { toJobResponse } from './presenter';

export async function getJob(
  request: ApiRequest<JobParameter, unknown, { events?: boolean | undefined }>,
  deps: ApiDeps,
): Promise<Reply> {
  const job = await findJob(jobKeyOf(request), deps);
  const [calls, events] = await Promise.all([
    job.CallCount > 0 ? deps.store.calls.listInJob({ orgId: request.orgId, jobId: job.ID }) : [],
    request.query.events === true ? deps.store.events.listByJob(job.ID) : undefined,
  ]);
  return { status: 200, body: toJobResponse(job, { calls, events, publicUrl: deps.publicUrl }) };
}
