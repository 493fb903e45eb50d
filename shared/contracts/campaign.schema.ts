import { z } from 'zod';
import { conversationEndReasons, endedReasons } from '../domain/call/call';
import { failureReasons } from '../domain/job/failure';
import { field, removable } from './field';
import { jobOverridesSchema } from './overrides.schema';
import { attemptsPerNumberSchema, blackoutDatesSchema } from './schedule-limits.schema';
import { duration, e164, freeForm, identifier, wholeNumber } from './primitives';

/** One way a campaign can differ; chosen by weight when a job names none. */
const variantSchema = z
  .strictObject({
    ID: field(identifier, 'Names the variant; jobs may ask for it.', 'variant_a'),
    Weight: field(z.number().min(0).max(1_000_000).default(1), 'Its share among the variants when one is chosen.', 1),
    Overrides: field(jobOverridesSchema.default({}), "What it sets otherwise than the campaign's defaults."),
  })
  .meta({ id: 'CampaignVariantBody', outputId: 'CampaignVariant', description: 'One way a campaign can differ.' });

/** What follows an outcome: end well, try again after the delays in turn (the last one repeats), or end as failed. */
export const retryRuleSchema = z
  .discriminatedUnion('Then', [
    z.strictObject({ Then: field(z.literal('complete'), 'The job ends well.') }),
    z.strictObject({
      Then: field(z.literal('retry'), 'Another attempt is made, if the constraints allow one.'),
      Delays: field(z.array(duration).min(1).max(50), 'Waits before the attempts, in turn; the last one repeats.', [
        '15m',
        '4h',
      ]).optional(),
    }),
    z.strictObject({
      Then: field(z.literal('fail'), 'The job ends as failed.'),
      Reason: field(z.enum(failureReasons), 'The FailureReason of the job.', 'wrong_contact'),
    }),
  ])
  .meta({ id: 'RetryRule', description: 'What follows an outcome.' });
const outcomes = [...endedReasons, ...conversationEndReasons] as const;

const campaignShape = z.strictObject({
  Name: field(z.string().min(1).max(200), 'Name of the campaign.', 'Appointment reminders'),
  DefaultCallerID: field(e164, 'The number that calls where a job names none.', '+14155550100').optional(),
  CallerIDs: field(
    z.array(e164).max(1000),
    'Numbers that a job may name as its caller; the default one is always among them.',
    ['+14155550101'],
  ).optional(),
  Defaults: field(jobOverridesSchema, 'Settings of every job that does not set them for itself.').optional(),
  Variants: field(z.array(variantSchema).max(50), 'Ways in which the campaign can differ from job to job.').optional(),
  AnalysisSchema: field(freeForm, 'JSON Schema that shapes the Data of call analyses.', {
    type: 'object',
    properties: { Confirmed: { type: 'boolean' } },
  }).optional(),
  Agent: field(freeForm, 'Settings of the voice agent.', { Greeting: 'Hello {{Data.FirstName}}.' }).optional(),
  RetryRules: field(
    z.partialRecord(z.enum(outcomes), retryRuleSchema),
    'What follows a call, by its outcome; outcomes left out follow the defaults.',
    { contact_busy: { Then: 'retry', Delays: ['5m', '1h'] } },
  ).optional(),
  JitterSeconds: field(
    wholeNumber(' of seconds', { min: 0, max: 86_400 }),
    'Calls are spread over this many seconds; 30 where left out.',
    30,
  ).optional(),
  BlackoutDates: field(blackoutDatesSchema, 'Days without calls.').optional(),
  InferTimeZone: field(
    z.boolean(),
    'True: windows without a TimeZone follow every zone that the number may be in.',
    true,
  ).optional(),
  MaxAttemptsPerNumber: field(
    attemptsPerNumberSchema,
    'At most so many attempts to one number, over all jobs of the campaign.',
  ).optional(),
  RetentionDays: field(
    wholeNumber(' of days', { min: 1, max: 3650 }),
    'The personal data of a job is erased so many days after its end, as DELETE does; a change also counts for jobs that have ended. Kept without.',
    90,
  ).optional(),
});

const areUnique = (ids: readonly string[]): boolean => new Set(ids).size === ids.length;

export const createCampaignSchema = campaignShape
  .refine((body) => areUnique((body.Variants ?? []).map((variant) => variant.ID)), {
    path: ['Variants'],
    message: 'Variant IDs must differ.',
  })
  .meta({ id: 'CreateCampaignBody', outputId: 'CampaignSettings', description: 'The settings of a campaign.' });
export type CampaignSettings = z.infer<typeof createCampaignSchema>;

/** A change: fields given replace, `null` removes, fields left out stay. */
export const patchCampaignSchema = z
  .strictObject(
    Object.fromEntries(
      Object.entries(campaignShape.shape).map(([name, schema]) => [
        name,
        schema instanceof z.ZodOptional ? removable(schema.unwrap()) : schema.optional(),
      ]),
    ),
  )
  .refine((body) => Object.keys(body).length > 0, {
    message: 'Expected at least one field to change.',
    // A body of unknown fields alone is empty too, but that is not what is wrong with it.
    when: ({ issues }) => issues.length === 0,
  })
  .meta({
    id: 'ChangeCampaignBody',
    description: 'Fields given replace, `null` removes, fields left out stay.',
    minProperties: 1,
  });
