import { createApiKeyCache } from '../../../../apps/api/http/api-key-cache';
import { apiKeyHash } from '../../../../shared/adapters/crypto/api-key';
import type { ApiKey } from '../../../../shared/domain/access/api-key';

const key = 'k'.repeat(24);
const apiKey: ApiKey = { ID: 'key_1', OrgID: 'org_1', Hash: apiKeyHash(key), Name: 'n', Scopes: [], CreatedMS: 0 };

function counting(known: ApiKey[]) {
  const asked: string[] = [];
  const used: [string, number][] = [];
  const clock = { nowMs: 0 };
  const apiKeyCache = createApiKeyCache(
    {
      findByHash: (hash) => {
        asked.push(hash);
        return Promise.resolve(known.find((one) => one.Hash === hash));
      },
      recordUse: (keyId, nowMs) => {
        used.push([keyId, nowMs]);
        return Promise.resolve();
      },
    },
    () => clock.nowMs,
  );
  return { apiKeyCache, asked, used, clock };
}

describe('apiKeyCache', () => {
  it('queries the database once in five seconds per key', async () => {
    const { apiKeyCache, asked, clock } = counting([apiKey]);
    for (let i = 0; i < 100; i++) expect(await apiKeyCache.find(key)).toBe(apiKey);
    expect(asked).toHaveLength(1);
    clock.nowMs = 5_000;
    await apiKeyCache.find(key);
    expect(asked).toHaveLength(2);
  });

  it('drops a revoked key within those five seconds', async () => {
    const known = [apiKey];
    const { apiKeyCache, clock } = counting(known);
    await apiKeyCache.find(key);
    known.length = 0;
    clock.nowMs = 5_000;
    expect(await apiKeyCache.find(key)).toBeUndefined();
    expect(await apiKeyCache.find(key)).toBeUndefined();
  });

  it('finds a new key immediately, even if it was just looked up in vain', async () => {
    const known: ApiKey[] = [];
    const { apiKeyCache } = counting(known);
    expect(await apiKeyCache.find(key)).toBeUndefined();
    known.push(apiKey);
    expect(await apiKeyCache.find(key)).toBe(apiKey);
  });

  it.each(['', 'short', 'x'.repeat(257), `${'x'.repeat(24)}!`, `${'x'.repeat(24)}\0`])(
    'does not query the database for %j, which cannot be a key',
    async (text) => {
      const { apiKeyCache, asked } = counting([apiKey]);
      expect(await apiKeyCache.find(text)).toBeUndefined();
      expect(asked).toHaveLength(0);
    },
  );

  it('never queries by the key itself', async () => {
    const { apiKeyCache, asked } = counting([apiKey]);
    await apiKeyCache.find(key);
    expect(asked).toEqual([apiKey.Hash]);
    expect(apiKey.Hash).not.toContain(key);
  });
});

it('records the use of a key once a minute', async () => {
  const { apiKeyCache, used, clock } = counting([apiKey]);
  clock.nowMs = 1_000_000;
  for (let i = 0; i < 10; i++) await apiKeyCache.find(key);
  expect(used).toEqual([[apiKey.ID, 1_000_000]]);
  clock.nowMs += 60_000;
  await apiKeyCache.find(key);
  expect(used).toHaveLength(2);
});

it('queries an invalidated key again', async () => {
  const { apiKeyCache, asked } = counting([apiKey]);
  await apiKeyCache.find(key);
  apiKeyCache.invalidate(apiKey.ID);
  await apiKeyCache.find(key);
  expect(asked).toHaveLength(2);
});
