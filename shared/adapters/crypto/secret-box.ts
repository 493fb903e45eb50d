import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KeySource } from './key-source';

/**
 * Seals short texts that must be read again, such as the secrets of webhooks. `about` names what is sealed: a text that was moved to
 * another place does not open there.
 */
export interface SecretBox {
  seal(plain: string, aad: string): Promise<string>;
  /** Rejects when the text was not sealed with this key for this place, or was changed. */
  open(sealed: string, aad: string): Promise<string>;
}

const version = 'v1';
const ivBytes = 12;
const tagBytes = 16;

/** AES-256-GCM under a key of its own. */
export function createSecretBox(keyOf: KeySource): SecretBox {
  const purpose = 'secret-box/v1';
  return {
    seal: async (plain, about) => {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', await keyOf(purpose), iv).setAAD(Buffer.from(about));
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return `${version}.${Buffer.concat([iv, sealed, cipher.getAuthTag()]).toString('base64url')}`;
    },
    open: async (sealed, about) => {
      const [given, text = ''] = sealed.split('.');
      const bytes = Buffer.from(text, 'base64url');
      if (given !== version || bytes.length < ivBytes + tagBytes) throw new Error('This is not a sealed text.');
      const key = await keyOf(purpose);
      const opened = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
        .setAAD(Buffer.from(about))
        .setAuthTag(bytes.subarray(-tagBytes));
      return opened.update(bytes.subarray(ivBytes, -tagBytes), undefined, 'utf8') + opened.final('utf8');
    },
  };
}
