import type { Job } from '../../../domain/job/job';
import { clearCipher, erasedCipher, type FieldCipher, type StoredText } from '../../crypto/field-cipher';
import type { DataKeys, KeyFields } from '../data-keys';

/** Free-form fields are kept as JSON text: BSON would refuse or change some of what JSON allows (`$` and `.` in keys, large integers). */
const jsonFields = ['Metadata', 'Data', 'Overrides', 'OutputData', 'Analysis'] as const;
/** Fields that hold personal data, or may: they are sealed under the job's data key. `Metadata` holds none, by the contract. */
const sealedFields = [
  'PhoneNumber',
  'ContactName',
  'Data',
  'Overrides',
  'Analysis',
  'OutputData',
  'PreviousCallsSummary',
  'FailureMessage',
  'ConfigurationError',
] as const satisfies (keyof Job)[];
type JsonField = (typeof jsonFields)[number];
type SealedField = (typeof sealedFields)[number];

/** A job as the database holds it. */
export type JobDocument = Omit<Job, 'ID' | JsonField | SealedField> & { NumberHash: string; Metadata?: string } & {
  [Field in SealedField]?: StoredText;
} & KeyFields;

const isJsonField = (name: string): boolean => jsonFields.some((one) => one === name);
const toText = (name: string, value: unknown): string => (isJsonField(name) ? JSON.stringify(value) : String(value));

/** What a job without the field is read as. */
const erasedDefaults: Partial<Job> = { PhoneNumber: '', Overrides: {} };

/** Takes away every field that may hold personal data. */
export const sealedFieldsUnset = Object.fromEntries(sealedFields.map((name) => [name, '' as const]));

/** Writes some fields of a job in their stored form. Where nothing personal may be stored any more, such fields are left out. */
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

/** Reads a job, or a part of one, from its stored form. */
export function toJob(document: JobDocument, cipher: FieldCipher): Job {
  const { _id, NumberHash: _hash, DataKey: _key, DataKeyDestroyed: _destroyed, Metadata, ...rest } = document;
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

/** Reads a whole document, which says itself how it is to be opened. */
export const hydrateJob = async (document: JobDocument, keys: Pick<DataKeys, 'ofDocument'>): Promise<Job> =>
  toJob(document, await keys.ofDocument(document));

/** Reads what needs no key: every sealed field is as if it were erased. What is to be erased must not have to open for that. */
export const readMetadata = (document: JobDocument): Job => toJob(document, erasedCipher);

/** The cipher for a change; a change of nothing personal needs no key. */
export const cipherFor = async (
  jobId: string,
  change: Partial<Job>,
  keys: Pick<DataKeys, 'of'>,
): Promise<FieldCipher> => (sealedFields.some((name) => change[name] !== undefined) ? keys.of(jobId) : clearCipher);
