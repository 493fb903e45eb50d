import type { z } from 'zod';
import { country } from '../../../shared/contracts/country';
import {
  duration,
  e164,
  freeForm,
  identifier,
  metadata,
  positiveDuration,
  timeZone,
} from '../../../shared/contracts/primitives';

const accepts = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success;
const messagesOf = (schema: z.ZodType, value: unknown): string[] =>
  schema.safeParse(value).error?.issues.map((issue) => issue.message) ?? [];

/** An object nested this many levels deep. */
const nested = (levels: number): unknown => (levels === 1 ? {} : { a: nested(levels - 1) });

describe('e164', () => {
  it.each(['+14155550123', '+6834002', '+358401234567', '+999999999999999'])('accepts %s', (number) => {
    expect(accepts(e164, number)).toBe(true);
  });

  it.each([
    '14155550123',
    '+1 415 555 0123',
    '+1-415-555-0123',
    '+04155550123',
    '+123456',
    '+1234567890123456',
    '+1415555O123',
    '+14155550123;ext=5',
    ' +14155550123',
    '+14155550123\n',
    '+١٤١٥٥٥٥٠١٢٣',
    'tel:+14155550123',
    '',
    14155550123,
    null,
  ])('rejects %j with an example and without repeating it', (number) => {
    const [message] = messagesOf(e164, number);
    expect(message).toContain('"+14155550123"');
    if (typeof number === 'string' && number.length > 1 && number !== '+14155550123\n')
      expect(message).not.toContain(`"${number}"`);
  });
});

it('names the E.164 number that is meant by one with its country code, and guesses no country', () => {
  expect(messagesOf(e164, '+1 (415) 555-1909')).toEqual(['Expected an E.164 number: probably "+14155551909".']);
  for (const written of ['4155551909', '+44 (0)20 7946 0958', '+1 415 555 1909 ext. 7'])
    expect(messagesOf(e164, written)).toEqual(['Expected an E.164 number such as "+14155550123".']);
});

it('names the country that is probably meant', () => {
  expect(['US', 'GB'].every((code) => accepts(country, code))).toBe(true);
  expect(messagesOf(country, 'us')).toEqual(['Expected an ISO 3166-1 alpha-2 code: probably "US".']);
  expect(messagesOf(country, 'UK')).toEqual(['Expected an ISO 3166-1 alpha-2 code: probably "GB".']);
  for (const code of ['XX', 'USA', '+1', '', 1])
    expect(messagesOf(country, code)).toEqual(['Expected an ISO 3166-1 alpha-2 code such as "US".']);
});

describe('durations', () => {
  it.each(['0', '0s', '90s', '45m', '12h30m', '1.5h', '250ms', '87600h'])('accepts %s', (text) => {
    expect(accepts(duration, text)).toBe(true);
  });

  it.each(['', '30', '12h30', '1d', '-5m', '+5m', '1h 30m', '1h30m junk', '1,5h', '.5h', '87601h', '1H', 90, null])(
    'refuses %j with an example',
    (text) => {
      expect(messagesOf(duration, text).join()).toContain('"12h30m"');
    },
  );

  it('can be required to be longer than zero', () => {
    expect(accepts(positiveDuration, '1s')).toBe(true);
    expect(messagesOf(positiveDuration, '0s').join()).toContain('longer than zero');
    expect(messagesOf(positiveDuration, 'soon').join()).toContain('longer than zero');
  });
});

describe('timeZone', () => {
  it.each(['Europe/Helsinki', 'America/Argentina/Buenos_Aires', 'UTC', 'Asia/Kathmandu'])('accepts %s', (name) => {
    expect(accepts(timeZone, name)).toBe(true);
  });

  it.each(['', 'Europe/Nowhere', '+02:00', 'local', 'a'.repeat(65), 2, null])('refuses %j with an example', (name) => {
    expect(messagesOf(timeZone, name)).toEqual(['Expected an IANA time zone such as "Europe/Helsinki".']);
  });

  it.each([
    ['BST', 'Expected an IANA time zone: probably "Europe/London".'],
    ['Europe/Helsinki ', 'Expected an IANA time zone: probably "Europe/Helsinki".'],
    ['IST', 'Expected an IANA time zone: probably "Asia/Kolkata" (or "Europe/Dublin", "Asia/Jerusalem").'],
  ])('refuses %j, and names the likely zone', (name, message) => {
    expect(messagesOf(timeZone, name)).toEqual([message]);
  });
});

describe('free-form objects', () => {
  it('accept any JSON, including dollars and dots in keys', () => {
    const value = { $set: 1, 'a.b': [1.5, null, true, { deep: ['ä', '🦉'] }], '': '', big: Number.MAX_SAFE_INTEGER };
    expect(freeForm.parse(value)).toEqual(value);
  });

  it.each([[[]], ['text'], [1], [null], [true]])('reject %j', (value) => {
    expect(accepts(freeForm, value)).toBe(false);
  });

  it('allow up to 32 levels', () => {
    expect(accepts(freeForm, nested(32))).toBe(true);
    expect(messagesOf(freeForm, nested(33)).join()).toContain('deeper than 32');
  });

  it('reject depths at which a recursion would overflow', () => {
    const deep = JSON.parse(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`) as unknown;
    expect(messagesOf(freeForm, deep).join()).toContain('deeper than 32');
  });

  it('allow any number of keys within their size', () => {
    const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [index, 1]));
    expect(accepts(freeForm, keys(5_000))).toBe(true);
    expect(messagesOf(freeForm, keys(20_000)).join()).toContain('64 kB');
  });

  it('allow up to 64 kB, counted in bytes', () => {
    expect(accepts(freeForm, { a: 'x'.repeat(65_000) })).toBe(true);
    expect(messagesOf(freeForm, { a: 'x'.repeat(66_000) }).join()).toContain('64 kB');
    expect(messagesOf(freeForm, { a: 'ä'.repeat(33_000) }).join()).toContain('64 kB');
  });

  it.each([{ a: 'x\0' }, { 'k\0': 1 }, { a: [{ b: '\0' }] }])('reject NUL in %j', (value) => {
    expect(messagesOf(freeForm, value).join()).toContain('NUL');
  });

  it.each(['{"__proto__":{"admin":true},"a":1}', '{"a":{"__proto__":1}}', '{"a":[{"__proto__":null}]}'])(
    'refuse a key called __proto__ instead of losing it: %s',
    (text) => {
      expect(messagesOf(freeForm, JSON.parse(text)).join()).toContain('"__proto__"');
    },
  );

  it('keep keys that only look dangerous', () => {
    const given: unknown = JSON.parse(
      '{"constructor":{"prototype":{"a":1}},"prototype":1,"toString":2,"hasOwnProperty":3}',
    );
    expect(JSON.stringify(freeForm.parse(given))).toBe(JSON.stringify(given));
  });
});

describe('metadata', () => {
  it('rejects the reserved keys by name', () => {
    const { error } = metadata.safeParse({ __service_ImportID: 'x', fine: 1, __service_anything: 2 });
    expect(error?.issues.map((issue) => issue.path)).toEqual([['__service_ImportID'], ['__service_anything']]);
  });
});

describe('identifier', () => {
  it.each(['', 'a b', '../x', '$ne', 'a\0', 'ä', 'a'.repeat(129), 1, { $ne: '' }])('rejects %j', (id) => {
    expect(accepts(identifier, id)).toBe(false);
  });
});
