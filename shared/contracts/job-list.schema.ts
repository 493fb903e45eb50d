import { z } from 'zod';
import { readableJobStates } from '../domain/job/state';
import { field, typedParameter } from './field';
import { instantParameter } from './parameters';
import { typeError } from './primitives';

/** The fields of an export's jobs: all of them, or those that a bulk import accepts. */
const exportFields = ['all', 'import'] as const;
export type ExportFields = (typeof exportFields)[number];

/** A query value; a repeated parameter arrives as an array. */
const parameter = (text: string) =>
  z.string({ error: typeError(`${text.replace(/\.$/, '')}; the parameter must not be repeated.`) });
const parameterMatching = (pattern: RegExp, text: string) => parameter(text).regex(pattern, text);

const idParameter = (noun: string) => parameterMatching(/^[A-Za-z0-9_-]{1,128}$/, `Expected ${noun} id.`);
const maxInteger = 999_999_999_999_999;
const integerParameter = parameterMatching(/^-?\d{1,15}$/, 'Expected a whole number of unix milliseconds.').transform(
  Number,
);
/** A boolean parameter. */
export const flagParameter = parameterMatching(/^(true|false|1|0)$/, 'Expected "true" or "false".').transform(
  (text) => text === 'true' || text === '1',
);

const statesMessage = `Expected one of ${readableJobStates.join(', ')}; repeat the parameter for several states.`;
/** One value, or several by repeating the parameter, as HTML forms, URLSearchParams and OpenAPI clients write lists. */
const statesParameter = z.preprocess(
  (value) => (typeof value === 'string' ? [value] : value),
  z.array(z.enum(readableJobStates, statesMessage)).max(100),
);

/** The highest limit of one response; an export without a limit holds all jobs. */
const maxLimit = 1_000_000;
const limitMessage = `Expected a whole number from 1 to ${maxLimit}.`;
const limitParameter = parameterMatching(/^\d{1,7}$/, limitMessage)
  .transform(Number)
  .refine((value) => value >= 1 && value <= maxLimit, limitMessage);

export const listJobsQuerySchema = z.strictObject({
  state: field(statesParameter, 'Jobs in this state; repeat the parameter for several states.', ['failed']).optional(),
  test: typedParameter(flagParameter, 'boolean', '`true`: only test jobs; `false`: all other jobs.', false).optional(),
  import_id: field(
    idParameter('an import'),
    'Jobs created by this import.',
    'import_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e',
  ).optional(),
  created_after: field(
    instantParameter,
    'Jobs created at that instant or later: RFC 3339, or unix milliseconds.',
    '2026-11-21T00:00:00Z',
  ).optional(),
  created_before: field(
    instantParameter,
    'Jobs created before that instant: RFC 3339, or unix milliseconds.',
    '2026-11-22T00:00:00Z',
  ).optional(),
  after: field(
    idParameter('a job'),
    'Id of a job of this campaign: the list starts after it, in either order. With `by_time` and `before_ms`, a job that was updated later than `before_ms` counts as listed at that instant.',
    'job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e',
  ).optional(),
  by_time: typedParameter(flagParameter, 'boolean', '`true` lists the most recently updated first.', true).optional(),
  before_ms: typedParameter(
    integerParameter,
    { minimum: -maxInteger, maximum: maxInteger },
    'With by_time: list from this instant backwards, inclusive, in unix milliseconds. Has no effect without by_time.',
    1_795_254_061_325,
  ).optional(),
  limit: typedParameter(
    limitParameter,
    { minimum: 1, maximum: maxLimit },
    'Maximum number of jobs in the response. JSON never holds more than 100; an export without a limit holds all.',
    100,
  ).optional(),
  fields: field(
    z.enum(exportFields, `Expected one of ${exportFields.join(', ')}.`),
    'For exports: `import` writes only the fields that a bulk import accepts, so that the file can be uploaded again.',
    'all',
  ).optional(),
});
export type ListJobsQuery = z.output<typeof listJobsQuerySchema>;

/** An unescaped "+" arrives as a space, so a number is recognized by its digits alone. */
const searchParameter = parameterMatching(
  /^\s*\S{1,200}\s*$/,
  'Expected a job id, or a phone number such as "%2B14155550123".',
).transform((text) => text.trim().replace(/^(?=\d{7,15}$)/, '+'));
export const searchJobsQuerySchema = z.strictObject({
  search: field(searchParameter, 'Id of a job, or a phone number in E.164 format.', '+14155550123'),
});
