import type { ScheduleExplanationBody } from '../../../shared/contracts/schedule-response.schema';
import { findContradictions, type Asked, type Facts } from '../../support/campaign/explanations';
import { comparePositions, errorOf } from '../../support/campaign/positions';
import { createRandom } from '../../support/campaign/random';
import { callsAtOnce, callsInAnyMinute, deviations, type Ring } from '../../support/campaign/rings';
import { createRows } from '../../support/campaign/rows';

const ring = (startMs: number, endMs?: number, jobId = 'job_1'): Ring => ({
  attempt: `call_${jobId}_${startMs}`,
  jobId,
  scenario: 'conversation_complete',
  startMs,
  ...(endMs === undefined ? {} : { endMs }),
});

describe('the limits', () => {
  it('count calls that overlap, and not one that begins when another ends', () => {
    const rings = [ring(0, 100), ring(50, 150), ring(100, 200), ring(150)];
    expect(callsAtOnce(rings, { calls: 2 })).toEqual({ most: 2, over: [] });
    expect(callsAtOnce([...rings, ring(120, 130)], { calls: 2 }).over).toEqual([{ atMs: 120, calls: 3, allowed: 2 }]);
    // A call without an end runs on.
    expect(callsAtOnce([ring(0), ring(1_000_000, 1_000_001)], { calls: 1 }).over).toHaveLength(1);
  });

  it('count calls in any minute, not in one of the clock', () => {
    const starts = [0, 30_000, 59_999, 60_000, 89_999].map((startMs) => ring(startMs, startMs + 1));
    expect(callsInAnyMinute(starts, { calls: 3 }).over).toEqual([{ atMs: 89_999, calls: 4, allowed: 3 }]);
    expect(callsInAnyMinute(starts, { calls: 4 })).toEqual({ most: 4, over: [] });
  });

  it('rise with a ramp from a tenth', () => {
    const ramp = { fromMs: 0, untilMs: 1_000 };
    const limit = { calls: 20, ramp };
    expect(callsAtOnce([ring(0, 900), ring(0, 900)], limit).over).toEqual([]);
    expect(callsAtOnce([ring(0, 900), ring(0, 900), ring(10, 900)], limit).over).toHaveLength(1);
    expect(callsAtOnce([ring(0, 900), ring(0, 900), ring(500, 900)], limit).over).toEqual([]);
  });
});

it('measures how far shares are from their weights', () => {
  const weights = [
    { id: 'a', weight: 1 },
    { id: 'b', weight: 1 },
  ];
  const counts = new Map([
    ['a', 60],
    ['b', 40],
  ]);
  expect([...deviations(counts, weights)]).toEqual([
    ['a', 2],
    ['b', -2],
  ]);
});

it('makes the same rows from the same seed, of every kind', () => {
  const rows = createRows(200, createRandom(7));
  expect(createRows(200, createRandom(7))).toEqual(rows);
  expect(createRows(200, createRandom(8))).not.toEqual(rows);
  expect(rows.map(({ id }) => id)).toEqual(rows.map((_row, index) => index + 1));
  expect(new Set(rows.map(({ kind }) => kind)).size).toBe(8);
  for (const { phoneNumber } of rows.filter(({ kind }) => kind === 'twin'))
    expect(rows.filter((row) => row.phoneNumber === phoneNumber).map(({ kind }) => kind)).toEqual(['refusing', 'twin']);
});

const explained = (fields: Partial<ScheduleExplanationBody>): Asked => ({
  jobId: 'job_1',
  fromMs: 10_000,
  toMs: 10_010,
  body: {
    JobID: 'job_1',
    State: 'scheduled',
    NextCallMS: null,
    HeldBy: null,
    Message: '',
    Gates: [],
    Queue: null,
    Attempts: [],
    Assume: 'contact_busy',
    Forecast: [],
    ForecastEndsBecause: null,
    ...fields,
  },
});
const facts = (fields: Partial<Facts> = {}): Facts => ({
  rings: [ring(20_000, 21_000)],
  transitions: [
    { state: 'scheduled', atMs: 1_000 },
    { state: 'calling', atMs: 19_900 },
    { state: 'completed', atMs: 21_100 },
  ],
  end: { state: 'completed' },
  pauses: [],
  retryDelayMs: 5_000,
  ...fields,
});
const pause = { requestedMs: 8_000, answeredMs: 8_010, endRequestedMs: 19_000, endAnsweredMs: 19_010 };
const closed = (Name: 'Ramp' | 'RetryDelay' | 'Suppression') =>
  ({ Name, Origin: 'campaign', Satisfied: false, OpensAtMS: null, Message: '' }) as const;
