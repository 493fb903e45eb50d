import fc from 'fast-check';
import {
  createValidator,
  findSchemaProblems,
  findValueProblems,
} from '../../../../shared/adapters/analysis/schema/compile';
import { schemaLimits } from '../../../../shared/adapters/analysis/schema/bounds';
import { fieldsOf, unknownData } from '../../../../shared/adapters/analysis/schema/json-schema';
import { runWithoutHang } from '../../../support/hang';

const draft = 'https://json-schema.org/draft/2020-12/schema';
const appointment = {
  $schema: draft,
  type: 'object',
  required: ['Confirmed'],
  properties: {
    Confirmed: { type: 'boolean', description: 'Whether the contact confirmed.' },
    Day: { type: ['string', 'null'], format: 'date' },
    Reason: { enum: ['price', 'time', 'other'] },
    Guests: { type: 'array', items: { $ref: '#/$defs/guest' }, maxItems: 3 },
  },
  $defs: { guest: { type: 'object', properties: { Name: { type: 'string', pattern: '^[A-Z]' } }, required: ['Name'] } },
};

const pointersOf = (schema: Record<string, unknown>): string[] =>
  findSchemaProblems(schema).map(({ pointer }) => pointer);
const withField = (field: unknown, more: object = {}): Record<string, unknown> => ({
  type: 'object',
  properties: { x: field },
  ...more,
});
const nested = (depth: number): object =>
  depth === 0 ? { type: 'string' } : { type: 'array', items: nested(depth - 1) };

