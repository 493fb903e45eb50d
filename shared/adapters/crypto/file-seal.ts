import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Seals whole files of personal data, each under a key of its own. */
export interface FileSeal {
  seal(id: string, content: Buffer): Buffer;
  /** @throws {SealBrokenError} when the file was changed, belongs to another id, or the master key is another one */
  open(id: string, sealed: Buffer): Buffer;
}

/** A sealed file cannot be opened, now or ever. */
export class SealBrokenError extends Error {
  override name = 'SealBrokenError';
}

const version = 1;
const ivBytes = 12;
const tagBytes = 16;
const headBytes = 1 + ivBytes + tagBytes;

/** @param masterKey 32 bytes in base64; each file's key is derived from it and the file's id (HKDF, RFC 5869) */
export function createFileSeal(masterKey: string): FileSeal {
  const master = Buffer.from(masterKey, 'base64');
  const derived = (purpose: string): Buffer => Buffer.from(hkdfSync('sha256', master, '', `outdial/${purpose}`, 32));
  return {
    seal: (id, content) => {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', derived(`file-seal/v1/${id}`), iv).setAAD(Buffer.from(id));
      const body = cipher.update(content);
      cipher.final();
      return Buffer.concat([Buffer.of(version), iv, cipher.getAuthTag(), body]);
    },
    open: (id, sealed) => {
      if (sealed.length < headBytes || sealed[0] !== version) throw new SealBrokenError('The file is not sealed.');
      const iv = sealed.subarray(1, 1 + ivBytes);
      const tag = sealed.subarray(1 + ivBytes, headBytes);
      const decipher = createDecipheriv('aes-256-gcm', derived(`file-seal/v1/${id}`), iv, { authTagLength: tagBytes });
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
