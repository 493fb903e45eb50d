import { truncate } from './truncate';

/** What JSON text says that its parsed value would not: the rules of I-JSON (RFC 7493), and a bound on nesting. */
export interface JsonFault {
  /** The member, as keys and indexes. */
  path: readonly (string | number)[];
  kind: 'number' | 'text' | 'key' | 'depth';
  /** What was expected; never contains the value. */
  detail: string;
  /** The beginning of the value as it was written. */
  written: string;
}

/**
 * Levels of objects and lists in a body. Functions that call themselves overflow their stack at a few thousand; free-form
 * fields have a lower limit of their own.
 */
export const maxJsonLevels = 64;
const maxFaults = 50;
const shownCharacters = 100;

const details = {
  number: 'Expected a number that a double (IEEE 754) holds exactly; send a longer or larger one as a string.',
  text: 'Expected well-formed Unicode text: half of a surrogate pair stands alone.',
  key: 'The key occurs more than once in its object.',
  depth: `Expected objects and lists nested at most ${maxJsonLevels} levels deep.`,
} as const;

/** A string, a structural character, or a number or literal. */
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],]|[^\s"{}[\],:]+/g;
const loneSurrogate = /\p{Surrogate}/u;

/** An object with the keys it has had, or a list; `at` is the key or index of the member that is read. */
interface Level {
  keys: Set<string> | undefined;
  at: string | number;
  isAtKey: boolean;
}

/**
 * Finds what would change silently if a text were parsed and written again: numbers that a double cannot hold, text that is
 * not Unicode, and keys that occur twice, of which the last wins. Takes time in proportion to the text, at any depth.
 * @param text valid JSON
 */
export function findJsonFaults(text: string): JsonFault[] {
  const faults: JsonFault[] = [];
  const levels: Level[] = [];
  const add = (kind: JsonFault['kind'], written: string, path = levels.map(({ at }) => at)): void =>
    void faults.push({ path, kind, detail: details[kind], written: truncate(written, shownCharacters) });
  for (const { 0: read, index } of text.matchAll(token)) {
    if (faults.length >= maxFaults) break;
    const level = levels.at(-1);
    if (read === '{' || read === '[') {
      if (levels.length === maxJsonLevels) {
        // Its own path would be as long as it is deep.
        add(
          'depth',
          text.slice(index, index + shownCharacters),
          levels.slice(0, 1).map(({ at }) => at),
        );
        break;
      }
      levels.push({ keys: read === '{' ? new Set() : undefined, at: read === '{' ? '' : 0, isAtKey: read === '{' });
    } else if (read === '}' || read === ']') levels.pop();
    else if (read === ',') {
      if (typeof level?.at === 'number') level.at++;
      else if (level !== undefined) level.isAtKey = true;
    } else if (read.startsWith('"')) {
      if (level?.isAtKey === true && !beginMember(level, textOf(read))) add('key', read);
      if (mayBeIllFormed(read) && loneSurrogate.test(textOf(read))) add('text', read);
    } else if (!isExact(read)) add('number', read);
  }
  return faults;
}

/** Begins a member of an object. @returns false if the object has the key already */
function beginMember(level: Level, key: string): boolean {
  level.at = key;
  level.isAtKey = false;
  const isNew = level.keys?.has(key) !== true;
  level.keys?.add(key);
  return isNew;
}

/**
 * Reads JSON text.
 * @returns its value, with what the value would not say as it was written; `undefined` if the text is no JSON
 */
export function readJson(text: string): { value: unknown; faults: JsonFault[] } | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return { value, faults: findJsonFaults(text) };
}

const textOf = (written: string): string =>
  written.includes('\\') ? (JSON.parse(written) as string) : written.slice(1, -1);

/** Text that was decoded is well formed, so only an escape can name half of a pair. */
const mayBeIllFormed = (written: string): boolean => written.includes('\\u') || loneSurrogate.test(written);

/** Fifteen digits always survive. The rest is compared with the number as it would be written. */
const isExact = (written: string): boolean =>
  (written.length < 16 && !/\d[eE]/.test(written)) || toDecimal(written) === toDecimal(String(Number(written)));

/** The digits of a number without zeros at their ends, and the power of ten of the last; the text itself for a literal. */
function toDecimal(written: string): string {
  const [, sign = '', whole, fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(written) ?? [];
  if (whole === undefined) return written;
  const digits = (whole + fraction).replace(/^0+/, '');
  let end = digits.length;
  // A pattern for zeros at the end would try every zero before it, too.
  while (digits[end - 1] === '0') end--;
  return end === 0 ? '0' : `${sign}${digits.slice(0, end)}e${Number(exponent) - fraction.length + digits.length - end}`;
}
