import type { GetJobQuery } from '../../../shared/contracts/job.schema';
import { readsPersonalData } from '../../../shared/domain/access/scope';
import type { ApiDeps } from '../http/deps';
import { ProblemError } from '../http/problem';
import type { ApiRequest, Reply } from '../http/route';
import { type JobParameter, jobKeyOf } from './find-job';
import { maskJob } from './mask-job';
import { toJobResponse } from './presenter';

/** The calls in one response: transcripts of many long calls would fill the memory of the process. */
const callsInResponse = { items: 200, bytes: 4_000_000 };

type GetJobRequest = ApiRequest<JobParameter, unknown, GetJobQuery>;

export async function getJob(request: GetJobRequest, { store, publicUrl }: ApiDeps): Promise<Reply> {
  const found = await store.jobsWithCalls.find(jobKeyOf(request), callsInResponse, request.query.calls_before);
  if (found === undefined) throw new ProblemError('job_not_found');
  const { job, calls } = found;
  const events = request.query.events === true ? await store.events.listByJob(job.ID) : undefined;
  const body = toJobResponse(job, { calls, events, publicUrl });
  return { status: 200, body: readsPersonalData(request.scopes) ? body : maskJob(body) };
}
