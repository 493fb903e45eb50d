import type { ApiKeysRepository } from '../../../shared/adapters/mongo/api-keys.repository';
import { apiKeyHash, canBeApiKey } from '../../../shared/adapters/crypto/api-key';
import type { ApiKey } from '../../../shared/domain/access/api-key';

/** A key that was taken away by another process still opens the door for this long. */
const keptMs = 5_000;
const maxKept = 1_000;
/** Uses of a key are told to the store at most this often. */
const usedEveryMs = 60_000;

export interface Keyring {
  /** @returns the key's record, also when it expired or was revoked, or `undefined` when nobody holds such a key */
  find(key: string): Promise<ApiKey | undefined>;
  /** Looks at a key anew the next time. */
  forget(keyId: string): void;
}

interface Kept {
  apiKey: ApiKey;
  untilMs: number;
}

/** Remembers who a key belongs to for a moment, so that a request costs no query more. Unknown keys are not remembered. */
export function createKeyring(
  apiKeys: Pick<ApiKeysRepository, 'findByHash' | 'noteUse'>,
  nowMs: () => number,
): Keyring {
  const kept = new Map<string, Kept>();
  const noted = new Map<string, number>();
  const noteUse = ({ ID, LastUsedMS = 0 }: ApiKey): void => {
    const now = nowMs();
    if (now - Math.max(LastUsedMS, noted.get(ID) ?? 0) < usedEveryMs) return;
    if (noted.size >= maxKept) noted.clear();
    noted.set(ID, now);
    // A courtesy to people who look for keys that nobody uses: a request must not wait for it, or fail with it.
    apiKeys.noteUse(ID, now).catch(() => noted.delete(ID));
  };
  const used = (apiKey: ApiKey): ApiKey => {
    noteUse(apiKey);
    return apiKey;
  };
  return {
    find: async (key) => {
      if (!canBeApiKey(key)) return undefined;
      const hash = apiKeyHash(key);
      const known = kept.get(hash);
      if (known && known.untilMs > nowMs()) return used(known.apiKey);
      const apiKey = await apiKeys.findByHash(hash);
      kept.delete(hash);
      if (!apiKey) return undefined;
      if (kept.size >= maxKept) kept.clear();
      kept.set(hash, { apiKey, untilMs: nowMs() + keptMs });
      return used(apiKey);
    },
    forget: (keyId) => {
      for (const [hash, { apiKey }] of kept) if (apiKey.ID === keyId) kept.delete(hash);
    },
  };
}
