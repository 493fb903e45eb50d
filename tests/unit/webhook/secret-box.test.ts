import fc from 'fast-check';
import { createSecretBox } from '../../../shared/adapters/crypto/secret-box';

const box = createSecretBox(Buffer.alloc(32, 1).toString('base64'));

describe('createSecretBox', () => {
  it('opens what it sealed', () => {
    fc.assert(fc.property(fc.string(), (text) => expect(box.open(box.seal(text, 'here'), 'here')).toBe(text)));
  });

  it('shows nothing of what is inside, and never looks the same', () => {
    const [one, two] = [box.seal('whsec_secret', 'here'), box.seal('whsec_secret', 'here')];
    expect(one).not.toBe(two);
    expect(Buffer.from(one.split('.')[1] ?? '', 'base64url').includes('whsec')).toBe(false);
  });

  it('opens nowhere else, with no other key, and not when a single bit was changed', () => {
    const sealed = box.seal('secret', 'here');
    expect(() => box.open(sealed, 'there')).toThrow();
    expect(() => createSecretBox(Buffer.alloc(32, 2).toString('base64')).open(sealed, 'here')).toThrow();
    const [version, text = ''] = sealed.split('.');
    const bytes = Buffer.from(text, 'base64url');
    for (let index = 0; index < bytes.length; index++) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => box.open(`${version}.${changed.toString('base64url')}`, 'here')).toThrow();
    }
    for (const text of ['', 'v1.', 'v2.AAAA', 'plain']) expect(() => box.open(text, 'here')).toThrow();
  });
});
