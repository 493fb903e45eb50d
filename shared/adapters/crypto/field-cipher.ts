import { createSecretKey } from 'node:crypto';
import { Binary } from 'mongodb';
import { DecryptionError, open, seal } from './aead';
import type { OpenedKey } from './stored-key';

/** A text as the database holds it. Sealed texts are binary, so that clear text is never mistaken for one. */
export type StoredText = string | Binary;

/** Stores and reads a job's personal texts. `aad` names the field; a text moved to another field never opens. */
export interface FieldCipher {
  /**
   * `clear` is for test jobs. `legacy` is for a job that an earlier version stored in clear: it only reads. `erased` is
   * for a job whose key was destroyed: nothing opens, and nothing may be stored.
   */
  readonly kind: 'sealed' | 'clear' | 'legacy' | 'erased';
  /** The data key that seals the job's files; absent if they are in clear. */
  readonly key?: Buffer;
  /** @returns the stored form, `undefined` when nothing may be stored */
  seal(text: string, aad: string): StoredText | undefined;
  /** @returns the text, `undefined` when it is permanently unreadable. @throws {DecryptionError} */
  open(stored: StoredText, aad: string): string | undefined;
}

/** The first byte of a sealed text: its format, which is followed by IV, ciphertext and tag. */
const version = 1;

export const clearCipher: FieldCipher = {
  kind: 'clear',
  seal: (text) => text,
  open: (stored, aad) => {
    if (typeof stored === 'string') return stored;
    throw new DecryptionError(`${aad} is sealed, but its job is stored in clear.`);
  },
};

export const erasedCipher: FieldCipher = {
  ...clearCipher,
  kind: 'erased',
  seal: () => undefined,
  open: (stored) => (typeof stored === 'string' ? stored : undefined),
};

/** For what belongs to a job that does not exist. */
export const missingCipher: FieldCipher = { ...erasedCipher };

/** Reads a job that an earlier version stored in clear. */
export function createLegacyCipher(jobId: string): FieldCipher {
  const refuse = (): never => {
    throw new DecryptionError(`No key is available to seal text of ${jobId}.`);
  };
  return { ...clearCipher, kind: 'legacy', seal: refuse };
}

/**
 * Seals under a job's data key. The job's id is authenticated together with the field.
 * @param options.holdsClear accepts clear text, which earlier versions left in some jobs
 * @param options.sealsFiles false if the job's files are in clear
 */
export function createFieldCipher(
  jobId: string,
  { key, holdsClear = false, sealsFiles = true }: Pick<OpenedKey, 'key'> & Partial<OpenedKey>,
): FieldCipher {
  const secret = createSecretKey(key);
  return {
    kind: 'sealed',
    ...(sealsFiles ? { key } : {}),
    seal: (text, aad) =>
      new Binary(Buffer.concat([Buffer.of(version), seal(secret, `${jobId}/${aad}`, Buffer.from(text))])),
    open: (stored, aad) => {
      if (typeof stored === 'string') {
        if (holdsClear) return stored;
        throw new DecryptionError(`${jobId}/${aad} is not sealed.`);
      }
      const bytes = Buffer.from(stored.value());
      if (bytes[0] !== version) throw new DecryptionError(`${jobId}/${aad} is not sealed.`);
      return open(secret, `${jobId}/${aad}`, bytes.subarray(1)).toString();
    },
  };
}
