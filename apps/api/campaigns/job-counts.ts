import { LRUCache } from 'lru-cache';
import type { JobLists } from '../../../shared/adapters/mongo/jobs/list';
import type { BulkImport } from '../../../shared/domain/import/import';
import type { Counted, JobCountReads } from '../http/deps';
import { countWaitsMs, createKeptCounts, type StatsFolds } from './kept-counts';

/** A count reads an index entry for each job: a dashboard that polls needs no new one each time. */
const sharedMs = 2_000;
/** A slow count is used for so many times as long as it took, so that polling a large campaign counts a fifth of the time at most. */
const reuseFactor = 5;
const maxEntries = 1_000;

/**
 * Shares the result of a read per key for {@link sharedMs}, or longer if the read was slow, and the read itself among
 * concurrent requests.
 */
function share<Of, T>(
  read: (of: Of) => Promise<T>,
  { keyOf, nowMs }: { keyOf: (of: Of) => string; nowMs: () => number },
): (of: Of) => Promise<Counted<T>> {
  const clock = { perf: { now: nowMs }, ttlResolution: 0 };
  const results = new LRUCache<string, Promise<Counted<T>>>({ max: maxEntries, ttl: sharedMs, ...clock });
  return (of) => {
    const key = keyOf(of);
    const shared = results.get(key);
    if (shared !== undefined) return shared;
    const countedMs = nowMs();
    const result = read(of).then((counts) => ({ counts, countedMs }));
    // For as long as it takes, requests share the read itself.
    results.set(key, result, { ttl: 0 });
    result.then(
      () => {
        const ttl = Math.max(sharedMs, reuseFactor * (nowMs() - countedMs));
        if (results.peek(key) === result) results.set(key, result, { ttl });
      },
      () => results.delete(key),
    );
    return result;
  };
}

/**
 * @param nowMs the clock of the instants in responses
 * @param waitsMs how long a request waits for the latest changes to be counted
 */
export const createJobCounts = (
  { jobLists: { countByImport }, stats }: { jobLists: Pick<JobLists, 'countByImport'>; stats: StatsFolds },
  nowMs: () => number,
  waitsMs = countWaitsMs,
): JobCountReads => ({
  kept: createKeptCounts(stats, { share, nowMs, waitsMs }),
  // Rows that are done have been counted.
  byImport: share((bulkImport: BulkImport) => countByImport(bulkImport), {
    keyOf: ({ ID, State, Rows }) => `${ID}/${State}/${Rows}`,
    nowMs,
  }),
});
