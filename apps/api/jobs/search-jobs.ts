import type { ApiDeps } from '../http/deps';
import type { ApiRequest, Reply } from '../http/route';
import { campaignKey, checkCampaign } from './job-listing';
import { pageReply } from './list-jobs';

export async function searchJobs(
  request: ApiRequest<'campaignID', unknown, { search: string }>,
  deps: ApiDeps,
): Promise<Reply> {
  const jobs = await deps.store.jobLists.search(campaignKey(request), request.query.search);
  if (jobs.length === 0) await checkCampaign(request, deps);
  return pageReply(jobs, request, deps);
}
