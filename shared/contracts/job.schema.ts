import { z } from 'zod';
import { constraintsSchema } from './constraints.schema';
import { jobOverridesSchema } from './overrides.schema';
import { e164, freeForm, identifier, metadata, typeError } from './primitives';

/** Two years: a later instant is a slip of the pen (milliseconds for seconds, mostly). */
export const rescheduleHorizonSeconds = 2 * 365 * 86_400;

/** One contact to call within a campaign; also one line of a bulk file. */
export const createJobSchema = z.strictObject({
  ContactPhoneNumber: e164,
  CallerID: e164.optional(),
  ContactName: z
    .string()
    .max(200)
    .refine((name) => !name.includes('\0'), 'Must not contain NUL characters.')
    .optional(),
  Metadata: metadata.optional(),
  Data: freeForm.optional(),
  // The contract lists Overrides as required but lets a bulk file leave any optional column out: absent means {}.
  Overrides: jobOverridesSchema.default({}),
  CampaignVariants: z.array(identifier).max(50).optional(),
  TestJob: z.boolean().optional(),
});
export type CreateJob = z.infer<typeof createJobSchema>;

export const updateJobSchema = z.strictObject({
  Data: freeForm.optional(),
  Metadata: metadata.optional(),
  Constraints: constraintsSchema.optional(),
});
export type UpdateJob = z.infer<typeof updateJobSchema>;

export const rescheduleJobSchema = z.strictObject({
  CallAtUnixSeconds: z.number({
    error: typeError('Expected a unix time in seconds, such as 1767225600; a negative value means now.'),
  }),
});
export type RescheduleJob = z.infer<typeof rescheduleJobSchema>;

/** A query value: a parameter that is repeated arrives as an array. */
const parameter = (text: string) =>
  z.string({ error: typeError(`${text.replace(/\.$/, '')}, and the parameter at most once.`) });
const parameterLike = (pattern: RegExp, text: string) => parameter(text).regex(pattern, text);

const idParameter = parameterLike(/^[A-Za-z0-9_-]{1,128}$/, 'Expected a job id.');
const integerParameter = parameterLike(/^-?\d{1,16}$/, 'Expected a whole number of unix milliseconds.').transform(
  Number,
);
const flagParameter = parameterLike(/^(true|false|1|0)$/, 'Expected "true" or "false".').transform(
  (text) => text === 'true' || text === '1',
);

export const listJobsQuerySchema = z
  .strictObject({
    after: idParameter.optional(),
    by_time: flagParameter.optional(),
    before_ms: integerParameter.optional(),
  })
  .refine((query) => query.before_ms === undefined || query.by_time === true, {
    path: ['before_ms'],
    message: 'before_ms goes with by_time=true.',
  });

/** A "+" that was not escaped arrives as a space: a number is known by its digits alone. */
const searchParameter = parameterLike(
  /^\s*\S{1,200}\s*$/,
  'Expected a job id, or a phone number such as "%2B14155550123".',
).transform((text) => text.trim().replace(/^(?=\d{7,15}$)/, '+'));
export const searchJobsQuerySchema = z.strictObject({ search: searchParameter });
export const getJobQuerySchema = z.strictObject({ events: flagParameter.optional() });
export const stopCallSchema = z.strictObject({ Reason: z.string().max(1000).optional() });
/** Commands that need no body take an empty object, and say so by name when there is more in it. */
export const noBodySchema = z.strictObject({});
