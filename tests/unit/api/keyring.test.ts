import { createKeyring } from '../../../apps/api/middleware/keyring';
import { apiKeyHash } from '../../../shared/adapters/crypto/api-key';
import type { ApiKey } from '../../../shared/domain/access/api-key';

const key = 'k'.repeat(24);
const apiKey: ApiKey = { ID: 'key_1', OrgID: 'org_1', Hash: apiKeyHash(key), Name: 'n', Scopes: [], CreatedMS: 0 };

function counting(known: ApiKey[]) {
  const asked: string[] = [];
  const used: [string, number][] = [];
  const clock = { nowMs: 0 };
  const keyring = createKeyring(
    {
      findByHash: (hash) => {
        asked.push(hash);
        return Promise.resolve(known.find((one) => one.Hash === hash));
      },
      noteUse: (keyId, nowMs) => {
        used.push([keyId, nowMs]);
        return Promise.resolve();
      },
    },
    () => clock.nowMs,
  );
  return { keyring, asked, used, clock };
}

describe('keyring', () => {
  it('asks the database once in five seconds for a key', async () => {
    const { keyring, asked, clock } = counting([apiKey]);
    for (let i = 0; i < 100; i++) expect(await keyring.find(key)).toBe(apiKey);
    expect(asked).toHaveLength(1);
    clock.nowMs = 5_000;
    await keyring.find(key);
    expect(asked).toHaveLength(2);
  });

  it('forgets a key that was taken away within those five seconds', async () => {
    const known = [apiKey];
    const { keyring, clock } = counting(known);
    await keyring.find(key);
    known.length = 0;
    clock.nowMs = 5_000;
    expect(await keyring.find(key)).toBeUndefined();
    expect(await keyring.find(key)).toBeUndefined();
  });

  it('opens to a new key at once, also when it was refused a moment before', async () => {
    const known: ApiKey[] = [];
    const { keyring } = counting(known);
    expect(await keyring.find(key)).toBeUndefined();
    known.push(apiKey);
    expect(await keyring.find(key)).toBe(apiKey);
  });

  it.each(['', 'short', 'x'.repeat(257), `${'x'.repeat(24)}!`, `${'x'.repeat(24)}\0`])(
    'asks nobody about %j, which no key looks like',
    async (text) => {
      const { keyring, asked } = counting([apiKey]);
      expect(await keyring.find(text)).toBeUndefined();
      expect(asked).toHaveLength(0);
    },
  );

  it('never asks with the key itself', async () => {
    const { keyring, asked } = counting([apiKey]);
    await keyring.find(key);
    expect(asked).toEqual([apiKey.Hash]);
    expect(apiKey.Hash).not.toContain(key);
  });
});

it('tells the database of a key’s use once in a minute', async () => {
  const { keyring, used, clock } = counting([apiKey]);
  clock.nowMs = 1_000_000;
  for (let i = 0; i < 10; i++) await keyring.find(key);
  expect(used).toEqual([[apiKey.ID, 1_000_000]]);
  clock.nowMs += 60_000;
  await keyring.find(key);
  expect(used).toHaveLength(2);
});

it('looks at a key anew once it is told to', async () => {
  const { keyring, asked } = counting([apiKey]);
  await keyring.find(key);
  keyring.forget(apiKey.ID);
  await keyring.find(key);
  expect(asked).toHaveLength(2);
});
