import { z } from 'zod';
import { constraintsSchema } from './constraints.schema';
import { jobOverridesSchema } from './overrides.schema';
import { field, typedParameter } from './field';
import { flagParameter } from './job-list.schema';
import { prioritySchema } from './pacing.schema';
import { containsNul, e164, freeForm, freeFormNote, identifier, metadata, typeError } from './primitives';

/** Two years. A later instant is almost certainly a mistake, such as milliseconds instead of seconds. */
export const rescheduleHorizonSeconds = 2 * 365 * 86_400;

export const contactNameLimit = 200;

/** One contact to call within a campaign; also one line of a bulk file. */
export const createJobSchema = z
  .strictObject({
    ContactPhoneNumber: field(e164, 'The number to call, in E.164 format.', '+14155550123'),
    CallerID: field(
      e164,
      "The caller ID, in E.164 format: one of the campaign's numbers. Defaults to its DefaultCallerID.",
      '+14155550100',
    ).optional(),
    ContactName: field(
      z
        .string()
        .max(contactNameLimit)
        .refine((name) => !containsNul(name), 'Must not contain NUL characters.'),
      'Name of the contact.',
      'Ada Lovelace',
    ).optional(),
    Metadata: field(
      metadata,
      `Extra data for templating, reporting and customer lookup. It must not be personal: it is kept when personal data is deleted. ${freeFormNote}`,
      { CustomerID: 'c-4711' },
    ).optional(),
    Data: field(
      freeForm,
      `Data for templating and context for the agent. Deleted with the job's personal data. ${freeFormNote}`,
      {
        FirstName: 'Ada',
      },
    ).optional(),
    // The contract lists Overrides as required but lets a bulk file leave any optional column out: absent means {}.
    Overrides: field(jobOverridesSchema.default({}), "Settings that override the campaign's. Defaults to none."),
    CampaignVariants: field(
      z.array(identifier).max(50),
      'Ids of the variants to use; an empty array uses none. By default one is drawn by weight.',
      ['variant_a'],
    ).optional(),
    Priority: field(
      prioritySchema,
      'While calls wait for a free place, jobs with a higher priority are called first. Takes precedence over that of the campaign; defaults to it.',
      10,
    ).optional(),
    TestJob: field(
      z.boolean(),
      'True for a test job. Test jobs are marked in responses and analytics and are neither encrypted nor redacted.',
      false,
    ).optional(),
  })
  .meta({ id: 'CreateJobBody', description: 'A contact to call; also one line of a bulk file.' });
export type CreateJob = z.infer<typeof createJobSchema>;

export const updateJobSchema = z
  .strictObject({
    Data: field(freeForm, `Replaces the Data of the job. ${freeFormNote}`, { FirstName: 'Ada' }).optional(),
    Metadata: field(metadata, `Replaces the Metadata of the job, except the keys set by an import. ${freeFormNote}`, {
      CustomerID: 'c-4711',
    }).optional(),
    Constraints: field(
      constraintsSchema,
      "Replaces the job's own constraints; its next call is replanned immediately.",
    ).optional(),
    Priority: field(
      prioritySchema,
      'Replaces the priority of the job, also while it waits for a free place.',
      10,
    ).optional(),
  })
  .meta({ id: 'UpdateJobBody', description: 'Fields to replace; omitted fields stay.' });
export type UpdateJob = z.infer<typeof updateJobSchema>;

export const rescheduleJobSchema = z
  .strictObject({
    CallAtUnixSeconds: field(
      z.number({
        error: typeError('Expected a unix time in seconds, such as 1767225600; a negative value means now.'),
      }),
      'Start of the next call as unix time in seconds, at most two years ahead; a negative value means now.',
      1_795_417_200,
    ),
  })
  .meta({ id: 'RescheduleJobBody', description: 'When the next call is to be made.' });
export type RescheduleJob = z.infer<typeof rescheduleJobSchema>;

const attemptMessage = 'Expected the number of an attempt, such as 201.';
export const getJobQuerySchema = z.strictObject({
  events: field(flagParameter, '`1` includes the analytics events.', '1').optional(),
  calls_before: typedParameter(
    z
      .string(attemptMessage)
      .regex(/^\d{1,7}$/, attemptMessage)
      .transform(Number),
    { minimum: 0, maximum: 9_999_999 },
    'Only calls before this attempt (the number at the end of a call ID), for jobs whose calls do not fit into one response.',
    201,
  ).optional(),
});
export type GetJobQuery = z.output<typeof getJobQuerySchema>;
export const stopCallSchema = z
  .strictObject({
    Reason: field(
      z.string().max(1000),
      'The reason for stopping the call; stored with the call.',
      'The contact is on another line.',
    ).optional(),
  })
  .meta({ id: 'StopCallBody', description: 'The reason for stopping the call; optional.' });
/** Commands without a body accept an empty object and report each unknown field by name. */
export const noBodySchema = z.strictObject({}).meta({ description: 'Nothing: an empty object, or no body at all.' });
