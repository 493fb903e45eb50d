import { LRUCache } from 'lru-cache';
import { ProblemError } from './problem';

/** An unknown key is looked up again after this long, in case it has been created. */
const unknownMs = 1_000;
const windowMs = 10_000;
/** Lookups of unknown keys from one address in {@link windowMs}. A client with a wrong key is far below. */
const maxLookups = 100;
const maxEntries = 10_000;

/** Bounds what clients without a valid key cost the database. Everything is kept in memory, and limited. */
export interface UnknownKeys {
  /** True if the key was unknown a moment ago. */
  has(hash: string): boolean;
  /** Looks up a key that is not cached. @throws {ProblemError} 429 if the address has tried too many unknown keys */
  lookUp<T>(hash: string, address: string, find: () => Promise<T | undefined>): Promise<T | undefined>;
}

export function createUnknownKeys(nowMs: () => number): UnknownKeys {
  const unknown = new LRUCache<string, true>({
    max: maxEntries,
    ttl: unknownMs - 1,
    ttlResolution: 0,
    perf: { now: nowMs },
  });
  // Other clients may share the address, behind a proxy: the limit never refuses a key that was valid before.
  const valid = new LRUCache<string, true>({ max: maxEntries });
  const lookups = new LRUCache<string, { window: number; count: number }>({ max: maxEntries });
  const lookupsOf = (address: string): { window: number; count: number } => {
    const window = Math.floor(nowMs() / windowMs);
    const current = lookups.get(address);
    if (current?.window === window) return current;
    const fresh = { window, count: 0 };
    lookups.set(address, fresh);
    return fresh;
  };
  return {
    has: (hash) => unknown.has(hash),
    lookUp: async (hash, address, find) => {
      if (valid.has(hash)) return find();
      const tried = lookupsOf(address);
      if (tried.count >= maxLookups) throw tooManyUnknownKeys((tried.window + 1) * windowMs - nowMs());
      const found = await find();
      if (found !== undefined) {
        valid.set(hash, true);
        return found;
      }
      // Counted afterwards: many clients with valid keys may reconnect at once, from one address.
      tried.count++;
      unknown.set(hash, true);
      return undefined;
    },
  };
}

const tooManyUnknownKeys = (retryMs: number): ProblemError =>
  new ProblemError('rate_limited', {
    detail: `More than ${maxLookups} unknown API keys from this address in ${windowMs / 1_000} seconds. Wait for the time in Retry-After.`,
    headers: { 'Retry-After': String(Math.ceil(retryMs / 1_000)) },
  });
