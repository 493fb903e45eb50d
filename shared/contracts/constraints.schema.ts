import { z } from 'zod';
import { weekdays, type Constraints } from '../domain/schedule/constraints';
import { duration, patterned, positiveDuration, timeZone, whole } from './primitives';

const clock = (pattern: RegExp) =>
  patterned(pattern, 'Expected a 24-hour time such as "09:00".').meta({ example: '09:00' });

/** `[Start, End)`; `24:00` is the end of the day, and `Start > End` runs over midnight. */
export const timeRangeSchema = z
  .strictObject({
    Start: clock(/^([01]\d|2[0-3]):[0-5]\d$/),
    End: clock(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/),
  })
  .refine((range) => range.Start !== range.End, {
    path: ['End'],
    message: 'Start and End must differ; the whole day is Start "00:00", End "24:00".',
  });

export const timeRuleSchema = z.strictObject({
  TimeRanges: z
    .array(timeRangeSchema)
    .min(1, 'Expected at least one range, for example [{"Start":"09:00","End":"17:00"}].')
    .max(50),
  Weekdays: z.array(z.enum(weekdays)).max(7).optional(),
});

/** The shape alone: campaign defaults may leave the zone to the job, a finished set may not. */
const constraintsShape = z.strictObject({
  MinCreationDelay: duration.optional(),
  DisableJitter: z.boolean().optional(),
  MinDurationBetweenCalls: duration.optional(),
  MaxTotalCalls: whole(' (0 is no limit)', { min: 0, max: 1_000_000 }).optional(),
  MaxAttemptsInInterval: z
    .strictObject({ Count: whole('', { min: 1, max: 1_000_000 }), Duration: positiveDuration })
    .optional(),
  TimeZone: timeZone.optional(),
  TimeRules: z.array(timeRuleSchema).max(50).optional(),
});

export const constraintsSchema = constraintsShape satisfies z.ZodType<Constraints>;

/** True when windows are given without the zone that gives them meaning. */
export const lacksTimeZone = (constraints: Constraints | undefined): boolean =>
  (constraints?.TimeRules?.length ?? 0) > 0 && constraints?.TimeZone === undefined;

export const timeZoneMissing = 'TimeZone is required when there are TimeRules, for example "Europe/Helsinki".';
