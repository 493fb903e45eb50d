import type { Job } from '../../../domain/job/job';
import type { JobFacts } from '../../../domain/stats/job-facts';
import { clearCipher, erasedCipher, type FieldCipher, type StoredText } from '../../crypto/field-cipher';
import type { DataKeys, KeyFields } from '../data-keys';

/**
 * Free-form fields are stored as JSON text. BSON rejects or changes some JSON (`$` and `.` in keys, large integers).
 */
const jsonFields = ['Metadata', 'Data', 'Overrides', 'OutputData', 'Analysis', 'Corrections'] as const;
/** Fields that may hold personal data. They are sealed under the job's data key. By contract `Metadata` holds none. */
const sealedFields = [
  'PhoneNumber',
  'ContactName',
  'Data',
  'Overrides',
  'Analysis',
  'OutputData',
  'Corrections',
  'PreviousCallsSummary',
  'FailureMessage',
] as const satisfies (keyof Job)[];
type JsonField = (typeof jsonFields)[number];
type SealedField = (typeof sealedFields)[number];

/** A job as the database holds it. */
export type JobDocument = Omit<Job, 'ID' | JsonField | SealedField> & { Metadata?: string } & NumberFields &
  CountFields & {
    [Field in SealedField]?: StoredText;
  } & KeyFields;

/** Whether the job is counted in the statistics, see ADR 0027. */
interface CountFields {
  /** How often the job has changed since it was counted; absent once it is counted as it is. */
  Uncounted?: number;
  /** What is counted of the job, and the batch that counted it. */
  Counted?: { Batch: number; Facts: JobFacts };
}

/** What stands for the job's number, until the job is erased. */
interface NumberFields {
  /** For search and limits. */
  NumberHash?: string;
  /** Names the job's attempts in the limits on its number while it is being erased. */
  AttemptSalt?: string;
}

const isJsonField = (name: string): boolean => jsonFields.some((field) => field === name);
const toText = (name: string, value: unknown): string => (isJsonField(name) ? JSON.stringify(value) : String(value));

/** Replaces required fields that are absent. */
const erasedDefaults: Partial<Job> = { PhoneNumber: '', Overrides: {} };

/** An `$unset` of every field that may hold personal data. */
export const sealedFieldsUnset = Object.fromEntries(sealedFields.map((name) => [name, '' as const]));

/** Matches jobs that hold a personal field in clear. */
export const someFieldInClear = { $or: sealedFields.map((name) => ({ [name]: { $type: 'string' as const } })) };

/** Converts some fields of a job to their stored form. Personal fields are left out where the cipher stores nothing. */
export function toStoredFields(fields: Partial<Job>, cipher: FieldCipher): Partial<JobDocument> {
  const { ID, Metadata, ...rest } = fields;
  const stored: Record<string, unknown> = { ...rest };
  if (ID !== undefined) stored['_id'] = ID;
  if (Metadata !== undefined) stored['Metadata'] = toText('Metadata', Metadata);
  for (const name of sealedFields) {
    if (fields[name] !== undefined) stored[name] = cipher.seal(toText(name, fields[name]), name);
  }
  return Object.fromEntries(Object.entries(stored).filter(([, value]) => value !== undefined));
}

/** Converts a stored document, or a projection of one, to a job. */
export function toJob(document: JobDocument, cipher: FieldCipher): Job {
  const { _id, NumberHash: _hash, AttemptSalt: _salt, Metadata, ...unsealed } = document;
  const { DataKey: _key, ClearProof: _proof, DataKeyDestroyed: _destroyed, ...known } = unsealed;
  const { Uncounted: _uncounted, Counted: _counted, ...rest } = known;
  const job: Record<string, unknown> = { ...erasedDefaults, ...rest, ID: _id };
  if (Metadata !== undefined) job['Metadata'] = JSON.parse(Metadata);
  for (const name of sealedFields) {
    const stored = document[name];
    if (stored === undefined) continue;
    const text = cipher.open(stored, name);
    if (text === undefined) job[name] = erasedDefaults[name];
    else job[name] = isJsonField(name) ? JSON.parse(text) : text;
  }
  return job as unknown as Job;
}

/** Converts a document, opening its sealed fields with the key that it holds. */
export const hydrateJob = async (document: JobDocument, keys: Pick<DataKeys, 'ofDocument'>): Promise<Job> =>
  toJob(document, await keys.ofDocument(document));

/** Converts a document without a key: sealed fields read as erased. A job that does not open can still be erased. */
export const readMetadata = (document: JobDocument): Job => toJob(document, erasedCipher);

/** The cipher for a change. A change without personal fields needs no key. */
export const cipherFor = async (
  jobId: string,
  change: Partial<Job>,
  keys: Pick<DataKeys, 'of'>,
): Promise<FieldCipher> => (sealedFields.some((name) => change[name] !== undefined) ? keys.of(jobId) : clearCipher);
