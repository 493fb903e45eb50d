import { seriesBounds, type Grouping } from '../../../shared/contracts/campaign-series.schema';
import type { CampaignStatsQuery } from '../../../shared/contracts/campaign-stats.schema';
import type { CampaignConfig } from '../../../shared/domain/campaign/campaign';
import { findZone, type Zone } from '../../../shared/domain/schedule/zone-offsets';
import { bucketsIn, toQuarters, type BucketName, type Interval } from '../../../shared/domain/stats/buckets';
import { invalidQuery } from '../http/problem';

/** What a request asks of the counts over time. */
export interface AskedSeries {
  /** In order and without gaps; the whole interval without `bucket`. */
  buckets: Interval[];
  /** From the start of the first bucket to the end of the last one. */
  interval: Interval;
  bucket: BucketName | undefined;
  by: Grouping | undefined;
  zone: Zone;
}

const dayMs = 86_400_000;
const defaultDays = { hour: 1, day: 30, week: 182 } as const;

function findInterval({ from, to, bucket = 'day' }: CampaignStatsQuery, nowMs: number): Interval {
  const toMs = to ?? nowMs;
  const fromMs = from ?? toMs - defaultDays[bucket] * dayMs;
  if (fromMs >= toMs)
    throw invalidQuery([{ pointer: from === undefined ? 'to' : 'from', detail: 'Expected `from` to be before `to`.' }]);
  if (toMs - fromMs > seriesBounds.days * dayMs)
    throw invalidQuery([{ pointer: 'from', detail: `Expected an interval of at most ${seriesBounds.days} days.` }]);
  return { fromMs, toMs };
}

function findTimeZone({ time_zone: name, by }: CampaignStatsQuery, { Defaults }: CampaignConfig): Zone {
  const ofCampaign = by === 'hour_of_week' ? Defaults?.Constraints?.TimeZone : undefined;
  const zone = findZone(name ?? ofCampaign ?? 'UTC');
  if (zone === undefined) throw invalidQuery([{ pointer: 'time_zone', detail: 'Expected an IANA time zone.' }]);
  return zone;
}

/** @returns `undefined` if no parameter asks for counts over time. @throws {ProblemError} for an invalid combination */
export function readSeriesQuery(
  query: CampaignStatsQuery,
  config: CampaignConfig,
  nowMs: number,
): AskedSeries | undefined {
  const { version: _of, ...asked } = query;
  if (Object.values(asked).every((value) => value === undefined)) return undefined;
  const { bucket, by } = query;
  if (by === 'hour_of_week' && bucket !== undefined)
    throw invalidQuery([{ pointer: 'bucket', detail: '`by=hour_of_week` is over the whole interval: omit `bucket`.' }]);
  const zone = findTimeZone(query, config);
  const interval = findInterval(query, nowMs);
  if (bucket === 'hour' && interval.toMs - interval.fromMs > (seriesBounds.buckets - 1) * (dayMs / 24))
    throw invalidQuery([{ pointer: 'bucket', detail: `Expected at most ${seriesBounds.buckets} buckets.` }]);
  const buckets = bucket === undefined ? [toQuarters(interval)] : bucketsIn(interval, bucket, zone);
  const widened = { fromMs: buckets[0]?.fromMs ?? interval.fromMs, toMs: buckets.at(-1)?.toMs ?? interval.toMs };
  return { buckets, interval: widened, bucket, by, zone };
}
