import type { Agreement } from '../../../shared/adapters/mongo/agreements.repository';
import type { Campaign } from '../../../shared/adapters/mongo/campaigns.repository';
import type { CampaignStatsBody, CampaignStatsQuery } from '../../../shared/contracts/campaign-stats.schema';
import { describeZoneRisk, isUtc } from '../../../shared/domain/schedule/zone-names';
import { dimensions } from '../../../shared/domain/stats/cells';
import type { FieldProblem } from '../../../shared/domain/field-problem';
import { stateCountsOf, variantCountsOf, type StateCount } from '../../../shared/domain/stats/present';
import type { ApiDeps } from '../http/deps';
import { toRfc3339 } from '../http/rfc3339';
import type { ApiRequest, Reply } from '../http/route';
import { toWarnings } from '../http/warnings';
import { findCampaign } from './find-campaign';
import { toBreakerBody } from './presenter';
import { readSeriesQuery } from './series-query';
import { toSeriesFields } from './stats-presenter';
import { countByState, toVariantOutcomes } from './variant-outcomes';

const totalJobs = (counts: readonly StateCount[]): number => counts.reduce((sum, { jobs }) => sum + jobs, 0);

type StatsDeps = Pick<ApiDeps, 'store' | 'counts' | 'nowMs'>;

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

/** The counts of a campaign: its jobs by state and by variant, and on request what happened over time. */
export async function getCampaignStats(
  { orgId, params, query }: ApiRequest<'campaignID', unknown, CampaignStatsQuery>,
  deps: StatsDeps,
): Promise<Reply> {
  const key = { orgId, campaignId: params.campaignID };
  const campaign = await findCampaign(key, deps);
  const nowMs = deps.nowMs();
  const asked = readSeriesQuery(query, campaign.Config, nowMs);
  const by = dimensions.find((dimension) => dimension === asked?.by);
  const [{ counts, countedMs }, agreements] = await Promise.all([
    deps.counts.kept(key, {
      version: query.version,
      ...(asked === undefined ? {} : { interval: asked.interval, by }),
    }),
    deps.store.agreements.list(campaign.ID),
  ]);
  const body: CampaignStatsBody = {
    ...toStateFields(campaign, { counts: stateCountsOf(counts.present), countedMs, nowMs }),
    // Without variants now, and unless a former version is asked for, none are shown.
    Variants:
      (campaign.Config.Variants ?? []).length > 0 || query.version !== undefined
        ? toVariantOutcomes(campaign.Config.Variants, variantCountsOf(counts.variants))
        : [],
    Agreement: agreements.map(toAgreementBody),
    VariantsCountedAt: toRfc3339(countedMs),
  };
  if (asked === undefined) return { status: 200, body };
  const organization = await deps.store.organizations.find(orgId);
  return {
    status: 200,
    body: {
      ...body,
      ...toSeriesFields({ campaign, organization, counts, countedMs, asked, nowMs }),
      ...toWarnings(findZoneWarnings(query)),
    },
  };
}

/** UTC is what is counted by unless another zone is named, so no client is surprised by it here. */
function findZoneWarnings({ time_zone: name }: CampaignStatsQuery): FieldProblem[] {
  const detail = name === undefined || isUtc(name) ? undefined : describeZoneRisk(name);
  return detail === undefined ? [] : [{ pointer: 'time_zone', detail }];
}

function toStateFields(
  campaign: Campaign,
  { counts, countedMs, nowMs }: { counts: readonly StateCount[]; countedMs: number; nowMs: number },
) {
  const [real, tests] = [counts.filter(({ test }) => !test), counts.filter(({ test }) => test)];
  const CircuitBreaker = toBreakerBody(campaign, nowMs);
  return {
    CampaignID: campaign.ID,
    CountedAt: toRfc3339(countedMs),
    Jobs: totalJobs(real),
    JobsByState: countByState(real),
    TestJobs: totalJobs(tests),
    TestJobsByState: countByState(tests),
    ...(CircuitBreaker === undefined ? {} : { CircuitBreaker }),
  };
}
