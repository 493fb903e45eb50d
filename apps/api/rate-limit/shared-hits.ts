import type { IncrementResponse, Store as HitStore } from 'express-rate-limit';
import type { Logger } from '../../../shared/adapters/logger';
import type { RateCountsRepository } from '../../../shared/adapters/mongo/rate-counts.repository';

export interface SharedHitsOptions {
  counts: RateCountsRepository;
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
  unflushed: number;
  flushing: boolean;
}

/** What this process counted is told to the others, and theirs learned, this often at most. */
const flushIntervalMs = 250;

/**
 * Counts requests over all API processes. A request is counted in memory and never waits for the store: counts are exchanged a few times a
 * second, so that a limit can be passed by what the other processes take in that time, and a store that is away costs no request.
 */
export function createSharedHits({ counts, name, windowMs, nowMs, logger }: SharedHitsOptions): HitStore {
  const hitsByKey = new Map<string, Hits>();
  const windowNow = (): number => Math.floor(nowMs() / windowMs);

  const flush = async (key: string, hits: Hits): Promise<void> => {
    const added = hits.unflushed;
    try {
      hits.shared = await counts.add(`${name}/${key}`, hits.window, added);
      hits.unflushed -= added;
    } catch (error) {
      logger.debug({ err: error }, 'rate_limit.counts_away');
    }
    hits.flushing = false;
    if (hits.unflushed > 0) scheduleFlush(key, hits);
  };
  const scheduleFlush = (key: string, hits: Hits): void => {
    if (hits.flushing || hits.window !== windowNow()) return;
    hits.flushing = true;
    setTimeout(() => void flush(key, hits), flushIntervalMs).unref();
  };
  const startWindow = (key: string, window: number): Hits => {
    for (const [other, { window: old }] of hitsByKey) if (old !== window) hitsByKey.delete(other);
    const hits = { window, shared: 0, unflushed: 0, flushing: false };
    hitsByKey.set(key, hits);
    return hits;
  };

  return {
    increment: (key): IncrementResponse => {
      const window = windowNow();
      const existing = hitsByKey.get(key);
      const hits = existing?.window === window ? existing : startWindow(key, window);
      hits.unflushed++;
      scheduleFlush(key, hits);
      return { totalHits: hits.shared + hits.unflushed, resetTime: new Date((window + 1) * windowMs) };
    },
    // Every request counts, whatever becomes of it.
    decrement: () => undefined,
    resetKey: (key) => {
      hitsByKey.delete(key);
    },
  };
}
