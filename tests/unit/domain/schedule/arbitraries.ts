import fc from 'fast-check';
import { weekdays, type Constraints, type TimeRule } from '../../../../shared/domain/schedule/constraints';
import type { AttemptTimes, PlanInput } from '../../../../shared/domain/schedule/plan';
import { formatDuration } from '../../../../shared/domain/duration';
import { localTime } from './oracle';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Both hemispheres, half and quarter hours, changes at midnight, half-hour changes, a skipped day, changed and abolished rules. */
export const zones = [
  'Europe/Helsinki',
  'Europe/London',
  'America/New_York',
  'America/St_Johns',
  'America/Sao_Paulo',
  'America/Havana',
  'America/Santiago',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Tehran',
  'Australia/Lord_Howe',
  'Australia/Sydney',
  'Pacific/Apia',
  'Pacific/Auckland',
  'Pacific/Chatham',
] as const;

const firstMs = Date.UTC(2009, 0, 1);
const lastMs = Date.UTC(2032, 0, 1);
const clockAhead = (zone: string, atMs: number): number => {
  const local = localTime(zone, atMs);
  return Date.parse(`${local.date}T00:00Z`) + local.minute * minuteMs - Math.floor(atMs / minuteMs) * minuteMs;
};

/** The days of a zone's clock changes, found by sampling twice a week. */
const changes = new Map<string, number[]>();
function changesOf(zone: string): number[] {
  const known = changes.get(zone);
  if (known) return known;
  const found: number[] = [];
  for (let atMs = firstMs; atMs < lastMs; atMs += 4 * dayMs) {
    if (clockAhead(zone, atMs) === clockAhead(zone, atMs + 4 * dayMs)) continue;
    let fromMs = atMs;
    while (clockAhead(zone, fromMs) === clockAhead(zone, fromMs + hourMs)) fromMs += hourMs;
    found.push(fromMs);
  }
  changes.set(zone, found);
  return found;
}

/** An instant from 2009 to 2031; in half of the cases within two days before a clock change, or shortly after it. */
export function instantIn(zone: string): fc.Arbitrary<number> {
  const anyTime = fc.integer({ min: firstMs / 1000, max: lastMs / 1000 }).map((seconds) => seconds * 1000);
  const found = changesOf(zone);
  if (found.length === 0) return anyTime;
  const nearChange = fc
    .tuple(fc.constantFrom(...found), fc.integer({ min: -48 * 3600, max: 3 * 3600 }))
    .map(([changeMs, seconds]) => changeMs + seconds * 1000);
  return fc.oneof(anyTime, nearChange);
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');
const clock = (minute: number): string => `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`;
/** Clocks change at night, so half of the edges lie between 23:00 and 05:00. */
const minuteOfDay = fc.oneof(
  fc.integer({ min: 0, max: 1439 }),
  fc.integer({ min: 0, max: 24 }).map((quarter) => (23 * 60 + quarter * 15) % 1440),
);

/** Any two times, or a window of at most an hour and a half: short ones can lie completely in a skipped hour. */
const timeRange = fc
  .oneof(
    fc.record({ start: minuteOfDay, end: fc.oneof({ weight: 9, arbitrary: minuteOfDay }, fc.constant(1440)) }),
    fc
      .record({ start: minuteOfDay, length: fc.integer({ min: 1, max: 90 }) })
      .map(({ start, length }) => ({ start, end: (start + length) % 1440 })),
  )
  .filter(({ start, end }) => start !== end)
  .map(({ start, end }) => ({ Start: clock(start), End: clock(end) }));

export const timeRules: fc.Arbitrary<TimeRule[]> = fc.array(
  fc.record(
    { TimeRanges: fc.array(timeRange, { minLength: 1, maxLength: 3 }), Weekdays: fc.subarray([...weekdays]) },
    { requiredKeys: ['TimeRanges'] },
  ),
  { minLength: 1, maxLength: 3 },
);

/** From a second to four days, to the second. */
const duration = fc
  .oneof(fc.integer({ min: 1, max: 7200 }), fc.integer({ min: 1, max: 96 * 3600 }))
  .map((seconds) => formatDuration(seconds * 1000));

const sometimes = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq: 2 });

