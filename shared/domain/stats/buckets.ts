import { weekdays } from '../schedule/constraints';
import type { Zone } from '../schedule/zone-offsets';
import { quarterMs } from './job-facts';

export const bucketNames = ['hour', 'day', 'week'] as const;
export type BucketName = (typeof bucketNames)[number];

/** A stretch of time, `[fromMs, toMs)`, unix ms. */
export interface Interval {
  fromMs: number;
  toMs: number;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** 1970-01-01 was a Thursday. Weeks begin on Monday (ISO 8601). */
const daysSinceMonday = 3;

const localMs = (atMs: number, zone: Zone): { local: number; offsetMs: number } => {
  const { offsetMs } = zone.spanAt(atMs);
  return { local: atMs + offsetMs, offsetMs };
};

/** Equal for the quarters of an hour of one bucket. An hour that a clock change repeats is two buckets. */
function bucketOf(atMs: number, bucket: BucketName, zone: Zone): string {
  const { local, offsetMs } = localMs(atMs, zone);
  if (bucket === 'hour') return `${Math.floor(local / hourMs)}/${offsetMs}`;
  const day = Math.floor(local / dayMs);
  return String(bucket === 'day' ? day : Math.floor((day + daysSinceMonday) / 7));
}

/** Widens an interval to whole quarters of an hour. */
export const toQuarters = ({ fromMs, toMs }: Interval): Interval => ({
  fromMs: Math.floor(fromMs / quarterMs) * quarterMs,
  toMs: Math.ceil(toMs / quarterMs) * quarterMs,
});

/**
 * The buckets that an interval touches, in a time zone: the first one begins at its start or before, the last one ends at
 * its end or after. A day with a clock change has 23 or 25 hours, as it has for people.
 */
export function bucketsIn(interval: Interval, bucket: BucketName, zone: Zone): Interval[] {
  let { fromMs, toMs } = toQuarters(interval);
  const first = bucketOf(fromMs, bucket, zone);
  while (bucketOf(fromMs - quarterMs, bucket, zone) === first) fromMs -= quarterMs;
  const last = bucketOf(toMs - quarterMs, bucket, zone);
  while (bucketOf(toMs, bucket, zone) === last) toMs += quarterMs;
  const buckets: Interval[] = [];
  let current: string | undefined;
  for (let atMs = fromMs; atMs < toMs; atMs += quarterMs) {
    const key = bucketOf(atMs, bucket, zone);
    const open = buckets.at(-1);
    if (key === current && open !== undefined) open.toMs = atMs + quarterMs;
    else buckets.push({ fromMs: atMs, toMs: atMs + quarterMs });
    current = key;
  }
  return buckets;
}

/** The hour of the week of an instant, by the clock of a zone: `Mo 09:00`. */
export function hourOfWeek(atMs: number, zone: Zone): string {
  const { local } = localMs(atMs, zone);
  const date = new Date(local);
  return `${weekdays[date.getUTCDay()] ?? ''} ${String(date.getUTCHours()).padStart(2, '0')}:00`;
}
