import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Db } from 'mongodb';
import type { Job } from '../../domain/job/job';
import {
  clearCipher,
  createFieldCipher,
  createLegacyCipher,
  erasedCipher,
  missingCipher,
  type FieldCipher,
  type StoredText,
} from '../crypto/field-cipher';
import { KeyUnwrapError } from '../crypto/key-wrapper';
import type { KeyOwner, StoredKeys } from '../crypto/stored-key';

/** The key fields of a job's document. The key is stored nowhere else: destroying it is one write. */
export interface KeyFields {
  _id: string;
  /** The key is bound to it: a document that is moved to another organization does not open. */
  OrgID: string;
  /** The wrapped data key. */
  DataKey?: string;
  /** Proves that the job was created as a test job, which is stored in clear. */
  ClearProof?: string;
  DataKeyDestroyed?: true;
}
export const keyFields = { OrgID: 1, DataKey: 1, ClearProof: 1, DataKeyDestroyed: 1 } as const;

/** The key of a job that is about to be stored. */
export interface NewKey {
  cipher: FieldCipher;
  fields: Pick<KeyFields, 'DataKey' | 'ClearProof'>;
  /** Call it once the document is stored, never before: the id may belong to a job with another key. */
  cache(): void;
}

/**
 * The data keys of jobs. Opened keys are cached for a minute, so a destroyed key is gone from every process after that.
 * A job has a key, a proof that it is stored in clear, or neither if an earlier version stored it in clear. New text of
 * such a job is sealed under a key that it gets with its first write.
 */
export interface DataKeys {
  create(job: Pick<Job, 'ID' | 'OrgID' | 'TestJob'>): Promise<NewKey>;
  /**
   * Finds the cipher by job id alone, for what is about to be stored. A job that does not exist counts as erased.
   * @throws {KeyUnwrapError} if the job's key does not open or is missing
   */
  of(jobId: string): Promise<FieldCipher>;
  /**
   * Finds the cipher for what is stored in another document that belongs to a job, such as a call.
   * @throws {KeyUnwrapError} also if that document names another organization than the job
   */
  forReading(part: { JobID: string; OrgID: string }): Promise<FieldCipher>;
  /** @throws {KeyUnwrapError} if the key does not open for this job and organization */
  ofDocument(document: KeyFields): Promise<FieldCipher>;
  /**
   * Makes everything sealed under a job's key permanently unreadable, and its later writes empty. Repeating it is
   * harmless.
   */
  destroy(jobId: string): Promise<void>;
}

interface Entry {
  cipher: FieldCipher;
  orgId?: string | undefined;
  /** The stored key or proof that the cipher was opened from. */
  stored?: string | undefined;
}

/** Every job has this field until its key is destroyed. It shows whether a job without a key had one. */
type KeyDocument = KeyFields & { PhoneNumber?: StoredText };
const keyProjection = { ...keyFields, PhoneNumber: 1 } as const;

const ownerOf = ({ _id, OrgID }: Pick<KeyFields, '_id' | 'OrgID'>): KeyOwner => ({ jobId: _id, orgId: OrgID });
const absent = { $exists: false } as const;
const withoutKey = { DataKey: absent, ClearProof: absent, DataKeyDestroyed: absent };

const cacheTtlMs = 60_000;
const maxCached = 10_000;

export interface DataKeysOptions {
  /** Refuses jobs that have neither a key nor a proof. */
  requireBound?: boolean | undefined;
  /** The clock of the cache. */
  perf?: { now(): number };
}

