import fc from 'fast-check';
import { endedReasons } from '../../../../shared/domain/call/call';
import { endedDetails } from '../../../../shared/domain/call/line';
import {
  congestionWaitMs,
  lineOutcome,
  outcomeRows,
  type LineAnswer,
} from '../../../../shared/domain/call/line-outcome';
import { propertyRuns } from '../../../support/sizes';

interface Given {
  code?: number;
  phrase?: string;
  q850?: number;
  rang?: boolean;
  retryAfterMs?: number;
  twilioError?: string;
}
const toAnswer = ({ code, phrase = '', q850, rang = false, retryAfterMs, twilioError }: Given): LineAnswer => ({
  ...(code === undefined ? {} : { sip: { code, phrase, retryAfterMs } }),
  q850,
  rang,
  ...(twilioError === undefined ? {} : { headers: [{ name: 'X-Twilio-Error', value: twilioError }] }),
});
const outcomeOf = (given: Given) => lineOutcome(toAnswer(given));

const busy = { reason: 'contact_busy', detail: 'busy', nextTrunk: false };
const unreached = (detail: string) => ({ reason: 'contact_did_not_answer', detail, nextTrunk: false });
const failed = (detail: string, nextTrunk = true) => ({ reason: 'assistant_error', detail, nextTrunk });
const unwanted = { ...unreached('unwanted'), optedOut: true };
const invalidNumber = { ...unreached('invalid_number'), permanent: true };
const noRoute = { ...failed('no_route'), permanentOnEveryTrunk: true };
const congested = { ...failed('line_congested'), retryAfterMs: congestionWaitMs.usual };

