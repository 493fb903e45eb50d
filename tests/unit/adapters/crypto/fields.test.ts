import { Binary } from 'mongodb';
import fc from 'fast-check';
import { DecryptionError } from '../../../../shared/adapters/crypto/aead';
import { clearCipher, createFieldCipher, erasedCipher } from '../../../../shared/adapters/crypto/field-cipher';
import { createKeyWrapper, KeyUnwrapError } from '../../../../shared/adapters/crypto/key-wrapper';
import { createMasterKeys } from '../../../../shared/adapters/crypto/master-keys';
import { toJob, toStoredFields, type JobDocument } from '../../../../shared/adapters/mongo/jobs/document';
import { aJob } from '../../../support/builders';

const key = (fill: number): Buffer => Buffer.alloc(32, fill);
const cipher = createFieldCipher('job_1', { key: key(1) });
const bytesOf = (stored: unknown): Buffer => {
  if (!(stored instanceof Binary)) throw new Error('The text is not sealed.');
  return Buffer.from(stored.value());
};

describe('a sealed field', () => {
  it('returns any text, and reveals nothing of it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 6 }), (text) => {
        const stored = cipher.seal(text, 'Data');
        expect(stored && cipher.open(stored, 'Data')).toBe(text);
        expect(bytesOf(stored).includes(Buffer.from(text))).toBe(false);
      }),
    );
  });

  it('opens for no other field, no other job and under no other key', () => {
    const stored = cipher.seal('+14155550123', 'PhoneNumber') ?? '';
    expect(() => cipher.open(stored, 'ContactName')).toThrow('does not open');
    expect(() => createFieldCipher('job_2', { key: key(1) }).open(stored, 'PhoneNumber')).toThrow('does not open');
    expect(() => createFieldCipher('job_1', { key: key(2) }).open(stored, 'PhoneNumber')).toThrow('does not open');
  });

  it('does not open after any bit of it changed', () => {
    const bytes = bytesOf(cipher.seal('secret', 'Data'));
    for (let index = 0; index < bytes.length; index++) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => cipher.open(new Binary(changed), 'Data')).toThrow(DecryptionError);
    }
    expect(() => cipher.open(new Binary(bytes.subarray(0, 20)), 'Data')).toThrow(DecryptionError);
  });

  it('never has the same bytes twice', () => {
    const [one, two] = [cipher.seal('Hello', 'a'), cipher.seal('Hello', 'a')].map(bytesOf);
    expect(one).not.toEqual(two);
  });
});

describe("a job's document", () => {
  const job = aJob({
    CreatedMS: 1,
    Data: { Diagnosis: 'gout' },
    Metadata: { Ref: 'A-17' },
    OutputData: { Iban: 'DE02' },
    PreviousCallsSummary: 'Was ill.',
    FailureMessage: 'Said no.',
    Analysis: {
      CallSummary: 'Ill.',
      Data: {},
      ConversationEndReason: 'conversation_complete',
      AskedIfBotOrAI: false,
    },
  });
  const stored = (by: typeof cipher) => toStoredFields(job, by) as JobDocument;

  it('is read as it was written, sealed or in clear', () => {
    for (const by of [createFieldCipher(job.ID, { key: key(1) }), clearCipher])
      expect(toJob(stored(by), by)).toEqual(job);
  });

  it('holds any JSON in its free-form fields', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (Data) => {
        const plain = JSON.parse(JSON.stringify(Data)) as typeof Data;
        expect(toJob(toStoredFields({ ...job, Data: plain }, cipher) as JobDocument, cipher).Data).toEqual(plain);
      }),
    );
  });

  it('reveals ids, states, times and Metadata, and nothing personal', () => {
    // JSON.stringify calls toJSON first, so only the holder still has the Binary: its base64 could contain 'ill' by chance.
    const text = JSON.stringify(stored(cipher), function (this: Record<string, unknown>, name, value: unknown) {
      return this[name] instanceof Binary ? '' : value;
    });
    for (const hidden of [job.PhoneNumber, job.ContactName ?? '', 'gout', 'DE02', 'ill', 'Ill', 'no.', 'simulator'])
      expect(text).not.toContain(hidden);
    expect(text).toContain('A-17');
  });

  it('is read without personal fields once its key is destroyed, and stores none after that', () => {
    const left = toJob(stored(cipher), erasedCipher);
    expect(left).toMatchObject({ ID: job.ID, PhoneNumber: '', Overrides: {}, Metadata: job.Metadata });
    for (const gone of ['ContactName', 'Data', 'OutputData', 'Analysis', 'PreviousCallsSummary', 'FailureMessage'])
      expect(left[gone as keyof typeof left]).toBeUndefined();
    expect(toStoredFields({ Data: { a: 1 }, State: 'deleting' }, erasedCipher)).toEqual({ State: 'deleting' });
  });
});

describe('a wrapped key', () => {
  const [first, second] = [key(3), key(4)].map((bytes) => bytes.toString('base64'));
  if (first === undefined || second === undefined) throw new Error('Two keys are needed.');
  const wrapperOf = (current: string, previous: string[] = []) =>
    createKeyWrapper(createMasterKeys({ OUTDIAL_MASTER_KEY: current, OUTDIAL_PREVIOUS_MASTER_KEYS: previous }));

  it('opens under the master key that wrapped it, in its own context, unchanged', async () => {
    const wrapper = wrapperOf(first);
    const wrapped = await wrapper.wrap(key(9), 'job_1');
    expect(await wrapper.unwrap(wrapped, 'job_1')).toEqual(key(9));
    await expect(wrapper.unwrap(wrapped, 'job_2')).rejects.toThrow(KeyUnwrapError);
    await expect(wrapper.unwrap(`${wrapped.slice(0, -4)}AAAA`, 'job_1')).rejects.toThrow(KeyUnwrapError);
    await expect(wrapper.unwrap('', 'job_1')).rejects.toThrow(KeyUnwrapError);
    await expect(wrapperOf(second).unwrap(wrapped, 'job_1')).rejects.toThrow(KeyUnwrapError);
  });

  it('of a previous master key opens while that key is accepted, and does not count as current', async () => {
    const wrapped = await wrapperOf(first).wrap(key(9), 'job_1');
    const rotating = wrapperOf(second, [first]);
    expect(await rotating.unwrap(wrapped, 'job_1')).toEqual(key(9));
    expect([wrapperOf(first).isCurrent(wrapped), rotating.isCurrent(wrapped)]).toEqual([true, false]);
    expect(rotating.isCurrent(await rotating.wrap(key(9), 'job_1'))).toBe(true);
  });
});
