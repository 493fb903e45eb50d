import { z } from 'zod';
import { weekdays, type Constraints } from '../domain/schedule/constraints';
import { field } from './field';
import { duration, stringMatching, positiveDuration, timeZone, wholeNumber } from './primitives';

const clock = (pattern: RegExp, description: string, example: string) =>
  field(stringMatching(pattern, 'Expected a 24-hour time such as "09:00".'), description, example);

/** `[Start, End)`; `24:00` is the end of the day, and `Start > End` runs over midnight. */
export const timeRangeSchema = z
  .strictObject({
    Start: clock(/^([01]\d|2[0-3]):[0-5]\d$/, 'First minute, 24-hour `HH:MM`.', '09:00'),
    End: clock(
      /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/,
      'First minute after it, 24-hour `HH:MM`; `24:00` is the end of the day, an End before Start the next day.',
      '17:00',
    ),
  })
  .refine((range) => range.Start !== range.End, {
    path: ['End'],
    message: 'Start and End must differ; the whole day is Start "00:00", End "24:00".',
  })
  .meta({ id: 'TimeRange', description: 'A span of the day, its End excluded.' });

export const timeRuleSchema = z
  .strictObject({
    TimeRanges: field(
      z
        .array(timeRangeSchema)
        .min(1, 'Expected at least one range, for example [{"Start":"09:00","End":"17:00"}].')
        .max(50),
      'Spans of the day.',
    ),
    Weekdays: field(z.array(z.enum(weekdays)).max(7), 'Days it applies to; left out or empty means all.', [
      'Mo',
      'Tu',
      'We',
      'Th',
      'Fr',
    ]).optional(),
  })
  .meta({ id: 'TimeRule', description: 'Windows of some days in which a call may be made.' });

/** The shape alone: campaign defaults may leave the zone to the job, a finished set may not. */
const constraintsShape = z
  .strictObject({
    MinCreationDelay: field(duration, 'The first call comes no sooner than this after the creation.', '15m').optional(),
    DisableJitter: field(z.boolean(), 'True for calls that must go right now: they are not spread.', false).optional(),
    MinDurationBetweenCalls: field(duration, 'Attempts are at least this far apart.', '4h').optional(),
    MaxTotalCalls: field(
      wholeNumber(' (0 is no limit)', { min: 0, max: 1_000_000 }),
      'Attempts that are made at most; 0 means no limit. Three where nobody says.',
      3,
    ).optional(),
    MaxAttemptsInInterval: field(
      z.strictObject({
        Count: field(wholeNumber('', { min: 1, max: 1_000_000 }), 'Attempts at most.', 2),
        Duration: field(positiveDuration, 'Within any span of this length.', '24h'),
      }),
      'At most Count attempts within any span of Duration.',
    ).optional(),
    TimeZone: field(timeZone, 'IANA time zone of the TimeRules; required with them.', 'Europe/Helsinki').optional(),
    TimeRules: field(
      z.array(timeRuleSchema).max(50),
      'A call is made only while at least one of them is open.',
    ).optional(),
  })
  .meta({ id: 'Constraints', description: 'When calls may be made. A rule that is left out does not exist.' });

export const constraintsSchema = constraintsShape satisfies z.ZodType<Constraints>;
