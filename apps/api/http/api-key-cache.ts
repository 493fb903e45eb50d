import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { apiKeyHash, canBeApiKey } from '../../../shared/adapters/crypto/api-key';
import type { ApiKeysRepository } from '../../../shared/adapters/mongo/api-keys.repository';
import type { AuditLogRepository } from '../../../shared/adapters/mongo/audit-log.repository';
import { shareReads } from '../../../shared/adapters/mongo/shared-reads';
import type { ApiKey, KeyState } from '../../../shared/domain/access/api-key';
import { createUnknownKeys } from './unknown-keys';

/** A key that another process revoked is still accepted for this long. */
const ttlMs = 5_000;
const maxEntries = 1_000;
/** The use of a key is recorded in the store at most this often. */
const useIntervalMs = 60_000;
/** A refused key is audited at most this often, so that it cannot fill the audit log. */
const refusalIntervalMs = 3_600_000;

export interface ApiKeyCache {
  /** @returns the key's record, even if it is expired or revoked, or `undefined` if there is no such key */
  find(key: string): Promise<ApiKey | undefined>;
  /** Like `find`, for a key whose record names its hash. */
  findByHash(hash: string): Promise<ApiKey | undefined>;
  /** Audits the use of a key that is expired or revoked, once an hour per key. */
  recordRefusal(apiKey: ApiKey, state: KeyState): void;
  /** Drops a key, so that the next lookup reads the store. */
  invalidate(keyId: string): void;
}

/** Caches key records briefly, so that authentication costs most requests no query. */
export function createApiKeyCache(
  apiKeys: Pick<ApiKeysRepository, 'findByHash' | 'recordUse'>,
  auditLog: Pick<AuditLogRepository, 'record'>,
  nowMs: () => number,
): ApiKeyCache {
  // lru-cache returns an entry until its age exceeds the ttl, and here it must not reach it.
  const records = new LRUCache<string, ApiKey>({
    max: maxEntries,
    ttl: ttlMs - 1,
    ttlResolution: 0,
    perf: { now: nowMs },
  });
  const unknownKeys = createUnknownKeys(nowMs);
  const recordedMs = new LRUCache<string, number>({ max: maxEntries });
  const refusedIn = new LRUCache<string, number>({ max: maxEntries });
  const recordUse = ({ ID, LastUsedMS = 0 }: ApiKey): void => {
    const now = nowMs();
    if (now - Math.max(LastUsedMS, recordedMs.get(ID) ?? 0) < useIntervalMs) return;
    recordedMs.set(ID, now);
    // Informational only (it helps to find unused keys): a request must not wait for it or fail with it.
    apiKeys.recordUse(ID, now).catch(() => recordedMs.delete(ID));
  };
  // The requests that meet an expired entry share its renewal.
  const load = shareReads((hash) => apiKeys.findByHash(hash));
  const findByHash = async (hash: string): Promise<ApiKey | undefined> => {
    const cached = records.get(hash);
    const apiKey = cached ?? (await load(hash));
    if (apiKey === undefined) return undefined;
    if (cached === undefined) records.set(hash, apiKey);
    recordUse(apiKey);
    return apiKey;
  };
  return {
    find: async (key) => {
      if (!canBeApiKey(key)) return undefined;
      const hash = apiKeyHash(key);
      if (records.has(hash)) return findByHash(hash);
      if (unknownKeys.has(hash)) return undefined;
      const apiKey = await findByHash(hash);
      if (apiKey === undefined) unknownKeys.set(hash, true);
      return apiKey;
    },
    findByHash,
    recordRefusal: ({ ID: KeyID, OrgID }, state) => {
      const CreatedMS = nowMs();
      const interval = Math.floor(CreatedMS / refusalIntervalMs);
      if (refusedIn.get(KeyID) === interval) return;
      refusedIn.set(KeyID, interval);
      const hash = createHash('sha256').update(`api_key.refused\n${KeyID}\n${interval}`).digest('hex');
      const Actor = { Kind: 'api_key', KeyID } as const;
      const entry = { ID: `audit_${hash.slice(0, 32)}`, OrgID, Action: 'api_key.refused', Actor, CreatedMS } as const;
      // Like its use: the response does not wait for it.
      auditLog.record({ ...entry, KeyID, Details: { State: state } }).catch(() => refusedIn.delete(KeyID));
    },
    invalidate: (keyId) => {
      for (const [hash, { ID }] of records.entries()) if (ID === keyId) records.delete(hash);
    },
  };
}
