import type { ListedJob } from '../../../shared/adapters/mongo/jobs/list';
import { maxPageSize } from '../../../shared/contracts/parameters';
import type { ApiDeps } from '../http/deps';
import { negotiate } from '../http/negotiate';
import type { Reply } from '../http/route';
import { exportJobs, exportTypes } from './export-jobs';
import { campaignKey, checkCampaign, resolveListing, nextQuery, type ListRequest } from './job-listing';
import { toJobsListItem } from './presenter';

export const pageReply = (jobs: readonly ListedJob[]): Reply => ({
  status: 200,
  body: { Jobs: jobs.map(toJobsListItem) },
});

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
  if (last === undefined || jobs.length < limit) return pageReply(jobs);
  const next = `${deps.publicUrl}/campaigns/${request.params.campaignID}/jobs?${nextQuery(query, last)}`;
  return { ...pageReply(jobs), headers: { Link: `<${next}>; rel="next"` } };
}
