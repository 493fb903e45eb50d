/**
 * Measures plans per second on one core, and the speedup over a minute-by-minute search with luxon.
 * Run: `npx tsx bench/schedule.ts`
 */
import { DateTime } from 'luxon';
import { weekdays, type TimeRule } from '../shared/domain/schedule/constraints';
import { forecastAttempts } from '../shared/domain/schedule/forecast';
import { planNextCall, type PlanInput } from '../shared/domain/schedule/plan';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const startMs = Date.UTC(2026, 0, 1);

const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
/** Creates one rule per weekday from Monday on: windows between 09:00 and 17:00, with a break after each. */
const rulesOf = (count: number, ranges: number): TimeRule[] =>
  Array.from({ length: count }, (_, rule) => ({
    Weekdays: [weekdays[(rule + 1) % 7]!],
    TimeRanges: Array.from({ length: ranges }, (__, range) => {
      const from = 9 * 60 + Math.floor((range * 480) / ranges);
      return { Start: clock(from), End: clock(from + Math.floor(360 / ranges)) };
    }),
  }));

/** Creates inputs for a job with attempts, at instants spread over two years; each `n` gives another instant. */
function jobs({
  rules,
  attempts,
  more,
}: {
  rules: TimeRule[];
  attempts: number;
  more?: Partial<PlanInput>;
}): (n: number) => PlanInput {
  return (n) => {
    const nowMs = startMs + ((n * 7_919) % (2 * 365 * 24 * 60)) * minuteMs;
    return {
      jobId: `job-${n}`,
      createdAtMs: nowMs - 90 * dayMs,
      nowMs,
      constraints: {
        MinCreationDelay: '1h',
        MinDurationBetweenCalls: '2h',
        MaxAttemptsInInterval: { Count: 3, Duration: '24h' },
        MaxTotalCalls: 1000,
        TimeZone: 'Europe/Helsinki',
        TimeRules: rules,
      },
      attempts: Array.from({ length: attempts }, (_, index) => {
        const startedAtMs = nowMs - (attempts - index) * 4 * hourMs;
        return { startedAtMs, endedAtMs: startedAtMs + minuteMs };
      }),
      jitterSeconds: 30,
      maxTotalCallsDefault: 0,
      ...more,
    };
  };
}

/** Finds the same answer by checking every minute, like a naive implementation. */
function walkMinutes(input: PlanInput): number {
  const { TimeZone: zone = 'UTC', TimeRules: rules = [] } = input.constraints;
  const last = input.attempts.at(-1)?.startedAtMs ?? 0;
  for (let atMs = Math.ceil(input.nowMs / minuteMs) * minuteMs; ; atMs += minuteMs) {
    if (atMs < last + 2 * hourMs) continue;
    const startsMs = input.attempts.filter((attempt) => attempt.startedAtMs > atMs - dayMs);
    if (startsMs.length >= 3) continue;
    const local = DateTime.fromMillis(atMs, { zone });
    const day = weekdays[local.weekday % 7]!;
    const time = local.toFormat('HH:mm');
    const open = rules.some(
      (rule) =>
        rule.Weekdays?.includes(day) === true &&
        rule.TimeRanges.some((range) => range.Start <= time && time < range.End),
    );
    if (open) return atMs;
  }
}

/** Measures plans per second and the median of one plan in microseconds; the inputs are created beforehand. */
function measure(
  input: (n: number) => PlanInput,
  plan: (input: PlanInput) => unknown,
  count: number,
): { perSecond: number; medianUs: number } {
  for (let n = 0; n < count / 4; n++) plan(input(n));
  const inputs = Array.from({ length: count }, (_, n) => input(n));
  const timesNs = inputs.map((each) => {
    const startedAt = process.hrtime.bigint();
    plan(each);
    return Number(process.hrtime.bigint() - startedAt);
  });
  const totalNs = timesNs.reduce((sum, ns) => sum + ns, 0);
  return {
    perSecond: (count / totalNs) * 1e9,
    medianUs: timesNs.sort((one, other) => one - other)[Math.floor(count / 2)]! / 1000,
  };
}

const cases = {
  'three rules of two ranges, 5 attempts': jobs({ rules: rulesOf(3, 2), attempts: 5 }),
  'five rules of three ranges, 5 attempts': jobs({ rules: rulesOf(5, 3), attempts: 5 }),
  'seven rules of twenty ranges, 500 attempts': jobs({ rules: rulesOf(7, 20), attempts: 500 }),
  'the same in three zones, with ten blackout ranges and two limits': jobs({
    rules: rulesOf(7, 20),
    attempts: 500,
    more: {
      zones: ['Europe/London', 'Europe/Helsinki', 'Atlantic/Azores'],
      blackouts: Array.from({ length: 10 }, (_, index) => ({
        From: `2026-${String(index + 1).padStart(2, '0')}-10`,
        To: `2026-${String(index + 1).padStart(2, '0')}-12`,
        Name: 'Holiday',
      })),
      numberLimits: (['campaign', 'organization'] as const).map((origin) => ({
        origin,
        count: 2,
        durationMs: dayMs,
        attemptStartsMs: Array.from({ length: 500 }, (_, index) => startMs - index * hourMs),
      })),
    },
  }),
};

for (const [name, input] of Object.entries(cases)) {
  const { perSecond, medianUs } = measure(input, planNextCall, 20_000);
  const walked = measure(input, walkMinutes, 60);
  console.log(
    `${name}: ${Math.round(perSecond)} plans/s, median ${medianUs.toFixed(1)} µs, ${Math.round(perSecond / walked.perSecond)} times the minute-by-minute search`,
  );
}

const options = {
  count: 50,
  assume: 'contact_did_not_answer',
  callDurationMs: 45_000,
  retryDelayMs: () => ({ delayMs: hourMs }),
};
const preview = measure(
  cases['five rules of three ranges, 5 attempts'],
  (input) => [...forecastAttempts(input, options)],
  500,
);
console.log(`a forecast of 50 attempts: median ${(preview.medianUs / 1000).toFixed(2)} ms`);
