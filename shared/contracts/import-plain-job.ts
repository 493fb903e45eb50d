import type { CreateJob } from './job.schema';
import { reservedKeyPrefix } from './primitives';

/** As in `createJobSchema`, which stays the judge of everything that is not plain. */
const phoneNumber = /^\+[1-9]\d{6,14}$/;
const longestName = 200;
/** Far from every bound of free-form objects, so that none of them needs to be measured. */
const plainBounds = { keys: 50, characters: 200 } as const;

const isText = (value: unknown, characters: number): value is string =>
  typeof value === 'string' && value.length <= characters && !value.includes('\0');

/** A flat object with few keys and short values. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  let keys = 0;
  for (const key in value) {
    const child = (value as Record<string, unknown>)[key];
    if (++keys > plainBounds.keys || !isText(key, plainBounds.characters) || key === '__proto__') return false;
    if (
      typeof child === 'string' ? !isText(child, plainBounds.characters) : typeof child === 'object' && child !== null
    )
      return false;
  }
  return true;
}

function isPlainMetadata(value: unknown): value is Record<string, unknown> {
  if (!isPlainObject(value)) return false;
  for (const key in value) if (key.startsWith(reservedKeyPrefix)) return false;
  return true;
}

/**
 * A job from a row such as most rows are: a number, a name, flat data, and nothing that only a schema can judge. Several times faster than
 * the schema, and never of another opinion: what is returned is what the schema would return.
 * @returns `undefined` when the schema has to look
 */
export function plainJob(fields: Record<string, unknown>): CreateJob | undefined {
  const { ContactPhoneNumber, ContactName, Metadata, Data, TestJob } = fields;
  if (typeof ContactPhoneNumber !== 'string' || !phoneNumber.test(ContactPhoneNumber)) return undefined;
  const job: CreateJob = { ContactPhoneNumber, Overrides: {} };
  let taken = 1;
  if (ContactName !== undefined) {
    if (!isText(ContactName, longestName)) return undefined;
    job.ContactName = ContactName;
    taken++;
  }
  if (Metadata !== undefined) {
    if (!isPlainMetadata(Metadata)) return undefined;
    job.Metadata = Metadata;
    taken++;
  }
  if (Data !== undefined) {
    if (!isPlainObject(Data)) return undefined;
    job.Data = Data;
    taken++;
  }
  if (TestJob !== undefined) {
    if (typeof TestJob !== 'boolean') return undefined;
    job.TestJob = TestJob;
    taken++;
  }
  for (const _name in fields) if (--taken < 0) return undefined;
  return job;
}