/** Opens the ciphers of jobs' documents, and caches them. */
function createCipherCache(storedKeys: StoredKeys, { requireBound = false, perf = performance }: DataKeysOptions) {
  const cached = new LRUCache<string, Entry>({ max: maxCached, ttl: cacheTtlMs, ttlResolution: 0, perf });
  const cache = (jobId: string, entry: Entry): FieldCipher => {
    // A read that began before the key was destroyed must not bring it back.
    if (cached.peek(jobId, { allowStale: true })?.cipher.kind === 'erased') return erasedCipher;
    cached.set(jobId, entry);
    return entry.cipher;
  };
  const openStored = async (document: KeyFields): Promise<FieldCipher | undefined> => {
    const { _id, DataKey, ClearProof } = document;
    if (DataKey !== undefined) return createFieldCipher(_id, await storedKeys.unwrap(DataKey, ownerOf(document)));
    if (ClearProof === undefined) return undefined;
    await storedKeys.verifyClear(ClearProof, ownerOf(document));
    return clearCipher;
  };
  const ofDocument = async (document: KeyDocument): Promise<FieldCipher> => {
    const { _id, OrgID, PhoneNumber, DataKeyDestroyed } = document;
    if (DataKeyDestroyed === true) return cache(_id, { cipher: erasedCipher });
    const stored = document.DataKey ?? document.ClearProof;
    const known = cached.peek(_id);
    if (stored !== undefined && known?.stored === stored && known.orgId === OrgID) return known.cipher;
    const cipher = await openStored(document);
    if (cipher !== undefined) return cache(_id, { cipher, orgId: OrgID, stored });
    // A job that had a key and lost it must not look like one that never had any.
    if (requireBound || (PhoneNumber !== undefined && typeof PhoneNumber !== 'string'))
      throw new KeyUnwrapError(`The key of ${_id} is missing.`);
    return createLegacyCipher(_id);
  };
  return { get: (jobId: string) => cached.get(jobId), cache, ofDocument };
}

/** Creates the key of a new job, or the proof that takes its place. */
async function createKeyFields(
  storedKeys: StoredKeys,
  { ID, OrgID, TestJob }: Pick<Job, 'ID' | 'OrgID' | 'TestJob'>,
): Promise<Omit<NewKey, 'cache'>> {
  const owner = { jobId: ID, orgId: OrgID };
  if (TestJob === true) return { cipher: clearCipher, fields: { ClearProof: await storedKeys.proveClear(owner) } };
  const key = randomBytes(32);
  return { cipher: createFieldCipher(ID, { key }), fields: { DataKey: await storedKeys.wrap(key, owner, 'v2') } };
}

export function createDataKeys(db: Db, storedKeys: StoredKeys, options: DataKeysOptions = {}): DataKeys {
  const jobs = db.collection<KeyDocument>('jobs');
  const { get, cache, ofDocument } = createCipherCache(storedKeys, options);
  const find = (jobId: string) => jobs.findOne({ _id: jobId }, { projection: keyProjection });
  /** Gives a key to a job that an earlier version stored in clear, so that no new text of it is. */
  const addKey = async (document: KeyDocument): Promise<FieldCipher> => {
    const DataKey = await storedKeys.wrap(randomBytes(32), ownerOf(document), 'v2t');
    await jobs.updateOne({ _id: document._id, ...withoutKey }, { $set: { DataKey } });
    const stored = await find(document._id);
    return stored === null ? missingCipher : ofDocument(stored);
  };
  return {
    create: async (job) => {
      const { cipher, fields } = await createKeyFields(storedKeys, job);
      const entry = { cipher, orgId: job.OrgID, stored: fields.DataKey ?? fields.ClearProof };
      return { cipher, fields, cache: () => void cache(job.ID, entry) };
    },
    of: async (jobId) => {
      const known = get(jobId);
      if (known !== undefined) return known.cipher;
      const document = await find(jobId);
      if (document === null) return missingCipher;
      const cipher = await ofDocument(document);
      return cipher.kind === 'legacy' ? addKey(document) : cipher;
    },
    forReading: async ({ JobID, OrgID }) => {
      const known = get(JobID);
      if (known !== undefined && (known.orgId === OrgID || known.cipher.kind === 'erased')) return known.cipher;
      const document = await find(JobID);
      if (document === null) return missingCipher;
      const cipher = await ofDocument(document);
      if (cipher.kind === 'erased' || document.OrgID === OrgID) return cipher;
      throw new KeyUnwrapError(`A document of ${JobID} names another organization than the job.`);
    },
    ofDocument,
    destroy: async (jobId) => {
      const removed = { DataKey: '', ClearProof: '' } as const;
      await jobs.updateOne({ _id: jobId }, { $set: { DataKeyDestroyed: true }, $unset: removed });
      cache(jobId, { cipher: erasedCipher });
    },
  };
}
