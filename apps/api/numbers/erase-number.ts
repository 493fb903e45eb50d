import type { ApiDeps } from '../http/deps';
import type { ApiRequest, Reply } from '../http/route';
import { requestErasure } from '../jobs/delete-job';

/** Jobs that one request erases. */
const maxJobs = 100;

/**
 * Requests the erasure of every job of a number, over all campaigns: the same as a request for each. Suppressions stay,
 * because they hold no personal data and keep the person from being called. Idempotent.
 */
export async function eraseNumber(request: ApiRequest<'phoneNumber'>, deps: ApiDeps): Promise<Reply> {
  const { orgId, params } = request;
  const found = await deps.store.jobsByNumber.listErasable(orgId, params.phoneNumber, maxJobs + 1);
  const jobs = found.slice(0, maxJobs);
  for (const job of jobs) await requestErasure(request, job, deps);
  return { status: 202, body: { Jobs: jobs.length, More: found.length > maxJobs } };
}
