import { createHmac } from 'node:crypto';
import { Binary } from 'mongodb';
import { DecryptionError, ivBytes, open, seal } from './aead';
import { deriveKey } from './master-keys';

/** A text as the database holds it. Sealed texts are binary, so that clear text is never mistaken for one. */
export type StoredText = string | Binary;

/** Stores and reads a job's personal texts. `aad` names the field; a text moved to another field never opens. */
export interface FieldCipher {
  /**
   * `clear` is for test jobs and for jobs created before encryption existed. `erased` is for a job whose key was
   * destroyed: nothing opens, and nothing may be stored.
   */
  readonly kind: 'sealed' | 'clear' | 'erased';
  /** The job's data key, for its files; absent without one. */
  readonly key?: Buffer;
  /** @returns the stored form, `undefined` when nothing may be stored */
  seal(text: string, aad: string): StoredText | undefined;
  /** Seals the same text in the same field to the same bytes. Sets need that: a repeated write must change nothing. */
  sealDeterministic(text: string, aad: string): StoredText | undefined;
  /** @returns the text, `undefined` when it is permanently unreadable. @throws {DecryptionError} */
  open(stored: StoredText, aad: string): string | undefined;
}

/** The first byte of a sealed text: its format, which is followed by IV, ciphertext and tag. */
const version = 1;

export const clearCipher: FieldCipher = {
  kind: 'clear',
  seal: (text) => text,
  sealDeterministic: (text) => text,
  open: (stored) => (typeof stored === 'string' ? stored : undefined),
};

export const erasedCipher: FieldCipher = {
  ...clearCipher,
  kind: 'erased',
  seal: () => undefined,
  sealDeterministic: () => undefined,
};

/** Seals under a job's data key. The job's id is authenticated together with the field. */
export function createFieldCipher(jobId: string, key: Buffer): FieldCipher {
  const sealText = (text: string, aad: string, iv?: Buffer): Binary =>
    new Binary(Buffer.concat([Buffer.of(version), seal(key, `${jobId}/${aad}`, Buffer.from(text), iv)]));
  let ivKey: Buffer | undefined;
  return {
    kind: 'sealed',
    key,
    seal: (text, aad) => sealText(text, aad),
    // A synthetic IV (as in RFC 5297) is a keyed hash of field and text. An IV repeats only with the same text, as GCM
    // requires.
    sealDeterministic: (text, aad) => {
      ivKey ??= deriveKey(key, 'synthetic-iv/v1');
      const digest = createHmac('sha256', ivKey)
        .update(`${Buffer.byteLength(aad)}:${aad}`)
        .update(text)
        .digest();
      return sealText(text, aad, digest.subarray(0, ivBytes));
    },
    open: (stored, aad) => {
      // A process of a version without encryption wrote it during an upgrade.
      if (typeof stored === 'string') return stored;
      const bytes = Buffer.from(stored.value());
      if (bytes[0] !== version) throw new DecryptionError(`${jobId}/${aad} is not sealed.`);
      return open(key, `${jobId}/${aad}`, bytes.subarray(1)).toString();
    },
  };
}
