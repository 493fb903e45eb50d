import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KeySource } from './key-source';

/** Seals whole files of personal data, each under a key of its own. */
export interface FileSeal {
  seal(id: string, content: Buffer): Promise<Buffer>;
  /** Rejects with a {@link SealBrokenError} when the file was changed, belongs to another id, or was sealed under another key. */
  open(id: string, sealed: Buffer): Promise<Buffer>;
}

/** A sealed file cannot be opened, now or ever. */
export class SealBrokenError extends Error {
  override name = 'SealBrokenError';
}

const version = 1;
const ivBytes = 12;
const tagBytes = 16;
const headBytes = 1 + ivBytes + tagBytes;

/** Each file's key is derived for its id. */
export function createFileSeal(deriveKey: KeySource): FileSeal {
  return {
    seal: async (id, content) => {
      const iv = randomBytes(ivBytes);
      const key = await deriveKey(`file-seal/v1/${id}`);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(id));
      const body = cipher.update(content);
      cipher.final();
      return Buffer.concat([Buffer.of(version), iv, cipher.getAuthTag(), body]);
    },
    open: async (id, sealed) => {
      if (sealed.length < headBytes || sealed[0] !== version) throw new SealBrokenError('The file is not sealed.');
      const iv = sealed.subarray(1, 1 + ivBytes);
      const tag = sealed.subarray(1 + ivBytes, headBytes);
      const key = await deriveKey(`file-seal/v1/${id}`);
      const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(id)).setAuthTag(tag);
      const content = decipher.update(sealed.subarray(headBytes));
      try {
        decipher.final();
      } catch (error) {
        throw new SealBrokenError('The file does not open.', { cause: error });
      }
      return content;
    },
  };
}
