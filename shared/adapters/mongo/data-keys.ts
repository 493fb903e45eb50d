import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Db } from 'mongodb';
import type { Job } from '../../domain/job/job';
import { clearCipher, createFieldCipher, erasedCipher, type FieldCipher } from '../crypto/field-cipher';
import type { KeyWrapper } from '../crypto/key-wrapper';

/** The key fields of a job's document. The key is stored nowhere else: destroying it is one write. */
export interface KeyFields {
  _id: string;
  /** The wrapped data key; a job without one is stored in clear. */
  DataKey?: string;
  DataKeyDestroyed?: true;
}
export const keyFields = { DataKey: 1, DataKeyDestroyed: 1 } as const;

/** The key of a job that is about to be stored. */
export interface NewKey {
  cipher: FieldCipher;
  fields: Pick<KeyFields, 'DataKey'>;
  /** Call it once the document is stored, never before: the id may belong to a job with another key. */
  cache(): void;
}

/**
 * The data keys of jobs. Opened keys are cached for a minute, so a destroyed key is gone from every process after that.
 */
export interface DataKeys {
  create(job: Pick<Job, 'ID' | 'TestJob'>): Promise<NewKey>;
  /** Finds the cipher by job id alone, for what belongs to a job. A job that does not exist counts as erased. */
  of(jobId: string): Promise<FieldCipher>;
  ofDocument(document: KeyFields): Promise<FieldCipher>;
  /**
   * Makes everything sealed under a job's key permanently unreadable, and its later writes empty. Repeating it is
   * harmless.
   */
  destroy(jobId: string): Promise<void>;
}

interface Entry {
  cipher: FieldCipher;
  /** The wrapped key that the cipher was opened from. */
  wrapped?: string | undefined;
}

const cacheTtlMs = 60_000;
const maxCached = 10_000;

export function createDataKeys(db: Db, wrapper: KeyWrapper, perf: { now(): number } = performance): DataKeys {
  const jobs = db.collection<KeyFields>('jobs');
  const cached = new LRUCache<string, Entry>({ max: maxCached, ttl: cacheTtlMs, ttlResolution: 0, perf });
  const cache = (jobId: string, cipher: FieldCipher, wrapped?: string): FieldCipher => {
    // A read that began before the key was destroyed must not bring it back.
    if (cached.peek(jobId, { allowStale: true })?.cipher.kind === 'erased') return erasedCipher;
    cached.set(jobId, { cipher, wrapped });
    return cipher;
  };
  const ofDocument = async ({ _id, DataKey, DataKeyDestroyed }: KeyFields): Promise<FieldCipher> => {
    if (DataKeyDestroyed === true) return cache(_id, erasedCipher);
    if (DataKey === undefined) return clearCipher;
    const known = cached.peek(_id);
    if (known?.wrapped === DataKey) return known.cipher;
    return cache(_id, createFieldCipher(_id, await wrapper.unwrap(DataKey, _id)), DataKey);
  };
  return {
    create: async ({ ID, TestJob }) => {
      if (TestJob === true) return { cipher: clearCipher, fields: {}, cache: () => undefined };
      const key = randomBytes(32);
      const DataKey = await wrapper.wrap(key, ID);
      const cipher = createFieldCipher(ID, key);
      return { cipher, fields: { DataKey }, cache: () => void cache(ID, cipher, DataKey) };
    },
    of: async (jobId) => {
      const known = cached.get(jobId);
      if (known !== undefined) return known.cipher;
      const document = await jobs.findOne({ _id: jobId }, { projection: keyFields });
      if (document === null) return erasedCipher;
      const cipher = await ofDocument(document);
      return cipher.kind === 'clear' ? cache(jobId, cipher) : cipher;
    },
    ofDocument,
    destroy: async (jobId) => {
      await jobs.updateOne({ _id: jobId }, { $set: { DataKeyDestroyed: true }, $unset: { DataKey: '' } });
      cache(jobId, erasedCipher);
    },
  };
}
