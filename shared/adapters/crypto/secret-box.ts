import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Seals short texts that must be read again, such as the secrets of webhooks. `about` names what is sealed: a text that was moved to
 * another place does not open there.
 */
export interface SecretBox {
  seal(plain: string, about: string): string;
  /** @throws when the text was not sealed with this key for this place, or was changed */
  open(sealed: string, about: string): string;
}

const version = 'v1';
const ivBytes = 12;
const tagBytes = 16;

/** AES-256-GCM under a key of its own, derived (HKDF, RFC 5869) from the master key. @param masterKey 32 bytes in base64 */
export function createSecretBox(masterKey: string): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', Buffer.from(masterKey, 'base64'), '', 'outdial/secret-box/v1', 32));
  return {
    seal: (plain, about) => {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(about));
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return `${version}.${Buffer.concat([iv, sealed, cipher.getAuthTag()]).toString('base64url')}`;
    },
    open: (sealed, about) => {
      const [given, text = ''] = sealed.split('.');
      const bytes = Buffer.from(text, 'base64url');
      if (given !== version || bytes.length < ivBytes + tagBytes) throw new Error('This is not a sealed text.');
      const opened = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
        .setAAD(Buffer.from(about))
        .setAuthTag(bytes.subarray(-tagBytes));
      return opened.update(bytes.subarray(ivBytes, -tagBytes), undefined, 'utf8') + opened.final('utf8');
    },
  };
}
