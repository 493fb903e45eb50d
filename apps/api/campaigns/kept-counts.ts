import { setTimeout as sleep } from 'node:timers/promises';
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

/** A request waits so long for the latest changes to be counted. The workers count those that take longer. */
const waitMs = 120;
/** Batches that are counted for one request: after an import the workers count the rest. */
const maxBatches = 3;

/**
 * Reads kept counts. The changes of the last seconds are counted first, so that what a client has just done shows,
 * unless they are many.
 */
export function createKeptCounts(
  { foldCampaign, read }: StatsFolds,
  { share, nowMs }: { share: Share; nowMs: () => number },
): JobCountReads['kept'] {
  const foldAll = async (key: CampaignKey): Promise<boolean> => {
    for (let batch = 0; batch < maxBatches; batch++) if ((await foldCampaign(key, nowMs())).drained) return true;
    return false;
  };
  const fold = share(foldAll, { keyOf: ({ orgId, campaignId }) => `${orgId}/${campaignId}`, nowMs });
  const foldInTime = async (key: CampaignKey): Promise<number> => {
    const waited = new AbortController();
    try {
      const tooLong = sleep(waitMs, undefined, { signal: waited.signal }).catch(() => undefined);
      const folded = await Promise.race([fold(key), tooLong]);
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
