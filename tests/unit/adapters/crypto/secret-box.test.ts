import fc from 'fast-check';
import { createSecretBox } from '../../../../shared/adapters/crypto/secret-box';
import { keySource } from '../../../support/master-keys';

const box = createSecretBox(keySource(1));

describe('createSecretBox', () => {
  it('opens what it sealed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), async (text) =>
        expect(await box.open(await box.seal(text, 'here'), 'here')).toBe(text),
      ),
    );
  });

  it('shows nothing of what is inside, and never looks the same', async () => {
    const [one, two] = [await box.seal('whsec_secret', 'here'), await box.seal('whsec_secret', 'here')];
    expect(one).not.toBe(two);
    expect(Buffer.from(one.split('.')[1] ?? '', 'base64url').includes('whsec')).toBe(false);
  });

  it('opens nowhere else, with no other key, and not when a single bit was changed', async () => {
    const sealed = await box.seal('secret', 'here');
    await expect(box.open(sealed, 'there')).rejects.toThrow();
    await expect(createSecretBox(keySource(2)).open(sealed, 'here')).rejects.toThrow();
    const [version, text = ''] = sealed.split('.');
    const bytes = Buffer.from(text, 'base64url');
    for (let index = 0; index < bytes.length; index++) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      await expect(box.open(`${version}.${changed.toString('base64url')}`, 'here')).rejects.toThrow();
    }
    for (const text of ['', 'v1.', 'v2.AAAA', 'plain']) await expect(box.open(text, 'here')).rejects.toThrow();
  });
});
