import { z } from 'zod';
import { outcomeNames } from '../domain/retry/retry-rules';
import { field, typedParameter } from './field';
import { typeError } from './primitives';

/** How far a schedule looks ahead. */
export const forecastLimits = { attempts: 50, defaultAttempts: 5 } as const;
/** Previews are limited to instants before the year 2100. */
const lastMs = Date.UTC(2100, 0, 1);

/** A whole number in a query. It arrives as text, or as an array if it is repeated. */
const wholeNumberParameter = (text: string, max: number) =>
  z
    .string({ error: typeError(`${text} The parameter must not be repeated.`) })
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
    `How many calls to forecast, from 0 to ${forecastLimits.attempts}. Defaults to ${forecastLimits.defaultAttempts}.`,
    5,
  ),
  assume: field(
    z.enum(outcomeNames, outcomesMessage).default('contact_did_not_answer'),
    'The assumed outcome of each future call.',
    'contact_did_not_answer',
  ),
};

/** How far to look ahead and how each call is assumed to end. */
export const scheduleQuerySchema = z.strictObject(scheduleShape);
export type ScheduleQuery = z.output<typeof scheduleQuerySchema>;

/** The same for a job that does not exist yet, at an optional instant. */
export const schedulePreviewQuerySchema = z.strictObject({
  ...scheduleShape,
  now_ms: typedParameter(
    wholeNumberParameter(
      'Expected an instant as unix milliseconds before the year 2100, such as 1795417200000.',
      lastMs - 1,
    ),
    { minimum: 0, maximum: lastMs - 1 },
    'The assumed creation time of the job, in unix milliseconds. Defaults to now.',
    1_795_417_200_000,
  ).optional(),
});
export type SchedulePreviewQuery = z.output<typeof schedulePreviewQuerySchema>;
