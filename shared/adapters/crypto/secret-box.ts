import { DecryptionError, open, seal } from './aead';
import type { KeySource } from './master-keys';

/** Seals short texts that must be read again, such as webhook secrets. A text moved to another `aad` never opens. */
export interface SecretBox {
  seal(plain: string, aad: string): Promise<string>;
  /** @throws {DecryptionError} when the text was changed, or was sealed for another `aad` or under another key */
  open(sealed: string, aad: string): Promise<string>;
}

const version = 'v1';
const purpose = 'secret-box/v1';

export function createSecretBox(deriveKey: KeySource): SecretBox {
  return {
    seal: async (plain, aad) => {
      const sealed = seal(await deriveKey(purpose), aad, Buffer.from(plain));
      return `${version}.${sealed.toString('base64url')}`;
    },
    open: async (sealed, aad) => {
      const [given, text = ''] = sealed.split('.');
      if (given !== version) throw new DecryptionError(`${aad} is not sealed.`);
      return open(await deriveKey(purpose), aad, Buffer.from(text, 'base64url')).toString();
    },
  };
}
