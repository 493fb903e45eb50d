import type { ApiKeysRepository } from '../../../shared/adapters/mongo/api-keys.repository';
import { apiKeyHash, canBeApiKey } from '../../../shared/adapters/crypto/api-key';
import type { ApiKey } from '../../../shared/domain/access/api-key';

/** A key that another process revoked is still accepted for this long. */
const ttlMs = 5_000;
const maxEntries = 1_000;
/** The use of a key is recorded in the store at most this often. */
const useIntervalMs = 60_000;

export interface ApiKeyCache {
  /** @returns the key's record, even if it is expired or revoked, or `undefined` if there is no such key */
  find(key: string): Promise<ApiKey | undefined>;
  /** Drops a key, so that the next lookup reads the store. */
  invalidate(keyId: string): void;
}

interface CacheEntry {
  apiKey: ApiKey;
  untilMs: number;
}

/** Caches key records briefly, so that authentication costs most requests no query. Unknown keys are not cached. */
export function createApiKeyCache(
  apiKeys: Pick<ApiKeysRepository, 'findByHash' | 'recordUse'>,
  nowMs: () => number,
): ApiKeyCache {
  const entries = new Map<string, CacheEntry>();
  const recordedMs = new Map<string, number>();
  const recordUse = ({ ID, LastUsedMS = 0 }: ApiKey): void => {
    const now = nowMs();
    if (now - Math.max(LastUsedMS, recordedMs.get(ID) ?? 0) < useIntervalMs) return;
    if (recordedMs.size >= maxEntries) recordedMs.clear();
    recordedMs.set(ID, now);
    // Informational only (it helps to find unused keys): a request must not wait for it or fail with it.
    apiKeys.recordUse(ID, now).catch(() => recordedMs.delete(ID));
  };
  const used = (apiKey: ApiKey): ApiKey => {
    recordUse(apiKey);
    return apiKey;
  };
  return {
    find: async (key) => {
      if (!canBeApiKey(key)) return undefined;
      const hash = apiKeyHash(key);
      const cached = entries.get(hash);
      if (cached && cached.untilMs > nowMs()) return used(cached.apiKey);
      const apiKey = await apiKeys.findByHash(hash);
      entries.delete(hash);
      if (!apiKey) return undefined;
      if (entries.size >= maxEntries) entries.clear();
      entries.set(hash, { apiKey, untilMs: nowMs() + ttlMs });
      return used(apiKey);
    },
    invalidate: (keyId) => {
      for (const [hash, { apiKey }] of entries) if (apiKey.ID === keyId) entries.delete(hash);
    },
  };
}