const constraints: fc.Arbitrary<Constraints> = fc.record({
  MinCreationDelay: sometimes(duration),
  MinDurationBetweenCalls: sometimes(duration),
  MaxTotalCalls: sometimes(fc.oneof(fc.constant(0), fc.integer({ min: 6, max: 12 }))),
  MaxAttemptsInInterval: sometimes(fc.record({ Count: fc.integer({ min: 1, max: 4 }), Duration: duration })),
});

/** Attempts in the last days before `nowMs`, in order, without overlap. */
function attemptsBefore(nowMs: number): fc.Arbitrary<AttemptTimes[]> {
  const gaps = fc.array(fc.tuple(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: 0, max: 1800 })), {
    maxLength: 8,
  });
  return gaps.map((list) => {
    let untilMs = nowMs;
    const attempts: AttemptTimes[] = [];
    for (const [gapSeconds, talkSeconds] of list) {
      const endedAtMs = untilMs - gapSeconds * 1000;
      untilMs = endedAtMs - talkSeconds * 1000;
      attempts.unshift({ startedAtMs: untilMs, endedAtMs });
    }
    return attempts;
  });
}

const date = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);
const blackoutsNear = (nowMs: number): fc.Arbitrary<{ From: string; To: string; Name: string }[]> =>
  fc.array(
    fc.tuple(fc.integer({ min: -2, max: 6 }), fc.integer({ min: 0, max: 2 })).map(([day, more]) => ({
      From: date(nowMs + day * dayMs),
      To: date(nowMs + (day + more) * dayMs),
      Name: 'Holiday',
    })),
    { maxLength: 2 },
  );

const someZones = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...zones).map((zone) => [zone]) },
  { weight: 1, arbitrary: fc.uniqueArray(fc.constantFrom(...zones), { minLength: 2, maxLength: 3 }) },
);

/** A running job with any combination of rules. `jitterSeconds` is 0. */
export const planInput: fc.Arbitrary<PlanInput> = someZones
  .chain((names) => instantIn(names[0]!).map((nowMs) => ({ names, nowMs })))
  .chain(({ names, nowMs }) =>
    fc.record({
      jobId: fc.uuid(),
      nowMs: fc.constant(nowMs),
      ageSeconds: fc.integer({ min: 0, max: 100_000 }),
      attempts: attemptsBefore(nowMs),
      constraints,
      rules: fc.option(timeRules, { nil: undefined, freq: 5 }),
      blackouts: fc.oneof(fc.constant([]), blackoutsNear(nowMs)),
      retrySeconds: sometimes(fc.integer({ min: -3600, max: 100_000 })),
      names: fc.constant(names),
      budget: sometimes(
        fc.record({
          count: fc.integer({ min: 1, max: 3 }),
          hours: fc.integer({ min: 1, max: 72 }),
          others: attemptsBefore(nowMs),
        }),
      ),
    }),
  )
  .map(({ jobId, nowMs, ageSeconds, attempts, constraints: set, rules, blackouts, retrySeconds, names, budget }) => ({
    jobId,
    createdAtMs: (attempts[0]?.startedAtMs ?? nowMs) - ageSeconds * 1000,
    nowMs,
    constraints: { ...set, TimeRules: rules, TimeZone: names[0] },
    attempts,
    jitterSeconds: 0,
    retry:
      retrySeconds === undefined ? undefined : { notBeforeMs: nowMs + retrySeconds * 1000, because: 'contact_busy' },
    blackouts,
    zones: names.length > 1 ? names : undefined,
    numberBudgets: budget && [
      {
        origin: 'campaign' as const,
        count: budget.count,
        durationMs: budget.hours * hourMs,
        attemptStartsMs: [...attempts, ...budget.others].map((attempt) => attempt.startedAtMs),
      },
    ],
    maxTotalCallsDefault: 0,
  }));