describe('the outcome of an answer', () => {
  it.each<[Given, object]>([
    [{ code: 200 }, { reason: 'contact_hung_up', nextTrunk: false }],
    [
      { code: 200, q850: 16 },
      { reason: 'contact_hung_up', nextTrunk: false },
    ],
    [
      { code: 200, q850: 41 },
      { reason: 'contact_hung_up', detail: 'line_failed', nextTrunk: false },
    ],
    [{ code: 607 }, unwanted],
    [{ code: 607, q850: 17, rang: true }, unwanted],
    [{ code: 608, q850: 21 }, unreached('blocked')],
    [{ code: 603, twilioError: '32203 Blocked' }, unreached('blocked')],
    [{ code: 603, phrase: 'Network blocked', q850: 21 }, unreached('blocked')],
    [{ code: 403, phrase: 'Channel limit exceeded D1' }, congested],
    [{ code: 403, phrase: 'Channel limit exceeded D1', rang: true }, failed('not_permitted', false)],
    [{ code: 503, phrase: 'Trunk CPS limit exceeded' }, congested],
    [{ code: 486, twilioError: '10004' }, congested],
    [{ code: 429 }, congested],
    [
      { code: 503, retryAfterMs: 4_000 },
      { ...congested, retryAfterMs: 4_000 },
    ],
    [{ code: 503, retryAfterMs: 4_000, rang: true }, failed('line_failed', false)],
    [{ code: 503, q850: 42 }, congested],
    [{ code: 503, q850: 42, rang: true }, failed('line_failed', false)],
    [{ code: 480, q850: 17 }, busy],
    [{ code: 486, q850: 18 }, unreached('no_answer')],
    [{ code: 486, q850: 19 }, unreached('no_answer')],
    [{ code: 480, q850: 20 }, unreached('unreachable')],
    [{ code: 486, q850: 20 }, unreached('unreachable')],
    [{ code: 403, q850: 21, rang: true }, unreached('declined')],
    [{ code: 403, q850: 21 }, failed('not_permitted')],
    [{ code: 480, q850: 21 }, unreached('declined')],
    [{ code: 503, q850: 21 }, failed('line_failed')],
    [{ code: 404, q850: 1 }, invalidNumber],
    [{ code: 480, q850: 22 }, invalidNumber],
    [{ code: 404, q850: 28 }, invalidNumber],
    [{ q850: 1 }, invalidNumber],
    [{ code: 503, q850: 1 }, failed('line_failed')],
    [{ code: 404, q850: 2 }, noRoute],
    [{ code: 404, q850: 3 }, noRoute],
    [{ code: 503, q850: 3 }, failed('line_failed')],
    [{ code: 480, q850: 34 }, congested],
    [{ code: 503, q850: 34 }, failed('line_failed')],
    [{ code: 480, q850: 34, rang: true }, failed('line_failed', false)],
    [{ code: 480, q850: 57 }, failed('not_permitted')],
    [{ code: 480, q850: 27 }, failed('line_failed')],
    [{ code: 500, q850: 38 }, failed('line_failed')],
    [{ code: 486, q850: 41 }, failed('line_failed')],
    [{ code: 503, q850: 47 }, failed('line_failed')],
    [{ code: 404, q850: 65 }, failed('codec_refused')],
    [{ code: 480, q850: 88 }, failed('codec_refused')],
    [{ code: 504, q850: 102 }, failed('line_failed', false)],
    [{ code: 486 }, busy],
    [{ code: 486, q850: 16 }, busy],
    [{ code: 600 }, busy],
    [{ code: 480 }, unreached('no_answer')],
    [{ code: 487, rang: true }, unreached('no_answer')],
    [{ code: 408, rang: true }, unreached('no_answer')],
    [{ code: 408 }, failed('line_failed', false)],
    [{ code: 603 }, unreached('declined')],
    [{ code: 603, q850: 21, rang: true }, unreached('declined')],
    [{ code: 604 }, invalidNumber],
    [{ code: 410 }, invalidNumber],
    [{ code: 484 }, invalidNumber],
    [{ code: 404 }, noRoute],
    [{ code: 404, rang: true }, failed('no_route', false)],
    [{ code: 485 }, noRoute],
    [{ code: 401 }, failed('not_permitted')],
    [{ code: 402 }, failed('not_permitted')],
    [{ code: 403, phrase: 'Forbidden' }, failed('not_permitted')],
    [{ code: 407 }, failed('not_permitted')],
    [{ code: 415 }, failed('codec_refused')],
    [{ code: 488 }, failed('codec_refused')],
    [{ code: 606 }, failed('codec_refused')],
    [{ code: 302 }, failed('line_failed')],
    [{ code: 400 }, failed('line_failed')],
    [{ code: 500 }, failed('line_failed')],
    [{ code: 503 }, failed('line_failed')],
    [{ code: 503, rang: true }, failed('line_failed', false)],
    [{ code: 513 }, failed('line_failed')],
    [{ code: 580 }, failed('line_failed')],
    [{ code: 699 }, busy],
    [{}, failed('line_failed', false)],
  ])('%o', (given, expected) => {
    expect(outcomeOf(given)).toEqual(expected);
  });

  it('uses every row of the table', () => {
    const used = new Set<number>();
    fc.assert(
      fc.property(likelyAnswer, (answer) => {
        used.add(rowOf(answer));
      }),
      { numRuns: propertyRuns(2_000) },
    );
    expect([...used].sort((a, b) => a - b)).toEqual(outcomeRows.map((_row, index) => index));
  });
});

const causes = [0, 1, 2, 3, 16, 17, 18, 19, 20, 21, 22, 27, 28, 31, 34, 38, 41, 42, 47, 57, 65, 88, 102];
const phrases = ['', 'Network Blocked', 'Channel limit exceeded', 'Account CPS limit exceeded'];
const codes = [200, 302, 401, 403, 404, 408, 410, 415, 429, 480, 484, 486, 487, 488, 503, 600, 603, 604, 607, 608, 609];
const likelyAnswer = fc
  .record({
    code: fc.option(fc.constantFrom(...codes), { nil: undefined }),
    phrase: fc.constantFrom(...phrases),
    q850: fc.option(fc.constantFrom(...causes), { nil: undefined, freq: 2 }),
    rang: fc.boolean(),
    retryAfterMs: fc.option(fc.integer({ min: 0, max: 10_000 }), { nil: undefined }),
    twilioError: fc.option(fc.constantFrom('10004', '32203', '13224'), { nil: undefined, freq: 2 }),
  })
  .map((given) => toAnswer(given as Given));

