import { z } from 'zod';
import { constraintsSchema } from './constraints.schema';
import { jobOverridesSchema } from './overrides.schema';
import { e164, freeForm, identifier, metadata } from './primitives';

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
  CallAtUnixSeconds: z.number('Expected a unix time in seconds; a negative value means now.'),
});
export type RescheduleJob = z.infer<typeof rescheduleJobSchema>;

/** A query value that came once: a repeated parameter arrives as an array and is refused. */
const once = z.string('Expected the parameter at most once.');
const integerText = once.regex(/^-?\d{1,16}$/, 'Expected a whole number of unix milliseconds.').transform(Number);
const flagText = once
  .pipe(z.enum(['true', 'false', '1', '0'], 'Expected "true" or "false".'))
  .transform((text) => text === 'true' || text === '1');

export const listJobsQuerySchema = z
  .strictObject({ after: identifier.optional(), by_time: flagText.optional(), before_ms: integerText.optional() })
  .refine((query) => query.before_ms === undefined || query.by_time === true, {
    path: ['before_ms'],
    message: 'before_ms goes with by_time=true.',
  });

/** A "+" that was not escaped arrives as a space: a number is known by its digits alone. */
const searchText = once
  .trim()
  .min(1, 'Expected a job id, or a phone number such as "%2B14155550123".')
  .max(200)
  .transform((text) => (/^\d{7,15}$/.test(text) ? `+${text}` : text));
export const searchJobsQuerySchema = z.strictObject({ search: searchText });
export const getJobQuerySchema = z.strictObject({ events: flagText.optional() });
export const stopCallSchema = z.strictObject({ Reason: z.string().max(1000).optional() });
/** Commands that need no body take an empty object, and say so by name when there is more in it. */
export const noBodySchema = z.strictObject({});
