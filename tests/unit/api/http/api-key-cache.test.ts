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
  it('asks the database once in five seconds for a key', async () => {
    const { apiKeyCache, asked, clock } = counting([apiKey]);
    for (let i = 0; i < 100; i++) expect(await apiKeyCache.find(key)).toBe(apiKey);
    expect(asked).toHaveLength(1);
    clock.nowMs = 5_000;
    await apiKeyCache.find(key);
    expect(asked).toHaveLength(2);
  });

  it('forgets a key that was taken away within those five seconds', async () => {
    const known = [apiKey];
    const { apiKeyCache, clock } = counting(known);
    await apiKeyCache.find(key);
    known.length = 0;
    clock.nowMs = 5_000;
    expect(await apiKeyCache.find(key)).toBeUndefined();
    expect(await apiKeyCache.find(key)).toBeUndefined();
  });

  it('opens to a new key at once, also when it was refused a moment before', async () => {
    const known: ApiKey[] = [];
    const { apiKeyCache } = counting(known);
    expect(await apiKeyCache.find(key)).toBeUndefined();
    known.push(apiKey);
    expect(await apiKeyCache.find(key)).toBe(apiKey);
  });

  it.each(['', 'short', 'x'.repeat(257), `${'x'.repeat(24)}!`, `${'x'.repeat(24)}\0`])(
    'asks nobody about %j, which no key looks like',
    async (text) => {
      const { apiKeyCache, asked } = counting([apiKey]);
      expect(await apiKeyCache.find(text)).toBeUndefined();
      expect(asked).toHaveLength(0);
    },
  );

  it('never asks with the key itself', async () => {
    const { apiKeyCache, asked } = counting([apiKey]);
    await apiKeyCache.find(key);
    expect(asked).toEqual([apiKey.Hash]);
    expect(apiKey.Hash).not.toContain(key);
  });
});

it('tells the database of a key’s use once in a minute', async () => {
  const { apiKeyCache, used, clock } = counting([apiKey]);
  clock.nowMs = 1_000_000;
  for (let i = 0; i < 10; i++) await apiKeyCache.find(key);
  expect(used).toEqual([[apiKey.ID, 1_000_000]]);
  clock.nowMs += 60_000;
  await apiKeyCache.find(key);
  expect(used).toHaveLength(2);
});

it('looks at a key anew once it is told to', async () => {
  const { apiKeyCache, asked } = counting([apiKey]);
  await apiKeyCache.find(key);
  apiKeyCache.invalidate(apiKey.ID);
  await apiKeyCache.find(key);
  expect(asked).toHaveLength(2);
});
