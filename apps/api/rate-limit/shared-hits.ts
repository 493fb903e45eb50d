import type { IncrementResponse, Store as HitStore } from 'express-rate-limit';
import type { Logger } from '../../../shared/adapters/logger';
import type { RateCountsRepository } from '../../../shared/adapters/mongo/rate-counts.repository';

export interface SharedHitsOptions {
  counts: RateCountsRepository;
  /** Separates the counts of one limit from those of another. */
  name: string;
  windowMs: number;
  nowMs: () => number;
  logger: Logger;
}

interface Hits {
  window: number;
  /** The count of all processes at this process's last flush. */
  shared: number;
  /** Counted here since then. */
  pending: number;
  flushing: boolean;
}

/** How often, at most, this process exchanges counts with the others. */
const flushIntervalMs = 250;

/**
 * Counts requests over all API processes. A request is counted in memory and never waits for the store: counts are
 * exchanged a few times a second. So a limit can be exceeded by what the other processes accept in that time, and an
 * unavailable store fails no request.
 */
export function createSharedHits({ counts, name, windowMs, nowMs, logger }: SharedHitsOptions): HitStore {
  const hitsByKey = new Map<string, Hits>();
  const windowNow = (): number => Math.floor(nowMs() / windowMs);

  const flush = async (key: string, hits: Hits): Promise<void> => {
    const added = hits.pending;
    try {
      hits.shared = await counts.add(`${name}/${key}`, hits.window, added);
      hits.pending -= added;
    } catch (error) {
      logger.debug({ err: error }, 'rate_limit.flush_failed');
    }
    hits.flushing = false;
    if (hits.pending > 0) scheduleFlush(key, hits);
  };
  const scheduleFlush = (key: string, hits: Hits): void => {
    if (hits.flushing || hits.window !== windowNow()) return;
    hits.flushing = true;
    setTimeout(() => void flush(key, hits), flushIntervalMs).unref();
  };
  const startWindow = (key: string, window: number): Hits => {
    for (const [other, { window: old }] of hitsByKey) if (old !== window) hitsByKey.delete(other);
    const hits = { window, shared: 0, pending: 0, flushing: false };
    hitsByKey.set(key, hits);
    return hits;
  };

  return {
    increment: (key): IncrementResponse => {
      const window = windowNow();
      const existing = hitsByKey.get(key);
      const hits = existing?.window === window ? existing : startWindow(key, window);
      hits.pending++;
      scheduleFlush(key, hits);
      return { totalHits: hits.shared + hits.pending, resetTime: new Date((window + 1) * windowMs) };
    },
    // Every request counts, whatever its outcome.
    decrement: () => undefined,
    resetKey: (key) => {
      hitsByKey.delete(key);
    },
  };
}
