import { z } from 'zod';
import { durationExample, parseDurationMs } from '../domain/duration';

/** Bounds of free-form objects: MongoDB takes 100 levels, JSON.stringify runs out of stack far later, 64 kB is generous for templating data. */
const freeFormLimits = { depth: 32, bytes: 64 * 1024, keys: 1000 } as const;
/** Metadata keys with this prefix are set by the service itself (bulk imports). */
export const reservedKeyPrefix = '__service_';

/** Says what was expected where the type is wrong or the value is missing; other mistakes keep their own words. */
export const typeError =
  (message: string) =>
  (issue: z.core.$ZodRawIssue): string | undefined => {
    if (issue.code !== 'invalid_type') return undefined;
    return issue.input === undefined ? `Required. ${message}` : message;
  };

/** Text that matches a pattern; `text` says what is expected, with an example. */
export const stringMatching = (pattern: RegExp, message: string) =>
  z.string({ error: typeError(message) }).regex(pattern, message);

/** Text that a check takes; `text` says what is expected, with an example. */
const stringPassing = (check: (value: string) => boolean, message: string) =>
  z.string({ error: typeError(message) }).refine(check, message);

/** A whole number within bounds, whose one message names both. */
export const wholeNumber = (of: string, { min, max }: { min: number; max: number }) =>
  z.int(`Expected a whole number${of} from ${min} to ${max}.`).min(min).max(max);

/** An E.164 number, `+` and 7 to 15 digits (ITU-T E.164; the shortest in use, Niue's, has 7). */
export const e164Pattern = /^\+[1-9]\d{6,14}$/;
export const e164 = stringMatching(e164Pattern, 'Expected an E.164 number such as "+14155550123".').meta({
  example: '+14155550123',
});

/** As JSON Schema has it, which cannot tell how long it is. */
const durationPattern = '^(0|(\\d+(\\.\\d+)?(ms|us|µs|ns|h|m|s))+)$';

/** A duration in Go's shorthand, kept as text. */
export const duration = stringPassing(
  (text) => parseDurationMs(text) !== undefined,
  `Expected ${durationExample}.`,
).meta({
  example: '12h30m',
  pattern: durationPattern,
});

/** A duration that must be longer than nothing. */
export const positiveDuration = stringPassing(
  (text) => (parseDurationMs(text) ?? 0) > 0,
  `Expected ${durationExample}, longer than zero.`,
).meta({ example: '24h', pattern: durationPattern });

const isTimeZone = (name: string): boolean => {
  // An offset such as "+02:00" is no zone: it knows no daylight saving.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

/** An IANA time-zone name that this server's time-zone data knows. */
export const timeZone = stringPassing(
  (name) => name.length <= 64 && isTimeZone(name),
  'Expected an IANA time zone such as "Europe/Helsinki".',
).meta({ example: 'Europe/Helsinki', pattern: '^[A-Za-z]', maxLength: 64 });

export const containsNul = (text: string): boolean => text.includes('\0');
const prototypeKey = '__proto__';

function findKeyProblem(key: string): string | undefined {
  if (containsNul(key)) return 'must not contain NUL characters';
  return key === prototypeKey ? `must not have a key "${prototypeKey}"` : undefined;
}

/** Refuses the one key that zod's records leave out without a word: what a client sends is kept or refused, never lost. */
export const rejectPrototypeKey = <Record extends z.ZodType>(record: Record) =>
  z.preprocess((value, context) => {
    if (typeof value === 'object' && value !== null && Object.hasOwn(value, prototypeKey)) {
      const message = `A key "${prototypeKey}" is not taken.`;
      context.issues.push({ code: 'custom', path: [prototypeKey], message, input: value });
    }
    return value;
  }, record);

/** Why a free-form value cannot be taken, or `undefined` when it can. */
function findFreeFormProblem(value: unknown): string | undefined {
  let keys = 0;
  const visit = (node: unknown, depth: number): string | undefined => {
    if (typeof node === 'string') return containsNul(node) ? 'must not contain NUL characters' : undefined;
    if (typeof node !== 'object' || node === null) return undefined;
    if (depth > freeFormLimits.depth) return `must not be nested deeper than ${freeFormLimits.depth} levels`;
    for (const [key, child] of Object.entries(node)) {
      if (++keys > freeFormLimits.keys) return `must not have more than ${freeFormLimits.keys} keys`;
      const problem = findKeyProblem(key) ?? visit(child, depth + 1);
      if (problem !== undefined) return problem;
    }
    return undefined;
  };
  return (
    visit(value, 1) ??
    (Buffer.byteLength(JSON.stringify(value)) > freeFormLimits.bytes
      ? `must not be larger than ${freeFormLimits.bytes / 1024} kB`
      : undefined)
  );
}

/** A JSON object with arbitrary keys, within {@link freeFormLimits}. */
export const freeForm = rejectPrototypeKey(z.record(z.string(), z.unknown())).superRefine((value, context) => {
  const problem = findFreeFormProblem(value);
  if (problem !== undefined) context.addIssue({ code: 'custom', message: `Free-form objects ${problem}.` });
});

const flatStringLimit = 200;
/** JSON writes a character in at most six bytes (`\\u0000`), and a pair needs six more for its punctuation. */
const flatPairBytes = 6 * 2 * flatStringLimit + 6;
const flatKeyLimit = Math.min(freeFormLimits.keys, Math.floor(freeFormLimits.bytes / flatPairBytes));
const isFlatString = (text: string): boolean => text.length <= flatStringLimit && !containsNul(text);

/** True for an object without nesting, with few keys and short strings: it is within {@link freeFormLimits} by construction. */
export function isFlatObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  let keys = 0;
  for (const key in value) {
    if (++keys > flatKeyLimit || !isFlatString(key) || key === prototypeKey) return false;
    const child = (value as Record<string, unknown>)[key];
    if (typeof child === 'string' ? !isFlatString(child) : typeof child === 'object' && child !== null) return false;
  }
  return true;
}

/** Metadata from a client: free-form, without the keys that the service sets. */
export const metadata = freeForm.superRefine((value, context) => {
  for (const key of Object.keys(value).filter((name) => name.startsWith(reservedKeyPrefix))) {
    context.addIssue({
      code: 'custom',
      path: [key],
      message: `Keys that start with "${reservedKeyPrefix}" are reserved.`,
    });
  }
});

/** An identifier as this service makes them, and nothing that could mean something to a database or a path. */
export const identifier = stringMatching(
  /^[A-Za-z0-9_-]{1,128}$/,
  'Expected an identifier of letters, digits, "_" and "-".',
);
