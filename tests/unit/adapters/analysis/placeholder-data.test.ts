import fc from 'fast-check';
import { z } from 'zod';
import { buildPlaceholderData, exceedsPlaceholderLimits } from '../../../../shared/adapters/analysis/placeholder-data';
import { measureCpuMs } from '../../../support/cpu-time';

describe('buildPlaceholderData', () => {
  it('returns an empty object without a schema', () => {
    expect(buildPlaceholderData(undefined)).toEqual({});
  });

  it.each([
    { property: { type: 'boolean' }, value: false },
    { property: { type: 'integer', minimum: 1, maximum: 5 }, value: 1 },
    { property: { type: 'number', maximum: -2 }, value: -2 },
    { property: { type: 'string' }, value: '' },
    { property: { type: 'string', minLength: 2 }, value: '--' },
    { property: { type: 'string', enum: ['yes', 'no'] }, value: 'yes' },
    { property: { enum: ['yes', null] }, value: null },
    { property: { type: ['string', 'null'] }, value: null },
    { property: { const: 3 }, value: 3 },
    { property: { type: 'string', default: 'unknown' }, value: 'unknown' },
    { property: { type: 'array', items: { type: 'number' } }, value: [] },
    { property: { type: 'array', items: { type: 'number' }, minItems: 2 }, value: [0, 0] },
    { property: { anyOf: [{ type: 'string' }, { type: 'null' }] }, value: null },
    { property: { oneOf: [{ type: 'number' }, { type: 'string' }] }, value: 0 },
    { property: { properties: { a: { type: 'string' } }, required: ['a'] }, value: { a: '' } },
    { property: true, value: null },
    { property: {}, value: null },
  ])('returns $value for a required $property', ({ property, value }) => {
    const schema = { type: 'object', properties: { x: property }, required: ['x'] };
    expect(buildPlaceholderData(schema)).toEqual({ x: value });
  });

  it('omits optional properties without a default', () => {
    const properties = { a: { type: 'string' }, b: { type: 'string', default: 'b' }, c: { const: false } };
    expect(buildPlaceholderData({ type: 'object', properties })).toEqual({ b: 'b', c: false });
  });

  it('includes a required property without a description', () => {
    expect(buildPlaceholderData({ type: 'object', required: ['x', 'toString'] })).toEqual({ x: null, toString: null });
  });

  it('handles unusual names and schemas', () => {
    const properties = JSON.parse('{"__proto__": {"const": "own"}}') as Record<string, unknown>;
    expect(Object.keys(buildPlaceholderData({ properties }))).toEqual(['__proto__']);
    expect(buildPlaceholderData({ properties: [], required: 'x' })).toEqual({});
    const negative = { x: { type: 'string', minLength: -1 }, y: { type: 'array', minItems: -1 } };
    expect(buildPlaceholderData({ properties: negative, required: ['x', 'y'] })).toEqual({ x: '', y: [] });
    expect(buildPlaceholderData({ required: [{ toString: 1 }, ['x'], 5, 'x'] })).toEqual({ x: null });
  });

  describe('a schema that requires too much', () => {
    const nested = (depth: number, items: object): object =>
      depth === 0 ? items : { type: 'array', minItems: 1_000, items: nested(depth - 1, items) };
    const requiring = (x: object) => ({ type: 'object', properties: { x }, required: ['x'] });
    const wide = {
      properties: Object.fromEntries(Array.from({ length: 1_500 }, (_, index) => [`p${index}`, { type: 'string' }])),
    };
    const long = 'a'.repeat(60_000);

    it.each([
      ['more than a thousand values', nested(1, {})],
      ['a million values', nested(2, {})],
      ['more values than any memory holds', nested(20, { type: 'string' })],
      ['an endless list', { type: 'array', minItems: 1e300 }],
      ['an endless text', { type: 'string', minLength: 1e300 }],
      [
        'a long default many times',
        { type: 'array', minItems: 2, items: { type: 'object', default: { [long]: long } } },
      ],
      ['more properties than a thousand', { ...wide, required: Object.keys(wide.properties) }],
    ])('gives an empty object at no cost: %s', (_what, x) => {
      const schema = requiring(x);
      expect(exceedsPlaceholderLimits(schema)).toBe(true);
      let data: unknown;
      expect(measureCpuMs(() => (data = buildPlaceholderData(schema)))).toBeLessThan(200);
      expect(data).toEqual({});
    });

    it('is one whose items require it, whatever they leave out', () => {
      expect(exceedsPlaceholderLimits(requiring({ type: 'array', minItems: 900, items: wide }))).toBe(false);
      expect(exceedsPlaceholderLimits(requiring({ type: 'array', minItems: 900, items: { type: 'string' } }))).toBe(
        false,
      );
      expect(exceedsPlaceholderLimits({})).toBe(false);
    });
  });

  it('returns data that is valid against its schema', () => {
    const leaf = fc.oneof(
      fc.record({ type: fc.constantFrom('string', 'boolean', 'integer', 'number') }),
      fc.record({ type: fc.constant('integer'), minimum: fc.integer({ min: -9, max: 9 }) }),
      fc.record({ type: fc.constant('string'), minLength: fc.nat({ max: 5 }) }),
      fc.record({ type: fc.constant('string'), enum: fc.uniqueArray(fc.string(), { minLength: 1 }) }),
      fc.constant({ anyOf: [{ type: 'number' }, { type: 'null' }] }),
    );
    const object = (property: fc.Arbitrary<object>) =>
      fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), property, { maxKeys: 4 }).chain((properties) =>
        fc.record({
          type: fc.constant('object'),
          properties: fc.constant(properties),
          required: fc.subarray(Object.keys(properties)),
          additionalProperties: fc.constant(false),
        }),
      );
    const array = fc.record({ type: fc.constant('array'), items: leaf, minItems: fc.nat({ max: 3 }) });
    fc.assert(
      fc.property(object(fc.oneof(leaf, array, object(leaf))), (schema) => {
        const result = z
          .fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0])
          .safeParse(buildPlaceholderData(schema));
        expect(result.error).toBeUndefined();
      }),
    );
  });
});
