import { createHash } from 'node:crypto';
import type { ApiKey } from '../../../shared/adapters/mongo/api-keys.repository';

/** A key that was taken away still opens the door for this long. */
const keptMs = 5_000;
const maxKept = 1_000;
/** What no key of ours looks like is not worth a query. */
const wellFormed = /^[A-Za-z0-9_-]{24,256}$/;

export const keyHash = (key: string): string => createHash('sha256').update(key).digest('hex');

interface Keyring {
  /** @returns the key's record, or `undefined` when nobody holds such a key */
  find(key: string): Promise<ApiKey | undefined>;
}

/** Remembers who a key belongs to for a moment, so that a request costs no query more. Unknown keys are not remembered. */
export function createKeyring(findByHash: (hash: string) => Promise<ApiKey | undefined>, nowMs: () => number): Keyring {
  const kept = new Map<string, { apiKey: ApiKey; untilMs: number }>();
  return {
    find: async (key) => {
      if (!wellFormed.test(key)) return undefined;
      const hash = keyHash(key);
      const known = kept.get(hash);
      if (known && known.untilMs > nowMs()) return known.apiKey;
      const apiKey = await findByHash(hash);
      kept.delete(hash);
      if (apiKey) {
        if (kept.size >= maxKept) kept.clear();
        kept.set(hash, { apiKey, untilMs: nowMs() + keptMs });
      }
      return apiKey;
    },
  };
}
