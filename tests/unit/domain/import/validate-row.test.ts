import fc from 'fast-check';
import { parseFlatJob, rowShape } from '../../../../shared/contracts/import-row';
import { loadNumberFacts } from '../../../../shared/adapters/numbers/facts-of-number';
import { loadNumberReader } from '../../../../shared/adapters/numbers/read-number';
import { loadZones } from '../../../../shared/adapters/numbers/zones-of-number';
import {
  createRowValidator,
  summarizeRowProblems,
  type RowValidator,
} from '../../../../shared/domain/import/validate-row';
import { createJobSchema } from '../../../../shared/contracts/job.schema';
import type { CampaignConfig } from '../../../../shared/domain/campaign/campaign';
import type { JobOverrides } from '../../../../shared/domain/job/overrides';
import { mask, truncateForDisplay } from '../../../../shared/domain/import/row';
import { openPolicy } from '../../../../shared/domain/organization/policy';

const campaign = { Name: 'Test', DefaultCallerID: '+14155550100' };
const createValidator = (
  settings: Partial<CampaignConfig> = {},
  hasCeilings = false,
  shape = rowShape,
): Promise<RowValidator> =>
  createRowValidator({
    shape,
    campaign: { ...campaign, ...settings },
    policy: openPolicy,
    hasCeilings,
    validateOverrides: () => [],
    loadZones,
    loadNumberFacts,
    loadNumberReader,
    nowMs: Date.UTC(2026, 0, 5, 12),
  });
let validate: RowValidator;
beforeAll(async () => {
  validate = await createValidator();
});
const row = (fields: Record<string, unknown>) => ({ number: 3, fields, problems: [] });

const name = fc.string({ unit: fc.constantFrom('a', 'Z', '_', 'é', '\0', '__service_', '__proto__'), maxLength: 4 });
const value = fc.oneof(
  name,
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.constant('x'.repeat(250)),
  fc.constant({}),
  fc.constant([1]),
);
const object = fc.oneof(fc.dictionary(name, value), value);
const fields = fc.record(
  {
    ContactPhoneNumber: fc.oneof(fc.constantFrom('+14155550123', '+1', '14155550123', '+0123456789', ''), value),
    ContactName: value,
    Metadata: object,
    Data: object,
    Priority: fc.oneof(fc.integer({ min: -102, max: 102 }), fc.double(), value),
    TestJob: value,
    Overrides: fc.constant({}),
    CallerID: fc.constant('+14155550100'),
    Unknown: value,
  },
  { requiredKeys: ['ContactPhoneNumber'] },
);

describe('a row', () => {
  it('is parsed by the fast path exactly as by the schema', () => {
    fc.assert(
      fc.property(fields, (given) => {
        // As it is read from a file.
        const read = JSON.parse(JSON.stringify(given)) as Record<string, unknown>;
        const job = parseFlatJob(read);
        if (job !== undefined) expect(createJobSchema.parse(read)).toEqual(job);
      }),
      { numRuns: 3_000 },
    );
  });

  it('is left to the schema at the limits of the fast path', () => {
    // JSON writes a control character in six bytes: text that is short in characters can exceed the limit in bytes.
    const text = '\u0001'.repeat(190);
    for (const keys of [10, 20, 27, 28, 30, 50]) {
      const Data = Object.fromEntries(Array.from({ length: keys }, (_, index) => [`${index}${text}`, text]));
      const read = { ContactPhoneNumber: '+14155550123', Data };
      expect(validate(row(read)).kind).toBe(createJobSchema.safeParse(read).success ? 'valid' : 'invalid');
      if (keys <= 20) expect(parseFlatJob(read)).toEqual(createJobSchema.parse(read));
    }
  });

  it('is validated exactly as the schema decides', () => {
    fc.assert(
      fc.property(fields, (given) => {
        const read = JSON.parse(JSON.stringify(given)) as Record<string, unknown>;
        expect(validate(row(read)).kind).toBe(createJobSchema.safeParse(read).success ? 'valid' : 'invalid');
      }),
      { numRuns: 1_000 },
    );
  });

  it('that cannot be validated is invalid, whatever it holds', async () => {
    let nested: unknown = [];
    for (let levels = 0; levels < 200_000; levels++) nested = [nested];
    const deep = { ContactPhoneNumber: '+14155550123', Metadata: { a: nested } };
    const shape = {
      ...rowShape,
      parse: (): never => {
        throw new TypeError('secret');
      },
    };
    const throwing = await createValidator({}, false, shape);
    for (const [validator, why] of [
      [validate, 'RangeError'],
      [throwing, 'TypeError'],
    ] as const) {
      const found = validator(row(deep));
      expect(found).toEqual({
        kind: 'invalid',
        number: 3,
        problems: [{ code: 'invalid_value', column: '', value: '', detail: `The row cannot be validated (${why}).` }],
        salvaged: {},
      });
    }
  });

  it('that is invalid keeps its valid fields, and is described without its values', () => {
    const secret = 'Very Private';
    const validated = validate(
      row({
        ContactPhoneNumber: `0800 ${secret}`,
        ContactName: 'Ann',
        [secret]: 1,
        Data: { [secret]: '\0' },
        Metadata: { A: 1 },
      }),
    );
    if (validated.kind !== 'invalid') throw new Error('The row is invalid.');
    expect(validated.salvaged).toEqual({ ContactName: 'Ann', Metadata: { A: 1 } });
    const sentence = summarizeRowProblems(validated.number, validated.problems);
    expect(sentence).toMatch(/^Row 3 of the import is invalid: ContactPhoneNumber: Expected an E.164 number/);
    expect(sentence).not.toContain(secret);
    expect(validated.problems.map(({ column, detail }) => column + detail).join()).not.toContain(secret);
  });
});

