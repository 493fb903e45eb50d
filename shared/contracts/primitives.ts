import { z } from 'zod';
import { trunkNamePattern } from '../domain/campaign/trunk';
import { durationExample, parseDurationMs } from '../domain/duration';
import { findLikelyZones } from '../domain/schedule/likely-zones';
import { findZoneName } from '../domain/schedule/zone-names';

/** MongoDB allows 100 levels, JSON.stringify overflows the stack far later, and 64 kB is ample for template data. */
const freeFormLimits = { depth: 32, bytes: 64 * 1024 } as const;
/** For descriptions: JSON Schema cannot express these limits. */
export const freeFormNote = `At most ${freeFormLimits.bytes / 1024} kB of JSON, nested at most ${freeFormLimits.depth} levels deep.`;
/** The service itself sets metadata keys with this prefix (bulk imports). */
export const reservedKeyPrefix = '__service_';

/** The message for a wrong type or a missing value; other issues keep their own message. */
export const typeError =
  (message: string) =>
  (issue: z.core.$ZodRawIssue): string | undefined => {
    if (issue.code !== 'invalid_type') return undefined;
    return issue.input === undefined ? `Required. ${message}` : message;
  };

/** A string that matches a pattern; `message` states the expectation, with an example. */
export const stringMatching = (pattern: RegExp, message: string) =>
  z.string({ error: typeError(message) }).regex(pattern, message);

/** A string that passes a check; `message` states the expectation, with an example. */
const stringPassing = (check: (value: string) => boolean, message: string) =>
  z.string({ error: typeError(message) }).refine(check, message);

/** A whole number within bounds; one message names both. */
export const wholeNumber = (of: string, { min, max }: { min: number; max: number }) =>
  z.int(`Expected a whole number${of} from ${min} to ${max}.`).min(min).max(max);

/** An E.164 number, `+` and 7 to 15 digits (ITU-T E.164; the shortest in use, Niue's, has 7). */
export const e164Pattern = /^\+[1-9]\d{6,14}$/;
const e164Message = 'Expected an E.164 number such as "+14155550123".';
export const e164 = z
  .string({ error: typeError(e164Message) })
  .regex(e164Pattern, { error: ({ input }) => describeE164Expectation(input) })
  .meta({ example: '+14155550123' });

/** Names the number that is probably meant, if it is written with its country code and punctuation. Only files may have such numbers. */
function describeE164Expectation(written: unknown): string {
  const likely = typeof written === 'string' && written.length <= 64 ? written.replaceAll(/[\s().-]/g, '') : '';
  // The zero in +44 (0)20 is no part of the number.
  return e164Pattern.test(likely) && !String(written).includes('(0)')
    ? `Expected an E.164 number: probably "${likely}".`
    : e164Message;
}

/** A trunk, or a provider. Whether it exists is looked at where the trunks are known. */
export const trunkName = stringMatching(
  trunkNamePattern,
  'Expected a trunk such as "sip/main", or a provider such as "asterisk".',
);

/** For descriptions: JSON Schema cannot express the maximum. */
export const durationNote = 'At most 10 years.';
/** The JSON Schema of a duration; it cannot express the maximum length. */
const durationPattern = '^(0|(\\d+(\\.\\d+)?(ms|us|µs|ns|h|m|s))+)$';

/** A duration in Go's notation, kept as text. */
export const duration = stringPassing(
  (text) => parseDurationMs(text) !== undefined,
  `Expected ${durationExample}.`,
).meta({
  example: '12h30m',
  pattern: durationPattern,
});

const instantMessage = 'Expected a time with an offset, such as "2026-11-21T08:00:00Z".';
const isoInstant = z.iso.datetime({ offset: true });

/** An instant as RFC 3339 text with an offset, kept as text. */
export const instantText = stringPassing((text) => isoInstant.safeParse(text).success, instantMessage).meta({
  example: '2026-11-27T17:00:00+02:00',
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d{2}:\\d{2})$',
});

