import { text } from './search.ts';

export const buckets = ['hour', 'day', 'week'] as const;
export type Bucket = (typeof buckets)[number];

/** The interval of a campaign's statistics, as the address has it. */
export interface StatsSearch {
  /** RFC 3339. */
  from?: string;
  to?: string;
  bucket?: Bucket;
}

/** Reads the interval from an address; what it does not know is left out. */
export function readStatsSearch(search: Record<string, unknown>): StatsSearch {
  const bucket = buckets.find((each) => each === search['bucket']);
  return { ...text(search, 'from'), ...text(search, 'to'), ...(bucket === undefined ? {} : { bucket }) };
}
