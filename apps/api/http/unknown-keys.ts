import { LRUCache } from 'lru-cache';

/** An unknown key is looked up again after this long, in case it has been created. */
const unknownMs = 1_000;
const maxEntries = 10_000;

/**
 * Remembers the hashes of keys that were unknown a moment ago. No client is refused for the keys of others: clients behind one proxy
 * share an address, and what unknown keys cost is bounded because those that come at the same time share a query.
 */
export const createUnknownKeys = (nowMs: () => number): LRUCache<string, true> =>
  new LRUCache({ max: maxEntries, ttl: unknownMs - 1, ttlResolution: 0, perf: { now: nowMs } });
