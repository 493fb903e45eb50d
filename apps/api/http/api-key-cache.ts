import type { ApiKeysRepository } from '../../../shared/adapters/mongo/api-keys.repository';
import { apiKeyHash, canBeApiKey } from '../../../shared/adapters/crypto/api-key';
import type { ApiKey } from '../../../shared/domain/access/api-key';

/** A key that was taken away by another process still opens the door for this long. */
const ttlMs = 5_000;
const maxEntries = 1_000;
/** Uses of a key are told to the store at most this often. */
const useIntervalMs = 60_000;

export interface ApiKeyCache {
  /** @returns the key's record, also when it expired or was revoked, or `undefined` when nobody holds such a key */
  find(key: string): Promise<ApiKey | undefined>;
  /** Looks at a key anew the next time. */
  invalidate(keyId: string): void;
}

interface CacheEntry {
  apiKey: ApiKey;
  untilMs: number;
}

/** Remembers who a key belongs to for a moment, so that a request costs no query more. Unknown keys are not remembered. */
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
    // A courtesy to people who look for keys that nobody uses: a request must not wait for it, or fail with it.
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