describe('an analysis schema', () => {
  it.each([
    ['with every common keyword', appointment],
    ['without anything', {}],
    ['with an id of its own', { ...appointment, $id: 'https://example.com/appointment.json' }],
    ['with fields whose names are keywords', withField({}, { properties: { required: { type: 'string' }, $ref: {} } })],
    ['with a boolean as a schema', withField(true)],
  ])('%s is accepted', (_name, schema) => {
    expect(findSchemaProblems(schema)).toEqual([]);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['another draft', { $schema: 'http://json-schema.org/draft-07/schema#' }, '/$schema'],
    ['another type than an object', { type: 'array' }, '/type'],
    ['an unknown type', withField({ type: 'text' }), '/properties/x/type'],
    ['a list that must be an object', { properties: [] }, '/properties'],
    ['an unknown keyword', withField({ type: 'string', maxLen: 3 }), '/properties/x/maxLen'],
    ['an unknown format', withField({ type: 'string', format: 'phone-number' }), '/properties/x'],
    ['an invalid pattern', withField({ type: 'string', pattern: '(' }), '/properties/x/pattern'],
    ['a remote reference', withField({ $ref: 'https://example.com/a.json' }), '/properties/x/$ref'],
    ['a reference to a file', withField({ $ref: 'a.json#/b' }), '/properties/x/$ref'],
    ['a missing definition', withField({ $ref: '#/$defs/a' }), '/properties/x/$ref'],
    [
      'a definition that contains itself',
      withField({ $ref: '#/$defs/a' }, { $defs: { a: { items: { $ref: '#/$defs/a' } } } }),
      '/$defs/a/items/$ref',
    ],
    ['a dynamic reference', withField({ $dynamicRef: '#a' }), '/properties/x/$dynamicRef'],
    ['an id below the root', withField({ $id: 'https://example.com/x' }), '/properties/x/$id'],
    ['deep nesting', withField(nested(12)), `/properties/x${'/items'.repeat(schemaLimits.depth - 1)}`],
    ['a long pattern', withField({ pattern: 'a'.repeat(501) }), '/properties/x/pattern'],
    ['many bytes', withField({ description: 'a'.repeat(schemaLimits.bytes) }), ''],
    ['many properties', { properties: Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`p${n}`, {}])) }, ''],
  ])('with %s is refused with a pointer', (_name, schema, pointer) => {
    expect(pointersOf(schema)).toContain(pointer);
  });

  it('cannot grow by definitions that use others twice', () => {
    const names = Array.from({ length: 8 }, (_, n) => `d${n}`);
    const $defs = Object.fromEntries(
      names.map((name, n) => [
        name,
        n === 7 ? {} : { anyOf: Array.from({ length: 8 }, () => ({ $ref: `#/$defs/d${n + 1}` })) },
      ]),
    );
    expect(pointersOf(withField({ $ref: '#/$defs/d0' }, { $defs })).length).toBeGreaterThan(0);
  });

  it('of any form is accepted or refused, and never throws', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom('type', 'properties', 'items', '$ref', 'allOf', 'pattern', '$defs', 'x'),
          fc.jsonValue(),
        ),
        (schema) => {
          expect(Array.isArray(findSchemaProblems(schema))).toBe(true);
          expect(Object.values(unknownData(schema)).every((value) => value === null)).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('data', () => {
  const validate = (data: Record<string, unknown>) => createValidator(appointment)?.validate(data);

  it('contradicts a schema only in fields that are known', () => {
    expect(validate({ Confirmed: null, Day: null, Reason: null })).toEqual([]);
    expect(validate({ Confirmed: 'yes', Day: '2026-02-30', Reason: 'weather', Guests: [{ Name: 'ada' }, {}] })).toEqual(
      [
        { Pointer: '/Confirmed', Detail: 'Data must be boolean.' },
        { Pointer: '/Day', Detail: 'Data must match format "date".' },
        { Pointer: '/Reason', Detail: 'Data must be equal to one of the allowed values: ["price","time","other"].' },
        { Pointer: '/Guests/0/Name', Detail: 'Data must match pattern "^[A-Z]".' },
        { Pointer: '/Guests/1/Name', Detail: "Data must have required property 'Name'." },
      ],
    );
  });

  it('is checked in bounded time by a pattern that would take years', () => {
    const validator = createValidator(withField({ type: 'string', pattern: '^(a+)+$' }));
    const errors = runWithoutHang(() => validator?.validate({ x: `${'a'.repeat(60)}!` }));
    expect(errors).toEqual([{ Pointer: '', Detail: 'Data was not checked: the schema takes too long.' }]);
    expect(validator?.validate({ x: 'aaa' })).toEqual([]);
  });

  it('is checked in bounded time by a schema that compares all items many times', () => {
    const schema = withField({ allOf: Array.from({ length: 200 }, () => ({ uniqueItems: true })) });
    expect(findSchemaProblems(schema)).toEqual([]);
    const validator = createValidator(schema);
    const errors = runWithoutHang(() => validator?.validate({ x: Array.from({ length: 450 }, (_, a) => ({ a })) }));
    expect(errors).toEqual([{ Pointer: '', Detail: 'Data was not checked: the schema takes too long.' }]);
  });

  it('with too many values is not checked', () => {
    const many = { x: Array.from({ length: 2_000 }, () => 0) };
    expect(createValidator(withField({ type: 'array', uniqueItems: true }))?.validate(many)).toHaveLength(1);
  });

  it('of a schema that only earlier versions accepted has no validator, and its fields are still known', () => {
    const old = { properties: { a: { typ: 'string' }, b: 7 } };
    expect(createValidator(old)).toBeUndefined();
    expect(unknownData(old)).toEqual({ a: null, b: null });
    expect(fieldsOf({ properties: 'none' })).toEqual([]);
  });
});

describe('a value in the place of a field', () => {
  it('must be valid, or null', () => {
    expect(findValueProblems(appointment, { Confirmed: null })).toEqual([]);
    expect(findValueProblems(appointment, { Confirmed: true })).toEqual([]);
    expect(findValueProblems(appointment, { Confirmed: 'yes' })).toEqual([
      { pointer: '/Confirmed', detail: 'Data must be boolean.' },
    ]);
    const slow = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`x${at}`, { pattern: '^(a+)+$' }]));
    const values = Object.fromEntries(Object.keys(slow).map((name) => [name, `${'a'.repeat(60)}!`]));
    // One check has one time limit, however many fields there are.
    expect(runWithoutHang(() => findValueProblems({ properties: slow }, values))).toMatchObject([{ pointer: '' }]);
    expect(findValueProblems(appointment, { Guests: [{}] })).toMatchObject([{ pointer: '/Guests/0/Name' }]);
    expect(findValueProblems(appointment, { Confirmed: true, toString: 1 })).toMatchObject([{ pointer: '/toString' }]);
    expect(findValueProblems(appointment, { Confirmed: 'yes', Mood: 1 })).toMatchObject([
      { pointer: '/Confirmed' },
      { pointer: '/Mood' },
    ]);
  });
});
