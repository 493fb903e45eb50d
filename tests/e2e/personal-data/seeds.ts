import { randomBytes, randomInt } from 'node:crypto';

/** Where personal data can come in. `badRow…` are values that make an import's row unacceptable. */
const texts = [
  'name',
  'data',
  'newData',
  'overrides',
  'stopReason',
  'idempotencyKey',
  'answer',
  'rowName',
  'rowData',
  'badRowNumber',
  'badRowData',
  'refused',
  'path',
] as const;
const numbers = ['number', 'rowNumber', 'refusedNumber', 'refusingNumber'] as const;
type Field = (typeof texts)[number] | (typeof numbers)[number];

/** An unmistakable value for each field. */
export type Seeds = Record<Field, string>;

const text = (field: string): string => `Qx${field}${randomBytes(9).toString('hex')}`;
/** As long as numbers may be, so that no other digits are taken for it. */
const number = (): string => `+49${String(randomInt(1e6, 1e7))}${String(randomInt(1e5, 1e6))}`;

export const newSeeds = (): Seeds =>
  Object.fromEntries([
    ...texts.map((field) => [field, text(field)]),
    ...numbers.map((field) => [field, number()]),
  ]) as Seeds;

/** What is searched for: a number without its plus, and without the calling code. */
const needle = (field: string, value: string): string =>
  (numbers as readonly string[]).includes(field) ? value.slice(3) : value;

/** A text as it stands inside base64, wherever it begins there. */
function inBase64(value: string): string[] {
  return [0, 1, 2].map((offset) => {
    const encoded = Buffer.from('\0'.repeat(offset) + value).toString('base64');
    // The characters at both ends are made of what stands beside it too.
    return encoded.slice(offset === 0 ? 0 : 4, -4);
  });
}

/** Each form that a value may be hidden in, as bytes. */
function formsOf(value: string): Buffer[] {
  const utf16 = Buffer.from(value, 'utf16le');
  return [
    Buffer.from(value),
    Buffer.from(value.toLowerCase()),
    Buffer.from(value.toUpperCase()),
    utf16,
    Buffer.from(utf16).swap16(),
    ...inBase64(value).map((encoded) => Buffer.from(encoded)),
    Buffer.from(Buffer.from(value).toString('hex')),
  ];
}

/** @returns the fields whose values stand in the bytes, in any form */
export function seedsIn(bytes: Buffer | string, seeds: Seeds): string[] {
  const haystack = Buffer.from(bytes);
  return Object.entries(seeds)
    .filter(([field, value]) => formsOf(needle(field, value)).some((form) => haystack.includes(form)))
    .map(([field]) => field)
    .sort();
}
