import { z } from 'zod';
import { countTimeRanges, maxTimeRanges, weekdays, type Constraints } from '../domain/schedule/constraints';
import { field } from './field';
import {
  duration,
  durationNote,
  instantText,
  stringMatching,
  positiveDuration,
  timeZone,
  wholeNumber,
} from './primitives';

const clock = (pattern: RegExp, description: string, example: string) =>
  field(stringMatching(pattern, 'Expected a 24-hour time such as "09:00".'), description, example);

/** `[Start, End)`; `24:00` is the end of the day, and a range with `Start > End` crosses midnight. */
export const timeRangeSchema = z
  .strictObject({
    Start: clock(/^([01]\d|2[0-3]):[0-5]\d$/, 'First minute, 24-hour `HH:MM`.', '09:00'),
    End: clock(
      /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/,
      'First minute after the range, 24-hour `HH:MM`. `24:00` is the end of the day; an End before Start is on the next day.',
      '17:00',
    ),
  })
  .refine((range) => range.Start !== range.End, {
    path: ['End'],
    message: 'Start and End must differ; the whole day is Start "00:00", End "24:00".',
  })
  .meta({ id: 'TimeRange', description: 'A time range within a day; End is exclusive.' });

export const timeRuleSchema = z
  .strictObject({
    TimeRanges: field(
      z
        .array(timeRangeSchema)
        .min(1, 'Expected at least one range, for example [{"Start":"09:00","End":"17:00"}].')
        .max(50),
      'Time ranges of the day, at least one.',
    ),
    Weekdays: field(z.array(z.enum(weekdays)).max(7), 'Days it applies to. Omitted or empty means every day.', [
      'Mo',
      'Tu',
      'We',
      'Th',
      'Fr',
    ]).optional(),
  })
  .meta({ id: 'TimeRule', description: 'Windows on certain days in which calls may be made.' });

/** Only the shape: campaign defaults may leave the time zone to the job, merged constraints may not. */
const constraintsShape = z
  .strictObject({
    MinCreationDelay: field(
      duration,
      `Minimum delay between the creation of the job and its first call. ${durationNote}`,
      '15m',
    ).optional(),
    DisableJitter: field(z.boolean(), 'If true, calls are not spread over time (jitter).', false).optional(),
    MinDurationBetweenCalls: field(
      duration,
      `Minimum time from the end of an attempt to the start of the next. ${durationNote}`,
      '4h',
    ).optional(),
    MaxTotalCalls: field(
      wholeNumber(' (0 is no limit)', { min: 0, max: 1_000_000 }),
      'Maximum number of attempts; 0 means no limit. If neither the job nor its campaign sets it, three attempts are made.',
      3,
    ).optional(),
    MaxAttemptsInInterval: field(
      z.strictObject({
        Count: field(wholeNumber('', { min: 1, max: 1_000_000 }), 'Maximum number of attempts.', 2),
        Duration: field(positiveDuration, `Length of the sliding window. ${durationNote}`, '24h'),
      }),
      'At most Count attempts within any span of Duration.',
    ).optional(),
    TimeZone: field(timeZone, 'IANA time zone of the TimeRules; required with them.', 'Europe/Helsinki').optional(),
    TimeRules: field(
      z
        .array(timeRuleSchema)
        .max(50)
        .refine((TimeRules) => countTimeRanges({ TimeRules }) <= maxTimeRanges.perConstraints, {
          message: `Expected at most ${maxTimeRanges.perConstraints} TimeRanges in all rules together.`,
        }),
      `Calls are made only while at least one rule is open. All rules together have at most ${maxTimeRanges.perConstraints} TimeRanges.`,
    ).optional(),
    NotAfter: field(
      instantText,
      'No call is made after this time, RFC 3339. A job whose next call cannot be made in time fails with `campaign_objective_missed`.',
      '2026-11-27T15:00:00+02:00',
    ).optional(),
  })
  .meta({
    id: 'Constraints',
    description: 'When calls may be made. Omitted constraints do not apply, except MaxTotalCalls, which defaults to 3.',
  });

export const constraintsSchema = constraintsShape satisfies z.ZodType<Constraints>;
