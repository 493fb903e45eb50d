import type { ListedJob } from '../../../shared/adapters/mongo/job-lists.repository';
import { maxPage } from '../../../shared/contracts/parameters';
import type { ApiDeps } from '../deps';
import { negotiate } from '../routing/negotiate';
import type { ApiRequest, Reply } from '../routing/route';
import { exportJobs, exportTypes } from './export-jobs';
import { campaignKey, checkCampaign, listingOf, nextQuery, type ListRequest } from './list-part';
import { jobsListItem } from './presenter';

const page = (jobs: readonly ListedJob[]): Reply => ({ status: 200, body: { Jobs: jobs.map(jobsListItem) } });

/** The jobs of a campaign: a page of them as JSON, or all that are asked for as a file. */
export async function listJobs(request: ListRequest, deps: ApiDeps): Promise<Reply> {
  const type = negotiate(request, ['application/json', ...exportTypes]);
  const reply = type === 'application/json' ? await listPage(request, deps) : await exportJobs(request, type, deps);
  return { ...reply, headers: { ...reply.headers, Vary: 'Accept' } };
}

async function listPage(request: ListRequest, deps: ApiDeps): Promise<Reply> {
  const { query } = request;
  const listing = await listingOf(request, deps);
  const limit = Math.min(query.limit ?? maxPage, maxPage);
  const jobs = listing ? await deps.store.jobLists.list(campaignKey(request), { ...listing, limit }) : [];
  const last = jobs.at(-1);
  if (last === undefined) await checkCampaign(request, deps);
  if (last === undefined || jobs.length < limit) return page(jobs);
  const next = `${deps.publicUrl}/campaigns/${request.params.campaignID}/jobs?${nextQuery(query, last)}`;
  return { ...page(jobs), headers: { Link: `<${next}>; rel="next"` } };
}

export async function searchJobs(
  request: ApiRequest<'campaignID', unknown, { search: string }>,
  deps: ApiDeps,
): Promise<Reply> {
  const jobs = await deps.store.jobLists.search(campaignKey(request), request.query.search);
  if (jobs.length === 0) await checkCampaign(request, deps);
  return page(jobs);
}
