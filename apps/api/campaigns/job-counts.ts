import { LRUCache } from 'lru-cache';
import type { CampaignKey, JobLists } from '../../../shared/adapters/mongo/jobs/list';
import type { BulkImport } from '../../../shared/domain/import/import';
import type { Counted, JobCountReads } from '../http/deps';

/** A count reads an index entry for each job: a dashboard that polls needs no new one each time. */
const sharedMs = 2_000;
const maxEntries = 1_000;

/** Shares the result of a read per key for {@link sharedMs}, and the read itself among concurrent requests. */
function share<Of, T>(
  read: (of: Of) => Promise<T>,
  { keyOf, nowMs }: { keyOf: (of: Of) => string; nowMs: () => number },
): (of: Of) => Promise<Counted<T>> {
  const results = new LRUCache<string, Promise<Counted<T>>>({ max: maxEntries, ttl: sharedMs });
  return (of) => {
    const key = keyOf(of);
    const shared = results.get(key);
    if (shared !== undefined) return shared;
    const countedMs = nowMs();
    const result = read(of).then((counts) => ({ counts, countedMs }));
    results.set(key, result);
    result.catch(() => results.delete(key));
    return result;
  };
}

/** @param nowMs the clock of the instants in responses */
export const createJobCounts = (
  { countByState, countByImport }: Pick<JobLists, 'countByState' | 'countByImport'>,
  nowMs: () => number,
): JobCountReads => ({
  byState: share((key: CampaignKey) => countByState(key), {
    keyOf: ({ orgId, campaignId }) => `${orgId}/${campaignId}`,
    nowMs,
  }),
  // Rows that are done have been counted.
  byImport: share((bulkImport: BulkImport) => countByImport(bulkImport), {
    keyOf: ({ ID, State, Rows }) => `${ID}/${State}/${Rows}`,
    nowMs,
  }),
});
