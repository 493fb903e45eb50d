import fc from 'fast-check';
import type { CallAnalysis } from '../../../../shared/domain/call/call';
import {
  afterFailedAnalysis,
  agreedFieldsOf,
  agreementChanges,
  isSameJson,
  type AgreedFields,
} from '../../../../shared/domain/job/analysis';

const analysis = (Data: Record<string, unknown>, SchemaVersion = 1): CallAnalysis => ({
  CallSummary: '',
  Data,
  ConversationEndReason: 'conversation_complete',
  AskedIfBotOrAI: false,
  Source: { Analyzer: 'openai', SchemaVersion, AnalyzedAt: '2026-11-23T00:00:00Z', Calls: 1 },
});
const correction = (Value: unknown) => ({ Value, KeyID: 'key_1', AtMS: 1 });
const request = { AtMS: 1, Attempts: 0 };

describe('a failed analysis', () => {
  it('is repeated ever later, and then given up', () => {
    let [current, waits]: [typeof request, (number | undefined)[]] = [request, []];
    for (let attempt = 0; attempt < 6; attempt++) {
      const next = afterFailedAnalysis(current, 'unavailable', { nowMs: 0 });
      current = next.request;
      waits = [...waits, next.dueMs];
    }
    expect(waits).toEqual([60_000, 300_000, 1_800_000, 7_200_000, 21_600_000, undefined]);
    expect(current).toMatchObject({ Attempts: 6, Abandoned: true, Failure: 'unavailable' });
  });

  it('waits at least as long as the server asks, up to a day', () => {
    expect(afterFailedAnalysis(request, 'rate_limited', { nowMs: 0, retryAfterMs: 90_000 }).dueMs).toBe(90_000);
    expect(afterFailedAnalysis(request, 'rate_limited', { nowMs: 0, retryAfterMs: 1e12 }).dueMs).toBe(86_400_000);
  });

  it.each(['refused', 'token_limit', 'schema_invalid', 'not_configured'] as const)(
    'by %s is given up at once',
    (failure) => {
      expect(afterFailedAnalysis(request, failure, { nowMs: 0 })).toMatchObject({
        dueMs: undefined,
        request: { Abandoned: true },
      });
    },
  );
});

describe('the agreement of an analysis with corrections', () => {
  it('compares values as JSON, and a field that is absent as null', () => {
    const corrections = {
      b: correction({ y: [1, null], x: 'a' }),
      a: correction(null),
      c: correction(1),
      d: correction(false),
    };
    expect(agreedFieldsOf(analysis({ b: { x: 'a', y: [1, null] }, c: '1', d: true }, 3), corrections)).toEqual({
      SchemaVersion: 3,
      Fields: [
        ['a', true],
        ['b', true],
        ['c', false],
        ['d', false],
      ],
    });
  });

  it('says nothing of what no model has analyzed, nor without corrections', () => {
    const { Source: _none, ...byRules } = analysis({ a: null });
    expect(agreedFieldsOf(byRules, { a: correction(null) })).toBeUndefined();
    expect(agreedFieldsOf(analysis({ a: 1 }), {})).toBeUndefined();
    expect(agreedFieldsOf(undefined, { a: correction(1) })).toBeUndefined();
  });

  it('takes no key of the prototype for a value', () => {
    expect(agreedFieldsOf(analysis({}), { toString: correction(null) })?.Fields).toEqual([['toString', true]]);
  });

  const agreed: fc.Arbitrary<AgreedFields | undefined> = fc.option(
    fc.record({
      SchemaVersion: fc.integer({ min: 1, max: 3 }),
      Fields: fc.uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', 'a.b', '$x'), fc.boolean()), {
        selector: ([name]) => name,
      }),
    }),
    { nil: undefined },
  );

  it('is counted by changes that add up to what is counted at once', () => {
    fc.assert(
      fc.property(fc.array(agreed, { maxLength: 8 }), (states) => {
        const sums = new Map<string, [number, number]>();
        let before: AgreedFields | undefined;
        for (const state of states) {
          for (const { schemaVersion, name, agreed: yes, disagreed: no } of agreementChanges(before, state)) {
            const [sumYes, sumNo] = sums.get(`${schemaVersion}/${name}`) ?? [0, 0];
            sums.set(`${schemaVersion}/${name}`, [sumYes + yes, sumNo + no]);
          }
          before = state;
        }
        const expected = (before?.Fields ?? []).map(([name, yes]) => [
          `${before?.SchemaVersion}/${name}`,
          yes ? [1, 0] : [0, 1],
        ]);
        const found = [...sums].filter(([, [yes, no]]) => yes !== 0 || no !== 0);
        expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
      }),
    );
  });
});

describe('isSameJson', () => {
  it('agrees with the text of JSON whose keys are in one order', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        expect(isSameJson(one, JSON.parse(JSON.stringify(one)))).toBe(true);
        if (isSameJson(one, other)) expect(isSameJson(other, one)).toBe(true);
      }),
    );
    expect(isSameJson({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(true);
    expect(isSameJson([], {})).toBe(false);
    expect(isSameJson({ a: undefined }, { b: undefined })).toBe(false);
  });
});