/** The row that decides: the first one without which the answer has another outcome than with a marker in its place. */
function rowOf(answer: LineAnswer): number {
  const rows = outcomeRows as { outcome: object }[];
  return rows.findIndex((row) => {
    const { outcome } = row;
    row.outcome = { ...outcome, marker: true };
    const isUsed = 'marker' in lineOutcome(answer);
    row.outcome = outcome;
    return isUsed;
  });
}

const anyNumber = fc.oneof(fc.integer(), fc.double(), fc.integer({ min: 100, max: 699 }), fc.constantFrom(...causes));
const anyAnswer: fc.Arbitrary<LineAnswer> = fc.record({
  sip: fc.option(
    fc.record({
      code: anyNumber,
      phrase: fc.oneof(fc.string(), fc.constantFrom(...phrases)),
      retryAfterMs: fc.option(fc.double(), { nil: undefined }),
    }),
    { nil: undefined },
  ),
  q850: fc.option(anyNumber, { nil: undefined }),
  rang: fc.boolean(),
  headers: fc.option(
    fc.array(fc.record({ name: fc.constantFrom('X-Twilio-Error', 'x-other'), value: fc.string() }), { maxLength: 3 }),
    { nil: undefined },
  ),
});

describe('whatever the line answers', () => {
  it('has an outcome that the rest of the service knows', () => {
    fc.assert(
      fc.property(fc.oneof(anyAnswer, likelyAnswer), (answer) => {
        const { reason, detail } = lineOutcome(answer);
        expect(endedReasons).toContain(reason);
        if (detail !== undefined) expect(endedDetails).toContain(detail);
      }),
    );
  });

  it('leads to no other trunk, and costs an attempt, if a phone may have rung', () => {
    fc.assert(
      fc.property(fc.oneof(anyAnswer, likelyAnswer), (answer) => {
        const outcome = lineOutcome({ ...answer, rang: true });
        expect(outcome.nextTrunk).toBe(false);
        expect(outcome.retryAfterMs).toBeUndefined();
        expect(outcome.permanentOnEveryTrunk).toBeUndefined();
      }),
    );
  });

  it('lets a congested trunk wait a bounded time, and gives up no number for it', () => {
    fc.assert(
      fc.property(fc.oneof(anyAnswer, likelyAnswer), (answer) => {
        const { detail, retryAfterMs, permanent } = lineOutcome(answer);
        expect(retryAfterMs === undefined).toBe(detail !== 'line_congested');
        if (retryAfterMs === undefined) return;
        expect(permanent).toBeUndefined();
        expect(retryAfterMs).toBeGreaterThanOrEqual(congestionWaitMs.least);
        expect(retryAfterMs).toBeLessThanOrEqual(congestionWaitMs.most);
      }),
    );
  });

  it('opts the contact out by 607 alone', () => {
    fc.assert(
      fc.property(fc.oneof(anyAnswer, likelyAnswer), (answer) => {
        expect(lineOutcome(answer).optedOut === true).toBe(answer.sip?.code === 607);
      }),
    );
  });

  it('reads no phrase but three', () => {
    const read = /network blocked|channel limit|cps limit exceeded/i;
    fc.assert(
      fc.property(likelyAnswer, fc.string(), (answer, phrase) => {
        fc.pre(answer.sip !== undefined && !read.test(phrase));
        const { sip } = answer;
        expect(lineOutcome({ ...answer, sip: { ...sip, phrase } })).toEqual(
          lineOutcome({ ...answer, sip: { ...sip, phrase: '' } }),
        );
      }),
    );
  });
});
