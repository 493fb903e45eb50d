import { z } from 'zod';
import { gateNames } from '../domain/schedule/gate';
import { bucketNames } from '../domain/stats/buckets';
import { dimensions } from '../domain/stats/cells';
import { count, field, instant } from './field';
import { instantParameter } from './parameters';
import { timeZone } from './primitives';

/** By what calls are grouped. */
export const groupings = [...dimensions, 'hour_of_week'] as const;
export type Grouping = (typeof groupings)[number];

/** Bounds of a series. */
export const seriesBounds = { days: 400, buckets: 1_000 } as const;

/** The parameters of `GET …/stats` that ask for counts over time. */
export const seriesQuery = {
  from: field(
    instantParameter,
    `Start of the interval: RFC 3339, or unix milliseconds. Without it the interval begins 24 hours (\`bucket=hour\`), 182 days (\`bucket=week\`) or 30 days before its end. It may have ${seriesBounds.days} days.`,
    '2026-11-01T00:00:00Z',
  ).optional(),
  to: field(
    instantParameter,
    'End of the interval, which it excludes: RFC 3339, or unix milliseconds; now if absent.',
    '2026-11-22T00:00:00Z',
  ).optional(),
  bucket: field(
    z.enum(bucketNames, `Expected one of ${bucketNames.join(', ')}.`),
    `Divides the interval into hours, days, or weeks from Monday: ${seriesBounds.buckets} at most. The interval is widened to whole ones.`,
    'day',
  ).optional(),
  by: field(
    z.enum(groupings, `Expected one of ${groupings.join(', ')}.`),
    'Groups the calls. `hour_of_week` is by the clock of `time_zone`, or else of the campaign, and over the whole interval.',
    'outcome',
  ).optional(),
  time_zone: field(timeZone, 'Where days, weeks and hours begin; `UTC` if absent.', 'Europe/Helsinki').optional(),
};

const rate = z
  .object({
    Rate: field(z.number(), 'Part of the calls that was answered, from 0 to 1.', 0.31),
    Low: field(z.number(), 'Lower end of the interval.', 0.29),
    High: field(z.number(), 'Upper end of the interval.', 0.33),
  })
  .meta({ id: 'AnswerRate', description: 'The answer rate with its Wilson score interval at a level of 95 %.' });

const steps = {
  Attempted: count('With a call that was dialed.', 365),
  Answered: count('With a call that was answered.', 114),
  Talked: count('With a conversation with a person, by the analysis.', 99),
  Objective: count('With a call that completed the job.', 43),
};
const jobSteps = z
  .object({ In: count('Jobs.', 400), ...steps })
  .meta({ id: 'JobFunnel', description: 'Jobs, and how many of them have come how far. Test jobs are left out.' });

const callSteps = {
  Attempted: count('Calls that were dialed.', 365),
  Answered: count('Those that were answered.', 114),
  Talked: count('Those with a conversation with a person, by the analysis.', 99),
  Objective: count('Those that completed their job.', 43),
  AnswerRate: field(rate.nullable(), 'The part of them that was answered; `null` without calls.'),
};
const calls = z
  .object(callSteps)
  .meta({ id: 'CallFunnel', description: 'Calls by when they were dialed, and what they came to by now.' });
const group = z
  .object({
    Value: field(z.string().nullable(), 'The value that these calls have; `null` if they have none.', 'contact_busy'),
    ...callSteps,
  })
  .meta({ id: 'CallGroup', description: 'Calls with the same value.' });
const groups = field(z.array(group), 'The calls by value, most calls first. Absent without `by`.').optional();

const bucket = z
  .object({
    From: instant('Its start.'),
    To: instant('Its end, which it excludes.'),
    JobsIn: count('Jobs that were created in it.', 120),
    Calls: field(calls, 'Calls that were dialed in it.'),
    Groups: groups,
  })
  .meta({ id: 'StatsBucket', description: 'An hour, a day or a week.' });

const waiting = z
  .object({
    Jobs: count('Jobs that wait for a call: `created` and `scheduled`.', 4102),
    NotPlanned: count('Those that are not planned yet.', 0),
    Due: count('Those whose call is due: only a free worker is missing.', 3),
    HeldBy: field(
      z.partialRecord(z.enum(gateNames), z.int()),
      'The others by the gate that delays or holds the call, as in the explanation of a schedule.',
      { TimeRules: 3987, RetryDelay: 96, MaxAttemptsPerNumber: 12, MaxConcurrentCalls: 4 },
    ),
    Unknown: count('The others whose plan was made by an earlier version, which did not record the gate.', 0),
  })
  .meta({ id: 'WaitingJobs', description: 'What the waiting jobs wait for; the four parts add up to `Jobs`.' });

const plannedCalls = z
  .object({
    Overdue: count('Planned for before the first hour: due, or in a queue.', 3),
    Hours: field(
      z.array(z.object({ From: instant('Start of the hour.'), Calls: count('Calls planned in it.', 310) })),
      'The current hour and the next ones, for 7 days.',
      [{ From: '2026-11-23T09:00:00.000Z', Calls: 310 }],
    ),
    Later: count('Planned for after the last of these hours.', 87),
  })
  .meta({ id: 'PlannedCalls', description: 'The next calls by the hour, in UTC, for which they are planned now.' });

const series = z
  .object({
    From: instant('Start of the interval, widened to whole buckets, or to quarters of an hour.'),
    To: instant('Its end, which it excludes.'),
    TimeZone: field(z.string(), 'Where its buckets, or hours of the week, begin.', 'UTC'),
    ConfidenceLevel: field(z.number(), 'The level of the intervals of answer rates.', 0.95),
    Jobs: field(jobSteps, 'Jobs that were created in the interval, and how far they have come by now.'),
    Calls: field(calls, 'Calls that were dialed in the interval.'),
    Groups: groups,
    Buckets: field(
      z.array(bucket),
      'The interval in parts, also those without calls. Absent without `bucket`.',
    ).optional(),
  })
  .meta({ id: 'StatsSeries', description: 'What happened in an interval.' });

/** What `GET …/stats` adds if one of the parameters is given. */
export const seriesFields = {
  AsOf: instant('Every change before that instant is counted. Seconds ago, as a rule.').optional(),
  Complete: field(z.boolean(), '`false` while jobs of an earlier version are still being counted.', true).optional(),
  Funnel: field(jobSteps, 'All jobs of the campaign, and how far they have come.').optional(),
  Waiting: field(waiting, 'What the waiting jobs wait for.').optional(),
  PlannedCalls: field(plannedCalls, 'When the waiting jobs are called next.').optional(),
  Series: field(series, 'What happened in the interval.').optional(),
};
export type SeriesBody = z.output<typeof series>;
export type CallFunnelBody = z.output<typeof calls>;
export type CallGroupBody = z.output<typeof group>;
