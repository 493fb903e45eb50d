import { LRUCache } from 'lru-cache';
import { apiKeyHash, canBeApiKey } from '../../../shared/adapters/crypto/api-key';
import type { ApiKeysRepository } from '../../../shared/adapters/mongo/api-keys.repository';
import type { ApiKey } from '../../../shared/domain/access/api-key';

/** A key that another process revoked is still accepted for this long. */
const ttlMs = 5_000;
const maxEntries = 1_000;
/** The use of a key is recorded in the store at most this often. */
const useIntervalMs = 60_000;

export interface ApiKeyCache {
  /** @returns the key's record, even if it is expired or revoked, or `undefined` if there is no such key */
  find(key: string): Promise<ApiKey | undefined>;
  /** Like `find`, for a key whose record names its hash. */
  findByHash(hash: string): Promise<ApiKey | undefined>;
  /** Drops a key, so that the next lookup reads the store. */
  invalidate(keyId: string): void;
}

/** Caches key records briefly, so that authentication costs most requests no query. Unknown keys are not cached. */
export function createApiKeyCache(
  apiKeys: Pick<ApiKeysRepository, 'findByHash' | 'recordUse'>,
  nowMs: () => number,
): ApiKeyCache {
  // lru-cache returns an entry until its age exceeds the ttl, and here it must not reach it.
  const records = new LRUCache<string, ApiKey>({
    max: maxEntries,
    ttl: ttlMs - 1,
    ttlResolution: 0,
    perf: { now: nowMs },
  });
  const recordedMs = new LRUCache<string, number>({ max: maxEntries });
  const recordUse = ({ ID, LastUsedMS = 0 }: ApiKey): void => {
    const now = nowMs();
    if (now - Math.max(LastUsedMS, recordedMs.get(ID) ?? 0) < useIntervalMs) return;
    recordedMs.set(ID, now);
    // Informational only (it helps to find unused keys): a request must not wait for it or fail with it.
    apiKeys.recordUse(ID, now).catch(() => recordedMs.delete(ID));
  };
  const findByHash = async (hash: string): Promise<ApiKey | undefined> => {
    const cached = records.get(hash);
    const apiKey = cached ?? (await apiKeys.findByHash(hash));
    if (apiKey === undefined) return undefined;
    if (cached === undefined) records.set(hash, apiKey);
    recordUse(apiKey);
    return apiKey;
  };
  return {
    find: async (key) => (canBeApiKey(key) ? findByHash(apiKeyHash(key)) : undefined),
    findByHash,
    invalidate: (keyId) => {
      for (const [hash, { ID }] of records.entries()) if (ID === keyId) records.delete(hash);
    },
  };
}
