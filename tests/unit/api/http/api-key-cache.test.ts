import { createApiKeyCache } from '../../../../apps/api/http/api-key-cache';
import { apiKeyHash } from '../../../../shared/adapters/crypto/api-key';
import type { ApiKey } from '../../../../shared/domain/access/api-key';

const startMs = 1_000_000;
const key = 'k'.repeat(24);
const apiKey: ApiKey = { ID: 'key_1', OrgID: 'org_1', Hash: apiKeyHash(key), Name: 'n', Scopes: [], CreatedMS: 0 };

function countingCache(known: ApiKey[]) {
  const asked: string[] = [];
  const used: [string, number][] = [];
  const clock = { nowMs: startMs };
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
    { record: () => Promise.resolve() },
    () => clock.nowMs,
  );
  return { apiKeyCache, asked, used, clock };
}

describe('API key cache', () => {
  it('queries the database once in five seconds per key', async () => {
    const { apiKeyCache, asked, clock } = countingCache([apiKey]);
    for (let i = 0; i < 100; i++) expect(await apiKeyCache.find(key)).toBe(apiKey);
    expect(asked).toHaveLength(1);
    clock.nowMs += 5_000;
    await apiKeyCache.find(key);
    expect(asked).toHaveLength(2);
  });

  it('shares the query among the requests that meet an expired entry', async () => {
    const { apiKeyCache, asked, clock } = countingCache([apiKey]);
    await apiKeyCache.find(key);
    clock.nowMs += 5_000;
    const found = await Promise.all(Array.from({ length: 50 }, () => apiKeyCache.find(key)));
    expect(found).toEqual(Array.from({ length: 50 }, () => apiKey));
    // The first one's own, and one that begins after the others asked.
    expect(asked.slice(1)).toHaveLength(2);
  });

  it('drops a revoked key within those five seconds', async () => {
    const known = [apiKey];
    const { apiKeyCache, clock } = countingCache(known);
    await apiKeyCache.find(key);
    known.length = 0;
    clock.nowMs += 5_000;
    expect(await apiKeyCache.find(key)).toBeUndefined();
    expect(await apiKeyCache.find(key)).toBeUndefined();
  });

  it('queries the database once a second for an unknown key, and finds it once it is created', async () => {
    const known: ApiKey[] = [];
    const { apiKeyCache, asked, clock } = countingCache(known);
    for (let i = 0; i < 100; i++) expect(await apiKeyCache.find(key)).toBeUndefined();
    expect(asked).toHaveLength(1);
    known.push(apiKey);
    clock.nowMs += 1_000;
    expect(await apiKeyCache.find(key)).toBe(apiKey);
  });

  it('refuses no key for the unknown ones that others try, however many', async () => {
    const { apiKeyCache } = countingCache([apiKey]);
    const unknown = Array.from({ length: 1_000 }, (_, n) => apiKeyCache.find(`${'u'.repeat(24)}${n}`));
    expect(new Set(await Promise.all(unknown))).toEqual(new Set([undefined]));
    expect(await apiKeyCache.find(key)).toBe(apiKey);
  });

  it.each(['', 'short', 'x'.repeat(257), `${'x'.repeat(24)}!`, `${'x'.repeat(24)}\0`])(
    'does not query the database for %j, which cannot be a key',
    async (text) => {
      const { apiKeyCache, asked } = countingCache([apiKey]);
      expect(await apiKeyCache.find(text)).toBeUndefined();
      expect(asked).toHaveLength(0);
    },
  );

  it('never queries by the key itself', async () => {
    const { apiKeyCache, asked } = countingCache([apiKey]);
    await apiKeyCache.find(key);
    expect(asked).toEqual([apiKey.Hash]);
    expect(apiKey.Hash).not.toContain(key);
  });
});

it('records the use of a key once a minute', async () => {
  const { apiKeyCache, used, clock } = countingCache([apiKey]);
  for (let i = 0; i < 10; i++) await apiKeyCache.find(key);
  expect(used).toEqual([[apiKey.ID, startMs]]);
  clock.nowMs += 60_000;
  await apiKeyCache.find(key);
  expect(used).toHaveLength(2);
});

it('queries an invalidated key again', async () => {
  const { apiKeyCache, asked } = countingCache([apiKey]);
  await apiKeyCache.find(key);
  apiKeyCache.invalidate(apiKey.ID);
  await apiKeyCache.find(key);
  expect(asked).toHaveLength(2);
});

it('drops only the least recently used of more than a thousand keys', async () => {
  const records = Array.from({ length: 1_001 }, (_, n): [string, ApiKey] => {
    const text = `${'k'.repeat(24)}${n}`;
    return [text, { ...apiKey, ID: `key_${n}`, Hash: apiKeyHash(text) }];
  });
  const { apiKeyCache, asked } = countingCache(records.map(([, record]) => record));
  for (const [text] of records) await apiKeyCache.find(text);
  for (const [text] of records.slice(1)) await apiKeyCache.find(text);
  expect(asked).toHaveLength(1_001);
  await apiKeyCache.find(records[0]?.[0] ?? '');
  expect(asked).toHaveLength(1_002);
});
