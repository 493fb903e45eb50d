import { randomBytes } from 'node:crypto';
import type { Db } from 'mongodb';
import type { Job } from '../../domain/job/job';
import { clearCipher, createFieldCipher, erasedCipher, type FieldCipher } from '../crypto/field-cipher';
import type { KeyWrapper } from '../crypto/key-wrapper';

/** What a job's document says of its key. Nothing else in the world holds it: destroying it is one write. */
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
  /** To be called once the document is stored, and only then: the id may be taken by a job with another key. */
  cache(): void;
}

/** The data keys of jobs. Opened ones stay in memory for a minute: a destroyed key is gone everywhere after that. */
export interface DataKeys {
  create(job: Pick<Job, 'ID' | 'TestJob'>): Promise<NewKey>;
  /** By id alone, for what belongs to a job. A job that does not exist counts as erased. */
  of(jobId: string): Promise<FieldCipher>;
  ofDocument(document: KeyFields): Promise<FieldCipher>;
  /** Makes everything that is sealed under a job's key unreadable for ever, and its later writes empty. Harmless to repeat. */
  destroy(jobId: string): Promise<void>;
}

interface Entry {
  cipher: FieldCipher;
  /** What the cipher was opened from. */
  wrapped?: string | undefined;
  untilMs: number;
}

const cacheTtlMs = 60_000;
const maxCached = 10_000;

export function createDataKeys(db: Db, wrapper: KeyWrapper, nowMs: () => number = () => Date.now()): DataKeys {
  const jobs = db.collection<KeyFields>('jobs');
  const cached = new Map<string, Entry>();
  const cache = (jobId: string, cipher: FieldCipher, wrapped?: string): FieldCipher => {
    const before = cached.get(jobId);
    // A read that began before the key was destroyed must not bring it back.
    const entry = before?.cipher.kind === 'erased' ? before : { cipher, wrapped, untilMs: nowMs() + cacheTtlMs };
    cached.delete(jobId);
    cached.set(jobId, entry);
    const [oldest] = cached.keys();
    if (cached.size > maxCached && oldest !== undefined) cached.delete(oldest);
    return entry.cipher;
  };
  const ofDocument = async ({ _id, DataKey, DataKeyDestroyed }: KeyFields): Promise<FieldCipher> => {
    if (DataKeyDestroyed === true) return cache(_id, erasedCipher);
    if (DataKey === undefined) return clearCipher;
    const known = cached.get(_id);
    if (known?.wrapped === DataKey && known.untilMs > nowMs()) return known.cipher;
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
      if (known !== undefined && known.untilMs > nowMs()) return known.cipher;
      cached.delete(jobId);
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
