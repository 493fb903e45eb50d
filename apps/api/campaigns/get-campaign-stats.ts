import type { StateCount } from '../../../shared/adapters/mongo/jobs/list';
import type { CampaignStatsBody } from '../../../shared/contracts/campaign-stats.schema';
import { readableJobStates, readableState } from '../../../shared/domain/job/state';
import type { ApiDeps } from '../http/deps';
import { toRfc3339 } from '../http/rfc3339';
import type { ApiRequest, Reply } from '../http/route';
import { findCampaign } from './find-campaign';
import { toBreakerBody } from './presenter';

type ByState = CampaignStatsBody['JobsByState'];

/** A count for every visible state, including those without jobs. */
function countByState(counts: readonly StateCount[]): ByState {
  const found = Object.fromEntries(readableJobStates.map((state) => [state, 0])) as ByState;
  for (const { state, jobs } of counts) found[readableState(state)] += jobs;
  return found;
}

const totalJobs = (counts: readonly StateCount[]): number => counts.reduce((sum, { jobs }) => sum + jobs, 0);

/** Counts a campaign's jobs in each state, or returns a count of the last moment. */
export async function getCampaignStats(
  { orgId, params }: ApiRequest<'campaignID'>,
  deps: Pick<ApiDeps, 'store' | 'counts' | 'nowMs'>,
): Promise<Reply> {
  const key = { orgId, campaignId: params.campaignID };
  const campaign = await findCampaign(key, deps);
  const CircuitBreaker = toBreakerBody(campaign, deps.nowMs());
  const { counts, countedMs } = await deps.counts.byState(key);
  const [real, tests] = [counts.filter(({ test }) => !test), counts.filter(({ test }) => test)];
  const body: CampaignStatsBody = {
    CampaignID: campaign.ID,
    CountedAt: toRfc3339(countedMs),
    Jobs: totalJobs(real),
    JobsByState: countByState(real),
    TestJobs: totalJobs(tests),
    TestJobsByState: countByState(tests),
    ...(CircuitBreaker === undefined ? {} : { CircuitBreaker }),
  };
  return { status: 200, body };
}
