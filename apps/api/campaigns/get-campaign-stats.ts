import type { Agreement } from '../../../shared/adapters/mongo/agreements.repository';
import type { StateCount } from '../../../shared/adapters/mongo/jobs/list';
import type { CampaignStatsBody } from '../../../shared/contracts/campaign-stats.schema';
import type { ApiDeps } from '../http/deps';
import { toRfc3339 } from '../http/rfc3339';
import type { ApiRequest, Reply } from '../http/route';
import { findCampaign } from './find-campaign';
import { toBreakerBody } from './presenter';
import { countByState, toVariantOutcomes } from './variant-outcomes';

const totalJobs = (counts: readonly StateCount[]): number => counts.reduce((sum, { jobs }) => sum + jobs, 0);

const toAgreementBody = ({
  schemaVersion,
  name,
  agreed,
  disagreed,
}: Agreement): CampaignStatsBody['Agreement'][number] => ({
  SchemaVersion: schemaVersion,
  Field: name,
  Agreed: agreed,
  Disagreed: disagreed,
});

/** Counts a campaign's jobs in each state, and by variant, or returns counts of the last moment. */
export async function getCampaignStats(
  { orgId, params, query }: ApiRequest<'campaignID', unknown, { version?: number | undefined }>,
  deps: Pick<ApiDeps, 'store' | 'counts' | 'nowMs'>,
): Promise<Reply> {
  const key = { orgId, campaignId: params.campaignID };
  const campaign = await findCampaign(key, deps);
  const { Config } = campaign;
  const CircuitBreaker = toBreakerBody(campaign, deps.nowMs());
  // Without variants now, and unless a former version is asked for, the jobs need not be counted twice.
  const hasVariants = (Config.Variants ?? []).length > 0 || query.version !== undefined;
  const [{ counts, countedMs }, variants, agreements] = await Promise.all([
    deps.counts.byState(key),
    hasVariants ? deps.counts.byVariant({ key, version: query.version }) : undefined,
    deps.store.agreements.list(campaign.ID),
  ]);
  const [real, tests] = [counts.filter(({ test }) => !test), counts.filter(({ test }) => test)];
  const body: CampaignStatsBody = {
    CampaignID: campaign.ID,
    CountedAt: toRfc3339(countedMs),
    Jobs: totalJobs(real),
    JobsByState: countByState(real),
    TestJobs: totalJobs(tests),
    TestJobsByState: countByState(tests),
    ...(CircuitBreaker === undefined ? {} : { CircuitBreaker }),
    Variants: toVariantOutcomes(Config.Variants, variants?.counts ?? []),
    Agreement: agreements.map(toAgreementBody),
    VariantsCountedAt: toRfc3339(variants?.countedMs ?? countedMs),
  };
  return { status: 200, body };
}
