import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { Binary } from 'mongodb';
import { deriveKey } from './master-keys';

/** A text as the database holds it: sealed texts are binary, so that no clear text can be taken for one. */
export type StoredText = string | Binary;

/** How a job's personal texts are stored and read. `place` names where a text stands; moved elsewhere, it does not open. */
export interface FieldCipher {
  /**
   * `clear` is for test jobs, and for jobs made before there was encryption. `erased` is what is left of a job whose key was destroyed:
   * nothing opens, and nothing may be stored.
   */
  readonly kind: 'sealed' | 'clear' | 'erased';
  /** The job's data key, for its files; only where there is one. */
  readonly key?: Buffer;
  /** @returns what is to be stored, `undefined` when nothing may be */
  seal(text: string, aad: string): StoredText | undefined;
  /** Seals so that the same text at the same place gives the same bytes: for sets, where a repeat must change nothing. */
  sealDeterministic(text: string, place: string): StoredText | undefined;
  /** @returns the text, `undefined` when it is gone for ever. @throws {FieldNotOpenedError} */
  open(stored: StoredText, aad: string): string | undefined;
}

/** A sealed text was changed, or stands where it was not sealed for. */
export class FieldNotOpenedError extends Error {
  override name = 'FieldNotOpenedError';
}

const version = 1;
const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

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

/** AES-256-GCM under a job's data key; the job and the place are authenticated with each text. */
export function createFieldCipher(jobId: string, key: Buffer): FieldCipher {
  const fullAad = (place: string): Buffer => Buffer.from(`${jobId}/${place}`);
  const sealWith = (iv: Buffer, text: string, place: string): Binary => {
    const cipher = createCipheriv(algorithm, key, iv).setAAD(fullAad(place));
    const sealed = cipher.update(text, 'utf8');
    cipher.final();
    return new Binary(Buffer.concat([Buffer.of(version), iv, sealed, cipher.getAuthTag()]));
  };
  let ivKey: Buffer | undefined;
  return {
    kind: 'sealed',
    key,
    seal: (text, place) => sealWith(randomBytes(ivBytes), text, place),
    // A synthetic IV (as in RFC 5297): a keyed hash of place and text. The same IV comes with the same text only, which is what GCM asks.
    sealDeterministic: (text, place) => {
      ivKey ??= deriveKey(key, 'synthetic-iv/v1');
      const digest = createHmac('sha256', ivKey)
        .update(`${Buffer.byteLength(place)}:${place}`)
        .update(text)
        .digest();
      return sealWith(digest.subarray(0, ivBytes), text, place);
    },
    open: (stored, place) => {
      // What a process of a version without encryption wrote meanwhile.
      if (typeof stored === 'string') return stored;
      const bytes = Buffer.from(stored.value());
      if (bytes[0] !== version || bytes.length < 1 + ivBytes + tagBytes) {
        throw new FieldNotOpenedError(`${place} of ${jobId} is not a sealed text.`);
      }
      const iv = bytes.subarray(1, 1 + ivBytes);
      const decipher = createDecipheriv(algorithm, key, iv, { authTagLength: tagBytes })
        .setAAD(fullAad(place))
        .setAuthTag(bytes.subarray(-tagBytes));
      const text = decipher.update(bytes.subarray(1 + ivBytes, -tagBytes));
      try {
        decipher.final();
      } catch (error) {
        throw new FieldNotOpenedError(`${place} of ${jobId} does not open.`, { cause: error });
      }
      return text.toString('utf8');
    },
  };
}
