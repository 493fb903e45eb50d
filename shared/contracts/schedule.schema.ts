import { z } from 'zod';
import { outcomeNames } from '../domain/retry/retry-rules';
import { field, typedParameter } from './field';
import { typeError } from './primitives';

/** How far a schedule looks ahead. */
export const forecastLimits = { attempts: 50, defaultAttempts: 5 } as const;
/** The last instant that a preview is made for: the start of the year 2100. */
const lastMs = Date.UTC(2100, 0, 1);

/** A whole number in a query, which arrives as text, or as an array when it is repeated. */
const wholeNumberParameter = (text: string, max: number) =>
  z
    .string({ error: typeError(`${text} The parameter goes at most once.`) })
    .refine((digits) => /^\d{1,16}$/.test(digits) && Number(digits) <= max, text)
    .transform(Number);

const outcomesMessage = `Expected one of ${outcomeNames.join(', ')}.`;
const scheduleShape = {
  attempts: typedParameter(
    wholeNumberParameter(
      `Expected how many attempts to look ahead, from 0 to ${forecastLimits.attempts}.`,
      forecastLimits.attempts,
    ).default(forecastLimits.defaultAttempts),
    { minimum: 0, maximum: forecastLimits.attempts },
    `How many calls to look ahead, from 0 to ${forecastLimits.attempts}; left out: ${forecastLimits.defaultAttempts}.`,
    5,
  ),
  assume: field(
    z.enum(outcomeNames, outcomesMessage).default('contact_did_not_answer'),
    'How each call to come is assumed to end.',
    'contact_did_not_answer',
  ),
};

/** How far to look ahead, and how each call is assumed to end. */
export const scheduleQuerySchema = z.strictObject(scheduleShape);
export type ScheduleQuery = z.output<typeof scheduleQuerySchema>;

/** The same for a job that is not there yet, at an instant that may be given. */
export const schedulePreviewQuerySchema = z.strictObject({
  ...scheduleShape,
  now_ms: typedParameter(
    wholeNumberParameter(
      'Expected an instant as unix milliseconds before the year 2100, such as 1795417200000.',
      lastMs - 1,
    ),
    { minimum: 0, maximum: lastMs - 1 },
    'The instant at which the job is imagined to be created, in unix milliseconds. Left out: now.',
    1_795_417_200_000,
  ).optional(),
});
export type SchedulePreviewQuery = z.output<typeof schedulePreviewQuerySchema>;
