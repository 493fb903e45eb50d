import { controlOf, type Campaign } from '../../../shared/adapters/mongo/campaigns.repository';
import type { Organization } from '../../../shared/adapters/mongo/organizations.repository';
import type { StoredCounts } from '../../../shared/adapters/mongo/stats/read';
import type { CallFunnelBody, CallGroupBody, SeriesBody } from '../../../shared/contracts/campaign-series.schema';
import type { CampaignStatsBody } from '../../../shared/contracts/campaign-stats.schema';
import { breakerStateOf } from '../../../shared/domain/campaign/circuit-breaker';
import { listHolds } from '../../../shared/domain/organization/control-state';
import { confidenceLevel, rateOf } from '../../../shared/domain/stats/answer-rate';
import { plannedCallsOf, waitingOf, type CampaignHolds } from '../../../shared/domain/stats/present';
import { funnelOf, sumBuckets, sumTotals, type CallSteps, type Totals } from '../../../shared/domain/stats/series';
import { toRfc3339 } from '../http/rfc3339';
import type { AskedSeries } from './series-query';

/** The hours for which planned calls are shown: 7 days. */
const plannedHours = 168;

const toCalls = (calls: CallSteps): CallFunnelBody => ({
  ...calls,
  AnswerRate: rateOf(calls.Answered, calls.Attempted),
});

const toGroups = (by: string | undefined, groups: Totals['groups']): { Groups?: CallGroupBody[] } =>
  by === undefined
    ? {}
    : {
        Groups: [...groups]
          .sort(
            ([one, { Attempted: a }], [other, { Attempted: b }]) => b - a || String(one).localeCompare(String(other)),
          )
          .map(([Value, calls]) => ({ Value, ...toCalls(calls) })),
      };

function toSeries({ days, daysBy }: StoredCounts, { buckets, interval, bucket, by, zone }: AskedSeries): SeriesBody {
  const hoursOfWeekIn = by === 'hour_of_week' ? zone : undefined;
  const summed = sumBuckets(buckets, { days, daysBy, hoursOfWeekIn });
  const total = sumTotals(summed);
  const shown = buckets.map(({ fromMs, toMs }, index) => {
    const { jobs, calls, groups } = summed[index] ?? sumTotals([]);
    const times = { From: toRfc3339(fromMs), To: toRfc3339(toMs) };
    return { ...times, JobsIn: jobs.In, Calls: toCalls(calls), ...toGroups(by, groups) };
  });
  return {
    From: toRfc3339(interval.fromMs),
    To: toRfc3339(interval.toMs),
    TimeZone: zone.name,
    ConfidenceLevel: confidenceLevel,
    Jobs: total.jobs,
    Calls: toCalls(total.calls),
    ...toGroups(by, total.groups),
    ...(bucket === undefined ? {} : { Buckets: shown }),
  };
}

function toWaiting(
  present: StoredCounts['present'],
  holds: CampaignHolds,
  nowMs: number,
): CampaignStatsBody['Waiting'] {
  const { notPlanned, due, heldBy } = waitingOf(present, holds, nowMs);
  const known = [...heldBy].filter(([gate]) => gate !== null);
  return {
    Jobs: notPlanned + due + [...heldBy.values()].reduce((sum, jobs) => sum + jobs, 0),
    NotPlanned: notPlanned,
    Due: due,
    HeldBy: Object.fromEntries(known) as Record<string, number>,
    Unknown: heldBy.get(null) ?? 0,
  };
}

function toPlannedCalls(present: StoredCounts['present'], nowMs: number): CampaignStatsBody['PlannedCalls'] {
  const { overdue, hours, later } = plannedCallsOf(present, nowMs, plannedHours);
  return {
    Overdue: overdue,
    Hours: hours.map(({ fromMs, calls }) => ({ From: toRfc3339(fromMs), Calls: calls })),
    Later: later,
  };
}

/** What a campaign's counts are shown with. */
interface Shown {
  campaign: Campaign;
  organization: Pick<Organization, 'State'> | undefined;
  counts: StoredCounts;
  /** Every change before that instant is counted, unix ms. */
  countedMs: number;
  asked: AskedSeries;
  nowMs: number;
}

/** The fields that the answer has only if it was asked for counts over time. */
export function toSeriesFields({ campaign, organization, counts, countedMs, asked, nowMs }: Shown) {
  const controls = { organization: organization?.State, campaign: controlOf(campaign) };
  const holds = {
    held: listHolds(controls).length > 0,
    breaker: breakerStateOf(controls.campaign.Breaker, nowMs) !== 'closed',
  };
  return {
    AsOf: toRfc3339(countedMs),
    Complete: counts.complete,
    Funnel: funnelOf(counts.present),
    Waiting: toWaiting(counts.present, holds, nowMs),
    PlannedCalls: toPlannedCalls(counts.present, nowMs),
    Series: toSeries(counts, asked),
  } satisfies Partial<CampaignStatsBody>;
}
