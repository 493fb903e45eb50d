import fc from 'fast-check';
import { apiKeyHash, canBeApiKey, mintApiKey } from '../../../shared/adapters/crypto/api-key';
import { keyStateAt, canAccessCampaign, descendantsOf } from '../../../shared/domain/access/api-key';

describe('a minted key', () => {
  it('contains its prefix and its id, and passes its checksum', () => {
    const { id, key, hash } = mintApiKey();
    expect(key).toMatch(/^od_[0-9a-f]{32}_[0-9A-Za-z]{38}$/);
    expect(key.startsWith(`od_${id.replace('key_', '')}_`)).toBe(true);
    expect(canBeApiKey(key)).toBe(true);
    expect(hash).toBe(apiKeyHash(key));
  });

  it('differs each time, even for the same id', () => {
    expect(mintApiKey('key_0'.padEnd(36, '0')).key).not.toBe(mintApiKey('key_0'.padEnd(36, '0')).key);
  });

  it('is rejected with any one character changed', () => {
    const { key } = mintApiKey();
    const secretFrom = key.lastIndexOf('_') + 1;
    fc.assert(
      fc.property(
        fc.integer({ min: secretFrom, max: key.length - 1 }),
        fc.constantFrom('0', '1', '7', 'A', 'X', 'a', 'z'),
        (at, other) => {
          fc.pre(key[at] !== other);
          expect(canBeApiKey(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
        },
      ),
    );
  });
});

it('accepts a key that an operator chose, if it is long enough', () => {
  expect(canBeApiKey('a'.repeat(24))).toBe(true);
  for (const text of ['', 'short', 'x'.repeat(257), `${'x'.repeat(24)}!`]) expect(canBeApiKey(text)).toBe(false);
});

it('is active until it expires or is revoked', () => {
  expect(keyStateAt({}, 10)).toBe('active');
  expect(keyStateAt({ ExpiresMS: 11 }, 10)).toBe('active');
  expect(keyStateAt({ ExpiresMS: 10 }, 10)).toBe('expired');
  expect(keyStateAt({ ExpiresMS: 11, RevokedMS: 5 }, 10)).toBe('revoked');
});

describe('the descendants of a key', () => {
  const chain = (length: number) =>
    Array.from({ length }, (_, n) => ({ ID: `key_${n + 1}`, CreatedBy: n === 0 ? 'key_0' : `key_${n}` }));

  it('are the keys that it created, and those that they created, whatever their order', () => {
    const keys = [{ ID: 'other', CreatedBy: 'stranger' }, { ID: 'key_0' }, ...chain(3).reverse()];
    expect(descendantsOf(keys, 'key_0').map(({ ID }) => ID)).toEqual(['key_1', 'key_2', 'key_3']);
    expect(descendantsOf(keys, 'key_2').map(({ ID }) => ID)).toEqual(['key_3']);
    expect(descendantsOf(keys, 'unknown')).toEqual([]);
  });

  it('end at a key that is among its own ancestors', () => {
    const circle = [
      { ID: 'a', CreatedBy: 'b' },
      { ID: 'b', CreatedBy: 'a' },
    ];
    expect(descendantsOf(circle, 'a').map(({ ID }) => ID)).toEqual(['b']);
  });

  it('are found by looking at each key a few times, however many there are', () => {
    let looks = 0;
    const keys = chain(5_000).map(({ ID, CreatedBy }) => ({
      ID,
      get CreatedBy() {
        looks++;
        return CreatedBy;
      },
    }));
    expect(descendantsOf(keys, 'key_0')).toHaveLength(5_000);
    expect(looks).toBeLessThanOrEqual(3 * keys.length);
  });
});

it('may access every campaign unless it is limited to some', () => {
  expect(canAccessCampaign({}, 'a')).toBe(true);
  expect(canAccessCampaign({ CampaignIDs: ['b'] }, 'a')).toBe(false);
  expect(canAccessCampaign({ CampaignIDs: ['a', 'b'] }, 'a')).toBe(true);
});
