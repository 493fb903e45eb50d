import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto';

const algorithm = 'aes-256-gcm';
export const ivBytes = 12;
export const tagBytes = 16;
/** Sealing adds this many bytes. */
export const overheadBytes = ivBytes + tagBytes;

/** A key of 32 bytes. One that is used often should be a `KeyObject`: Node 24 takes four times as long to prepare bytes. */
type Key = Uint8Array | KeyObject;

/** Sealed data was changed, truncated, moved to another place or sealed under another key. */
export class DecryptionError extends Error {
  override name = 'DecryptionError';
}

/**
 * Seals bytes by AES-256-GCM. `aad` is authenticated and not stored: the bytes open only with the same `aad`. It names
 * a place and must hold no personal data, since errors show it.
 * @param iv must never be used again under the same key for other bytes or another `aad`; random by default
 * @returns IV, ciphertext and tag
 */
export function seal(
  key: Key,
  aad: string | Uint8Array,
  bytes: Uint8Array,
  iv: Uint8Array = randomBytes(ivBytes),
): Buffer {
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(aad));
  const ciphertext = cipher.update(bytes);
  cipher.final();
  return Buffer.concat([iv, ciphertext, cipher.getAuthTag()]);
}

/** @throws {DecryptionError} */
export function open(key: Key, aad: string | Uint8Array, sealed: Uint8Array): Buffer {
  const name = typeof aad === 'string' ? aad : 'The sealed data';
  if (sealed.length < overheadBytes) throw new DecryptionError(`${name} does not open: it is too short.`);
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, ivBytes), { authTagLength: tagBytes })
    .setAAD(Buffer.from(aad))
    .setAuthTag(sealed.subarray(-tagBytes));
  const bytes = decipher.update(sealed.subarray(ivBytes, -tagBytes));
  try {
    decipher.final();
  } catch (error) {
    throw new DecryptionError(`${name} does not open.`, { cause: error });
  }
  return bytes;
}
