import { DecryptionError, ivBytes, open, overheadBytes, seal, tagBytes } from './aead';
import type { KeySource } from './master-keys';

/** Seals whole files of personal data, each under a key derived for its id. */
export interface FileSeal {
  seal(id: string, content: Buffer): Promise<Buffer>;
  /** @throws {DecryptionError} when the file was changed, belongs to another id or was sealed under another key */
  open(id: string, sealed: Buffer): Promise<Buffer>;
}

/** The first byte of a sealed file: its format, which is followed by IV, tag and ciphertext. */
const version = 1;
const ciphertextOffset = 1 + overheadBytes;

export function createFileSeal(deriveKey: KeySource): FileSeal {
  const deriveFileKey = (id: string): Promise<Buffer> => deriveKey(`file-seal/v1/${id}`);
  return {
    seal: async (id, content) => {
      const sealed = seal(await deriveFileKey(id), id, content);
      const [iv, ciphertext, tag] = [
        sealed.subarray(0, ivBytes),
        sealed.subarray(ivBytes, -tagBytes),
        sealed.subarray(-tagBytes),
      ];
      return Buffer.concat([Buffer.of(version), iv, tag, ciphertext]);
    },
    open: async (id, sealed) => {
      if (sealed[0] !== version) throw new DecryptionError(`${id} is not sealed.`);
      const [iv, tag, ciphertext] = [
        sealed.subarray(1, 1 + ivBytes),
        sealed.subarray(1 + ivBytes, ciphertextOffset),
        sealed.subarray(ciphertextOffset),
      ];
      return open(await deriveFileKey(id), id, Buffer.concat([iv, ciphertext, tag]));
    },
  };
}