/** A duration longer than zero. */
export const positiveDuration = stringPassing(
  (text) => (parseDurationMs(text) ?? 0) > 0,
  `Expected ${durationExample}, longer than zero.`,
).meta({ example: '24h', pattern: durationPattern });

const zoneLength = 64;

/** Names the zone that is probably meant. An offset such as "+02:00" is no time zone: it has no daylight saving time. */
function describeZoneExpectation(name: unknown): string {
  const [likely, ...others] = typeof name === 'string' && name.length <= zoneLength ? findLikelyZones(name) : [];
  if (likely === undefined) return 'Expected an IANA time zone such as "Europe/Helsinki".';
  const alternatives = others.length === 0 ? '' : ` (or ${others.map((zone) => `"${zone}"`).join(', ')})`;
  return `Expected an IANA time zone: probably "${likely}"${alternatives}.`;
}

/** An identifier or link of IANA's time zone database that the time zone data of this server has. */
export const timeZone = z
  .string({ error: typeError(describeZoneExpectation(undefined)) })
  .refine((name) => name.length <= zoneLength && findZoneName(name) !== undefined, {
    error: ({ input }) => describeZoneExpectation(input),
  })
  .meta({ example: 'Europe/Helsinki', pattern: '^[A-Za-z]', maxLength: zoneLength });

export const containsNul = (text: string): boolean => text.includes('\0');
const prototypeKey = '__proto__';

function findKeyProblem(key: string): string | undefined {
  if (containsNul(key)) return 'must not contain NUL characters';
  return key === prototypeKey ? `must not have a key "${prototypeKey}"` : undefined;
}

/**
 * Rejects `__proto__`, the one key that zod's records drop silently: client input is stored or rejected, never lost.
 */
export const rejectPrototypeKey = <Record extends z.ZodType>(record: Record) =>
  z.preprocess((value, context) => {
    if (typeof value === 'object' && value !== null && Object.hasOwn(value, prototypeKey)) {
      const message = `The key "${prototypeKey}" is not allowed.`;
      context.issues.push({ code: 'custom', path: [prototypeKey], message, input: value });
    }
    return value;
  }, record);

/** Returns why a free-form value is invalid, or `undefined` if it is valid. */
function findFreeFormProblem(value: unknown): string | undefined {
  const visit = (node: unknown, depth: number): string | undefined => {
    if (typeof node === 'string') return containsNul(node) ? 'must not contain NUL characters' : undefined;
    if (typeof node !== 'object' || node === null) return undefined;
    if (depth > freeFormLimits.depth) return `must not be nested deeper than ${freeFormLimits.depth} levels`;
    for (const [key, child] of Object.entries(node)) {
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
/** JSON writes a character in at most six bytes (`\u0000`), and a pair needs six more for its punctuation. */
const flatPairBytes = 6 * 2 * flatStringLimit + 6;
const flatKeyLimit = Math.floor(freeFormLimits.bytes / flatPairBytes);
const isFlatString = (text: string): boolean => text.length <= flatStringLimit && !containsNul(text);

/**
 * True for an object without nesting, with few keys and short strings: it is within {@link freeFormLimits} by
 * construction.
 */
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

/** Metadata from a client: free-form, without the keys reserved for the service. */
export const metadata = freeForm.superRefine((value, context) => {
  for (const key of Object.keys(value).filter((name) => name.startsWith(reservedKeyPrefix))) {
    context.addIssue({
      code: 'custom',
      path: [key],
      message: `Keys that start with "${reservedKeyPrefix}" are reserved.`,
    });
  }
});

/** An identifier in this service's format, safe in database queries and paths. */
export const identifier = stringMatching(
  /^[A-Za-z0-9_-]{1,128}$/,
  'Expected an identifier of letters, digits, "_" and "-".',
);

/** True if the values differ from each other. */
export const areUnique = (values: readonly string[]): boolean => new Set(values).size === values.length;
