import { DecryptionError, open, seal } from './aead';
import { deriveKey, type KeySource } from './master-keys';

/** Seals short texts that must be read again, such as webhook secrets. A text moved to another `aad` never opens. */
export interface SecretBox {
  seal(plain: string, aad: string): Promise<string>;
  /** @throws {DecryptionError} when the text was changed, or was sealed for another `aad` or under another key */
  open(sealed: string, aad: string): Promise<string>;
}

/** The format of new texts: each `aad` has its own key, because a key must not seal many texts with random IVs. */
const version = 'v2';
/** Versions before it sealed every text under one key. */
const sharedKeyVersion = 'v1';

export function createSecretBox(keyOf: KeySource): SecretBox {
  const keyFor = async (aad: string): Promise<Buffer> =>
    deriveKey(await keyOf(`secret-box/${version}`), `secret-box/${version}/${aad}`);
  return {
    seal: async (plain, aad) => {
      const sealed = seal(await keyFor(aad), aad, Buffer.from(plain));
      return `${version}.${sealed.toString('base64url')}`;
    },
    open: async (sealed, aad) => {
      const [given, text = ''] = sealed.split('.');
      if (given !== version && given !== sharedKeyVersion) throw new DecryptionError(`${aad} is not sealed.`);
      const key = given === version ? await keyFor(aad) : await keyOf(`secret-box/${sharedKeyVersion}`);
      return open(key, aad, Buffer.from(text, 'base64url')).toString();
    },
  };
}