describe('a row of a campaign that infers time zones', () => {
  const TimeRules = [{ TimeRanges: [{ Start: '09:00', End: '12:00' }] }];
  const Constraints = { TimeRules };
  const problemsOf = (validated: ReturnType<RowValidator>) => (validated.kind === 'invalid' ? validated.problems : []);

  it.each([
    ['+14155550123', undefined],
    ['+18005550123', 'This number has no known time zone.'],
    ['+79161234567', 'the windows never overlap in all of them'],
  ])('%s: the time zone must be known, wherever the windows come from', async (ContactPhoneNumber, why) => {
    const inCampaign = await createValidator({ InferTimeZone: true, Defaults: { Constraints } });
    const inRow = await createValidator({ InferTimeZone: true });
    const verdicts = [
      inCampaign(row({ ContactPhoneNumber })),
      inCampaign(row({ ContactPhoneNumber })),
      inRow(row({ ContactPhoneNumber, Overrides: { Constraints } })),
    ];
    for (const validated of verdicts) {
      expect(problemsOf(validated).map(({ column, code }) => [column, code])).toEqual(
        why === undefined ? [] : [['Overrides/Constraints/TimeZone', 'not_allowed_in_campaign']],
      );
      expect(problemsOf(validated)[0]?.detail ?? '').toContain(why ?? '');
    }
    const zoned = { Overrides: { Constraints: { ...Constraints, TimeZone: 'UTC' } } };
    expect(inRow(row({ ContactPhoneNumber, ...zoned })).kind).toBe('valid');
    expect(inRow(row({ ContactPhoneNumber })).kind).toBe('valid');
  });
});

describe('the rows of a campaign with many windows and variants', () => {
  const ranges = (count: number) =>
    Array.from({ length: count }, (_, index) => {
      const clock = (minute: number) =>
        `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
      return { Start: clock((index * 2) % 1_400), End: clock(((index * 2) % 1_400) + 1) };
    });
  const rules = (count: number) =>
    Array.from({ length: Math.ceil(count / 50) }, () => ({ TimeRanges: ranges(Math.min(count, 50)) }));
  const defaults = {
    Constraints: { TimeRules: rules(500) },
    Integrations: Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`k${index}`, index])),
  };
  const variants = (each: () => JobOverrides) =>
    Array.from({ length: 50 }, (_, index) => ({ ID: `v${index}`, Weight: 1, Overrides: each() }));
  const batch = (fields: (index: number) => Record<string, unknown>) =>
    Array.from({ length: 100 }, (_, index) => row({ ContactPhoneNumber: `+7916123${1000 + index}`, ...fields(index) }));
  /** @returns the value, with every read of it counted, at any depth */
  function counted<T extends object>(value: T, count: () => void): T {
    const kept = new WeakMap<object, object>();
    const wrap = (given: unknown): unknown => {
      if (typeof given !== 'object' || given === null) return given;
      const proxy = kept.get(given) ?? new Proxy(given, { get: (...read) => (count(), wrap(Reflect.get(...read))) });
      kept.set(given, proxy);
      return proxy;
    };
    return wrap(value) as T;
  }

  it.each([
    ['constraints of their own', variants(() => ({})), () => ({ MaxTotalCalls: 1 })],
    ['variants with integrations', variants(() => ({ Integrations: { own: 1 } })), () => ({ MaxTotalCalls: 1 })],
    [
      'variants with windows',
      variants(() => ({ Constraints: { TimeRules: rules(30) } })),
      () => ({ MaxTotalCalls: 1 }),
    ],
    ['equal windows', variants(() => ({})), () => ({ TimeRules: rules(20) })],
    [
      'different windows',
      variants(() => ({})),
      (index: number) => ({ TimeRules: [{ TimeRanges: [{ Start: '00:00', End: `12:${10 + (index % 50)}` }] }] }),
    ],
  ])('read the settings of the campaign once for all of them: %s', async (_of, Variants, own) => {
    let reads = 0;
    const settings = counted({ InferTimeZone: true, Defaults: defaults, Variants }, () => reads++);
    const validator = await createValidator(settings);
    const [first, ...others] = batch((index) => ({ Overrides: { Constraints: own(index) } }));
    validator(first!);
    const ofFirst = reads;
    others.forEach((one) => validator(one));
    // What is left for each row are the ids of the variants, and which windows can apply to it.
    expect((reads - ofFirst) / others.length).toBeLessThan(ofFirst / 4);
  });
});

it('shows a long value without half of a character', () => {
  expect(truncateForDisplay(`${'x'.repeat(99)}😀`)).toBe('x'.repeat(99));
  expect(mask(`${'x'.repeat(39)}😀`)).toBe(`xx${'*'.repeat(35)}xx`);
});

it('masks all but the ends of a value', () => {
  expect(['+14155550123', 'Ann', '', 'é😀'].map(mask)).toEqual(['+1********23', '***', '', '**']);
});
