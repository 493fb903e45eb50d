import fc from 'fast-check';
import { DecryptionError, open } from '../../../../shared/adapters/crypto/aead';
import { deriveKey } from '../../../../shared/adapters/crypto/master-keys';
import { createSecretBox } from '../../../../shared/adapters/crypto/secret-box';
import { keySource } from '../../../support/master-keys';

const box = createSecretBox(keySource(1));

describe('a secret box', () => {
  it('opens what it has sealed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), async (text) =>
        expect(await box.open(await box.seal(text, 'here'), 'here')).toBe(text),
      ),
    );
  });

  it('reveals nothing of the text, and never seals it to the same bytes twice', async () => {
    const [one, two] = [await box.seal('whsec_secret', 'here'), await box.seal('whsec_secret', 'here')];
    expect(one).not.toBe(two);
    expect(Buffer.from(one.split('.')[1] ?? '', 'base64url').includes('whsec')).toBe(false);
  });

  it('has a key of its own for each place, so that no key seals many texts', async () => {
    const bytesOf = async (place: string) =>
      Buffer.from((await box.seal('secret', place)).split('.')[1] ?? '', 'base64url');
    const keyOf = async (place: string) => deriveKey(await keySource(1)('secret-box/v2'), `secret-box/v2/${place}`);
    expect(open(await keyOf('here'), 'here', await bytesOf('here')).toString()).toBe('secret');
    expect(await keyOf('here')).not.toEqual(await keyOf('there'));
    const shared = await keySource(1)('secret-box/v1');
    const sealed = await bytesOf('here');
    expect(() => open(shared, 'here', sealed)).toThrow(DecryptionError);
  });

  it('does not open under another aad or key, nor with a single changed bit', async () => {
    const sealed = await box.seal('secret', 'here');
    await expect(box.open(sealed, 'there')).rejects.toThrow(DecryptionError);
    await expect(createSecretBox(keySource(2)).open(sealed, 'here')).rejects.toThrow(DecryptionError);
    const [version, text = ''] = sealed.split('.');
    const bytes = Buffer.from(text, 'base64url');
    for (let index = 0; index < bytes.length; index++) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      await expect(box.open(`${version}.${changed.toString('base64url')}`, 'here')).rejects.toThrow(DecryptionError);
    }
    for (const text of ['', 'v1.', 'v2.', 'v2.AAAA', 'v3.AAAA', 'plain'])
      await expect(box.open(text, 'here')).rejects.toThrow(DecryptionError);
  });
});
