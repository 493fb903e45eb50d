import type { ListedJob } from '../../../shared/adapters/mongo/jobs/list';
import { maxPageSize } from '../../../shared/contracts/parameters';
import { readsPersonalData } from '../../../shared/domain/access/scope';
import { callId } from '../../../shared/domain/call/call-record';
import type { ApiDeps } from '../http/deps';
import { negotiate } from '../http/negotiate';
import type { ApiRequest, Reply } from '../http/route';
import { exportJobs, exportTypes } from './export-jobs';
import { campaignKey, checkCampaign, resolveListing, nextQuery, type ListRequest } from './job-listing';
import { maskListItem } from './mask-job';
import { toJobsListItem } from './presenter';

/** A page of jobs, with the outcomes of their last calls: one query more, however many jobs. */
export async function pageReply(
  jobs: readonly ListedJob[],
  { orgId, scopes }: Pick<ApiRequest, 'orgId' | 'scopes'>,
  { store }: Pick<ApiDeps, 'store'>,
): Promise<Reply> {
  const statuses = await store.calls.findStatuses(orgId, jobs.flatMap(lastCallIds));
  const outcomeOf = (job: ListedJob) =>
    lastCallIds(job)
      .map((id) => statuses.get(id)?.EndedReason)
      .find((reason) => reason !== undefined);
  const items = jobs.map((job) => toJobsListItem(job, outcomeOf(job)));
  return { status: 200, body: { Jobs: readsPersonalData(scopes) ? items : items.map(maskListItem) } };
}

/** The last call of a job, and the one before it while that one runs. */
const lastCallIds = ({ ID, State, CallCount }: ListedJob): string[] =>
  (State === 'calling' ? [CallCount, CallCount - 1] : [CallCount])
    .filter((attempt) => attempt > 0)
    .map((attempt) => callId(ID, attempt));

/** Lists a campaign's jobs: one page as JSON, or all matching jobs as a file. */
export async function listJobs(request: ListRequest, deps: ApiDeps): Promise<Reply> {
  const type = negotiate(request, ['application/json', ...exportTypes]);
  const reply = type === 'application/json' ? await listPage(request, deps) : await exportJobs(request, type, deps);
  return { ...reply, headers: { ...reply.headers, Vary: 'Accept' } };
}

async function listPage(request: ListRequest, deps: ApiDeps): Promise<Reply> {
  const { query } = request;
  const listing = await resolveListing(request, deps);
  const limit = Math.min(query.limit ?? maxPageSize, maxPageSize);
  const jobs = listing ? await deps.store.jobLists.list(campaignKey(request), { ...listing, limit }) : [];
  const last = jobs.at(-1);
  if (last === undefined) await checkCampaign(request, deps);
  const page = await pageReply(jobs, request, deps);
  if (last === undefined || jobs.length < limit) return page;
  const next = `${deps.publicUrl}/campaigns/${request.params.campaignID}/jobs?${nextQuery(query, last)}`;
  return { ...page, headers: { Link: `<${next}>; rel="next"` } };
}
