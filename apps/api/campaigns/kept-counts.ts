import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { CampaignKey } from '../../../shared/adapters/mongo/jobs/list';
import type { StatsRepository } from '../../../shared/adapters/mongo/stats/repository';
import type { Counted, JobCountReads } from '../http/deps';

/** What counts the changes of a campaign, and reads the counts. */
export type StatsFolds = Pick<StatsRepository, 'foldCampaign' | 'read'>;

/** Shares the result of a read per key. */
type Share = <Of, T>(
  read: (of: Of) => Promise<T>,
  options: { keyOf: (of: Of) => string; nowMs: () => number },
) => (of: Of) => Promise<Counted<T>>;

/**
 * A request waits so long for the latest changes to be counted, and only for a moment in a campaign where that took long
 * the last time: the workers count them.
 */
export const countWaitsMs = { usual: 1_000, slow: 120 };
/** Counting that takes longer is slow. */
const slowMs = 200;
const maxEntries = 1_000;
/** Batches that are counted for one request: after an import the workers count the rest. */
const maxBatches = 3;

/**
 * Reads kept counts. The changes of the last seconds are counted first, so that what a client has just done shows,
 * unless they are many.
 */
export function createKeptCounts(
  { foldCampaign, read }: StatsFolds,
  { share, nowMs, waitsMs }: { share: Share; nowMs: () => number; waitsMs: typeof countWaitsMs },
): JobCountReads['kept'] {
  const keyOf = ({ orgId, campaignId }: CampaignKey): string => `${orgId}/${campaignId}`;
  const slow = new LRUCache<string, true>({ max: maxEntries });
  const foldAll = async (key: CampaignKey): Promise<boolean> => {
    const startedMs = nowMs();
    let drained = false;
    for (let batch = 0; batch < maxBatches && !drained; batch++) ({ drained } = await foldCampaign(key, nowMs()));
    if (nowMs() - startedMs > slowMs) slow.set(keyOf(key), true);
    else slow.delete(keyOf(key));
    return drained;
  };
  const fold = share(foldAll, { keyOf, nowMs });
  const foldInTime = async (key: CampaignKey): Promise<number> => {
    const waited = new AbortController();
    try {
      const waitMs = slow.has(keyOf(key)) ? waitsMs.slow : waitsMs.usual;
      const tooLong = sleep(waitMs, undefined, { signal: waited.signal }).catch(() => undefined);
      // If counting fails, what was counted can still be read. The workers report the failure.
      const folded = await Promise.race([fold(key).catch(() => undefined), tooLong]);
      return folded?.counts === true ? folded.countedMs : 0;
    } finally {
      waited.abort();
    }
  };
  return async (key, part) => {
    const foldedMs = await foldInTime(key);
    const counts = await read(key, part);
    return { counts, countedMs: Math.max(foldedMs, counts.asOfMs ?? 0) };
  };
}
