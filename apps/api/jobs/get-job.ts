import type { GetJobQuery } from '../../../shared/contracts/job.schema';
import { readsPersonalData } from '../../../shared/domain/access/scope';
import type { CallRecord } from '../../../shared/domain/call/call-record';
import type { Job } from '../../../shared/domain/job/job';
import type { ApiDeps } from '../http/deps';
import type { ApiRequest, Reply } from '../http/route';
import { type JobParameter, jobKeyOf, findJob } from './find-job';
import { maskJob } from './mask-job';
import { toJobResponse } from './presenter';

/** The calls in one response: transcripts of many long calls would fill the memory of the process. */
const callsInResponse = { items: 200, bytes: 4_000_000 };

type GetJobRequest = ApiRequest<JobParameter, unknown, GetJobQuery>;

export async function getJob(request: GetJobRequest, deps: ApiDeps): Promise<Reply> {
  const job = await findJob(jobKeyOf(request), deps);
  const [calls, events] = await Promise.all([
    listCalls(request, job, deps),
    request.query.events === true ? deps.store.events.listByJob(job.ID) : undefined,
  ]);
  const body = toJobResponse(job, { calls, events, publicUrl: deps.publicUrl });
  return { status: 200, body: readsPersonalData(request.scopes) ? body : maskJob(body) };
}

/** The latest calls, or those before a given one. */
async function listCalls(
  { orgId, query }: GetJobRequest,
  { ID: jobId, CallCount }: Job,
  { store }: ApiDeps,
): Promise<CallRecord[]> {
  if (CallCount === 0) return [];
  return store.calls.listLatestInJob({ orgId, jobId, lastAttempt: CallCount }, callsInResponse, query.calls_before);
}
