import type { IncrementResponse, Store as HitStore } from 'express-rate-limit';
import type { Logger } from '../../../shared/adapters/logger';
import type { RateCounts } from '../../../shared/adapters/mongo/rate-counts.repository';

export interface SharedHitsOptions {
  counts: RateCounts;
  /** Tells the counts of one limit from those of another. */
  name: string;
  windowMs: number;
  nowMs: () => number;
  logger: Logger;
}

interface Hits {
  window: number;
  /** What all processes had counted when this one last told its own. */
  shared: number;
  /** Counted here since then. */
  untold: number;
  telling: boolean;
}

/** What this process counted is told to the others, and theirs learned, this often at most. */
const tellEveryMs = 250;

/**
 * Counts requests over all API processes. A request is counted in memory and never waits for the store: counts are exchanged a few times a
 * second, so that a limit can be passed by what the other processes take in that time, and a store that is away costs no request.
 */
export function createSharedHits({ counts, name, windowMs, nowMs, logger }: SharedHitsOptions): HitStore {
  const all = new Map<string, Hits>();
  const windowNow = (): number => Math.floor(nowMs() / windowMs);

  const tell = async (key: string, hits: Hits): Promise<void> => {
    const untold = hits.untold;
    try {
      hits.shared = await counts.add(`${name}/${key}`, hits.window, untold);
      hits.untold -= untold;
    } catch (error) {
      logger.debug({ err: error }, 'rate_limit.counts_away');
    }
    hits.telling = false;
    if (hits.untold > 0) tellSoon(key, hits);
  };
  const tellSoon = (key: string, hits: Hits): void => {
    if (hits.telling || hits.window !== windowNow()) return;
    hits.telling = true;
    setTimeout(() => void tell(key, hits), tellEveryMs).unref();
  };
  const begin = (key: string, window: number): Hits => {
    for (const [other, { window: old }] of all) if (old !== window) all.delete(other);
    const hits = { window, shared: 0, untold: 0, telling: false };
    all.set(key, hits);
    return hits;
  };

  return {
    increment: (key): IncrementResponse => {
      const window = windowNow();
      const known = all.get(key);
      const hits = known?.window === window ? known : begin(key, window);
      hits.untold++;
      tellSoon(key, hits);
      return { totalHits: hits.shared + hits.untold, resetTime: new Date((window + 1) * windowMs) };
    },
    // Every request counts, whatever becomes of it.
    decrement: () => undefined,
    resetKey: (key) => {
      all.delete(key);
    },
  };
}
