import { z } from 'zod';
import type { AttemptLimit, BlackoutDate } from '../domain/schedule/constraints';
import { field } from './field';
import { durationNote, positiveDuration, typeError, wholeNumber } from './primitives';

/** One document holds the counted attempts, so their number must be bounded. */
const maxAttemptsPerNumber = 1_000;

/** At most Count attempts to one number within any span of Duration, across jobs. */
export const attemptsPerNumberSchema = z
  .strictObject({
    Count: field(wholeNumber('', { min: 1, max: maxAttemptsPerNumber }), 'Maximum number of attempts.', 3),
    Duration: field(positiveDuration, `Length of the sliding window. ${durationNote}`, '24h'),
  })
  .meta({
    id: 'AttemptLimit',
    description: 'At most Count attempts to one number within any span of Duration.',
  }) satisfies z.ZodType<AttemptLimit>;

const dateMessage = 'Expected a date that exists, such as "2026-12-24".';
/** `Date.parse` reads February 30 as March 2, so a date exists only if it survives the round trip. */
const isExistingDate = (text: string): boolean => {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
};
const localDate = z
  .string({ error: typeError(dateMessage) })
  .refine(isExistingDate, dateMessage)
  .meta({ example: '2026-12-24', pattern: '^\\d{4}-\\d{2}-\\d{2}$' });

const blackoutDateSchema = z
  .strictObject({
    From: field(localDate, 'First day, as a local date.', '2026-12-24'),
    To: field(localDate, 'Last day. Omit it for a single day.', '2026-12-26').optional(),
    Name: field(z.string().min(1).max(100), 'Name of these days; appears in explanations.', 'Christmas'),
  })
  .refine(({ From, To = From }) => From <= To, {
    path: ['To'],
    message: 'To must not be before From; leave it out for a single day.',
  })
  .meta({ id: 'BlackoutDate', description: 'Days without calls.' }) satisfies z.ZodType<BlackoutDate>;

/** Days of a campaign without calls. */
export const blackoutDatesSchema = z.array(blackoutDateSchema).max(366);