const held = (HeldBy: 'Ramp' | 'RetryDelay', NextCallMS: number) =>
  explained({ HeldBy, NextCallMS, Gates: [closed(HeldBy)] });
const queued = { HeldBy: 'MaxConcurrentCalls', Queue: { Before: 3, AboutMS: null } } as const;
const suppression = { requestedMs: 9_000, answeredMs: 9_010 };
const optedOut = { rings: [], end: { state: 'failed', reason: 'opted_out' }, suppression };

describe('an explanation is right', () => {
  const right: [string, Asked, Facts][] = [
    ['of a queue', explained(queued), facts()],
    ['of a pause', explained({ HeldBy: 'State' }), facts({ pauses: [pause] })],
    ['of an instant', held('Ramp', 19_990), facts()],
    ['of a suppression', explained({ Gates: [closed('Suppression')] }), facts(optedOut)],
    ['of a call', { ...explained({ State: 'calling' }), fromMs: 20_100, toMs: 20_110 }, facts()],
    ['of an end', { ...explained({ State: 'completed' }), fromMs: 22_000, toMs: 22_010 }, facts()],
  ];
  it.each(right)('%s', (_what, asked, known) => expect(findContradictions(asked, known)).toEqual([]));
});

describe('an explanation is wrong', () => {
  const wrong: [string, Asked, Facts, RegExp][] = [
    ['of a state that the job was not in', explained({ State: 'calling' }), facts(), /said to be calling/],
    ['that it is over, and it rings', explained({ State: 'completed' }), facts(), /rang although/],
    ['that it waits, while its call runs', explained(queued), facts({ rings: [ring(9_000, 11_000)] }), /its call/],
    ['of a pause that was over', explained({ HeldBy: 'State' }), facts(), /while the campaign was not/],
    [
      'of a pause in which it rings',
      explained({ HeldBy: 'State' }),
      facts({ pauses: [pause], rings: [ring(18_000, 18_500)] }),
      /rang in the pause/,
    ],
    ['of a queue, while it is paused', explained(queued), facts({ pauses: [pause] }), /was paused/],
    ['of an instant that is too late', held('Ramp', 30_000), facts(), /rang 10000 ms before/],
    ['of a gate that is open', explained({ HeldBy: 'Ramp', NextCallMS: 15_000 }), facts(), /which is open/],
    ['of a future instant without a gate', explained({ NextCallMS: 15_000 }), facts(), /no gate decides/],
    [
      'of a retry that comes too soon',
      held('RetryDelay', 13_000),
      facts({ rings: [ring(8_500, 9_000), ring(20_000, 21_000)] }),
      /before its retry delay/,
    ],
    ['of no call, without a cause', explained({}), facts(), /no suppression is named/],
    ['of a queue, for a suppressed number', explained(queued), facts(optedOut), /although its number/],
    ['of a gate that nothing set', explained({ HeldBy: 'TimeRules', NextCallMS: 15_000 }), facts(), /nothing set/],
  ];
  it.each(wrong)('%s', (_what, asked, known, says) =>
    expect(findContradictions(asked, known).join('; ')).toMatch(says),
  );
});

it('compares how many jobs were before another with those that were called before it', () => {
  const rings = [1, 2, 3, 4].map((n) => ring(11_000 + n, undefined, `job_${n + 1}`));
  const asked = [
    explained(queued),
    { ...explained({ ...queued, Queue: { Before: 1, AboutMS: null } }), fromMs: 11_003 },
  ];
  const line = { rings: [...rings, ring(20_000)], jobsOf: () => new Set(['job_2']), isCalm: () => true };
  const [toRing, between] = comparePositions(asked, line);
  expect([toRing, between]).toMatchObject([
    { said: 3, called: 4 },
    { said: 2, called: 2 },
  ]);
  expect(errorOf(toRing!)).toBe(1);
  expect(comparePositions(asked, { ...line, isCalm: () => false })).toEqual([]);
  const ofCaller = explained({ ...queued, Message: 'At most 4 calls of the caller ID at once' });
  expect(comparePositions([ofCaller], line)).toMatchObject([{ said: 3, called: 1 }]);
});
