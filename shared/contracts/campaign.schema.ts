import { z } from 'zod';
import { analyzerNames } from '../domain/call/evidence';
import { failureReasons } from '../domain/job/failure';
import { firstCampaignStates, settableCampaignStates } from '../domain/campaign/state';
import { ruleNames } from '../domain/retry/retry-rules';
import { countTimeRanges, maxTimeRanges } from '../domain/schedule/constraints';
import { circuitBreakerSettingsSchema } from './circuit-breaker.schema';
import { agentField } from './agent.schema';
import { answeringMachineSchema } from './answering-machine.schema';
import { country } from './country';
import { field, removable, typedParameter } from './field';
import { flagParameter } from './job-list.schema';
import { jobOverridesSchema } from './overrides.schema';
import { campaignPacingSchema, prioritySchema } from './pacing.schema';
import { pageQuerySchema } from './parameters';
import { attemptsPerNumberSchema, blackoutDatesSchema } from './schedule-limits.schema';
import {
  areUnique,
  duration,
  durationNote,
  e164,
  freeForm,
  identifier,
  instantText,
  trunkName,
  wholeNumber,
} from './primitives';

/** A variation of a campaign, drawn by weight if a job selects none. */
const variantSchema = z
  .strictObject({
    ID: field(identifier, 'Id of the variant; jobs can select it.', 'variant_a'),
    Weight: field(z.number().min(0).max(1_000_000).default(1), 'Its relative weight when a variant is drawn.', 1),
    Overrides: field(jobOverridesSchema.default({}), "Settings that override the campaign's defaults."),
  })
  .meta({ id: 'CampaignVariantBody', outputId: 'CampaignVariant', description: 'A variation of a campaign.' });

/** What follows an outcome: complete the job, retry after the listed delays (the last one repeats), or fail the job. */
export const retryRuleSchema = z
  .discriminatedUnion('Then', [
    z.strictObject({ Then: field(z.literal('complete'), 'The job is completed.') }),
    z.strictObject({
      Then: field(z.literal('retry'), 'Another attempt is made if the constraints allow it.'),
      Delays: field(
        z.array(duration).min(1).max(50),
        `Delays before the next attempts, in order; the last one repeats. ${durationNote}`,
        ['15m', '4h'],
      ).optional(),
    }),
    z.strictObject({
      Then: field(z.literal('fail'), 'The job fails.'),
      Reason: field(z.enum(failureReasons), 'The FailureReason of the job.', 'wrong_contact'),
    }),
  ])
  .meta({ id: 'RetryRule', description: 'What follows an outcome.' });

const pinnedCallerSchema = z
  .strictObject({
    Number: field(e164, 'The number.', '+14155550102'),
    Trunk: field(
      trunkName,
      'The trunk that its calls take, whatever the Overrides say: a carrier accepts no number that it does not know.',
      'sip/main',
    ).optional(),
  })
  .meta({ id: 'PinnedCallerID', description: 'A caller ID whose calls take one trunk.' });

const campaignShape = z.strictObject({
  Name: field(z.string().min(1).max(200), 'Name of the campaign.', 'Appointment reminders'),
  DefaultCallerID: field(e164, 'The caller ID of jobs that set none.', '+14155550100').optional(),
  CallerIDs: field(
    z
      .array(
        z.union([e164, pinnedCallerSchema], {
          error: 'Expected an E.164 number such as "+14155550123", or an object with a Number and a Trunk.',
        }),
      )
      .max(1000),
    'Numbers that a job may use as its caller ID, each with the trunk that its calls take, if it is pinned to one; the default is always included.',
    ['+14155550101', { Number: '+14155550102', Trunk: 'sip/main' }],
  ).optional(),
  Defaults: field(jobOverridesSchema, 'Settings of jobs that do not override them.').optional(),
  Variants: field(
    z.array(variantSchema).max(50),
    `Variations of the campaign from job to job. With the Defaults, they have at most ${maxTimeRanges.perCampaign} TimeRanges.`,
  ).optional(),
  AnalysisSchema: field(
    freeForm,
    'JSON Schema (2020-12) of the Data in call analyses; its properties are the fields. At most 32 kB, 200 properties and 10 levels. `$ref` may name definitions of the schema only, and unknown keywords and formats are refused.',
    { type: 'object', properties: { Confirmed: { type: 'boolean' } } },
  ).optional(),
  Analyzer: field(
    z.enum(analyzerNames),
    'What fills the Data of call analyses: `openai`, a model, or `rules`, which knows no field. By default a model, if the operator has set one up.',
    'openai',
  ).optional(),
  Agent: agentField.optional(),
  AnsweringMachine: field(answeringMachineSchema, 'What is done when a machine answers.').optional(),
  RetryRules: field(
    z.partialRecord(z.enum(ruleNames), retryRuleSchema),
    'What follows a call, by outcome, by detail of the line, or for a callback that the contact asked for. Omitted names use the defaults.',
    { contact_busy: { Then: 'retry', Delays: ['5m', '1h'] } },
  ).optional(),
  JitterSeconds: field(
    wholeNumber(' of seconds', { min: 0, max: 86_400 }),
    'Calls are spread over this many seconds. Defaults to 30.',
    30,
  ).optional(),
  BlackoutDates: field(blackoutDatesSchema, 'Days without calls.').optional(),
  StartAt: field(
    instantText,
    'No call is made before this time, RFC 3339. A change applies to every job, also to those that keep an earlier version.',
    '2026-11-23T09:00:00+02:00',
  ).optional(),
  EndAt: field(
    instantText,
    'No call is made at or after this time, RFC 3339: a job whose next call cannot be made before it fails with `campaign_objective_missed`. A change applies to every job.',
    '2026-11-27T17:00:00+02:00',
  ).optional(),
  InferTimeZone: field(
    z.boolean(),
    'If true, windows without a TimeZone apply in every time zone that the number may be in.',
    true,
  ).optional(),
  DefaultCountry: field(
    country,
    'The country of numbers without a country code in files of jobs and of suppressions, ISO 3166-1 alpha-2. Without it, such numbers are refused.',
    'US',
  ).optional(),
  MaxAttemptsPerNumber: field(
    attemptsPerNumberSchema,
    'Limit on attempts to one number across all jobs of the campaign.',
  ).optional(),
  Pacing: field(
    campaignPacingSchema,
    'Limits on the calls of all its jobs. A change applies to every job. Jobs beyond them wait and are called as soon as a place is free.',
  ).optional(),
  CircuitBreaker: field(
    circuitBreakerSettingsSchema,
    'When calls that fail technically hold the other calls of the campaign back. A change applies to every job.',
  ).optional(),
  Priority: field(
    prioritySchema,
    'Jobs of a campaign with a higher priority are called first while limits of the organization hold jobs of several campaigns. Defaults to 0.',
    10,
  ).optional(),
  RetentionDays: field(
    wholeNumber(' of days', { min: 1, max: 3650 }),
    'Days from the end of a job to the erasure of its personal data, as by DELETE. A change also applies to ended jobs. By default data is kept.',
    90,
  ).optional(),
});

type Settings = Pick<z.output<typeof campaignShape>, 'Defaults' | 'Variants' | 'StartAt' | 'EndAt'>;

/** What the fields must be together. */
const withRules = <Schema extends z.ZodType<Settings>>(schema: Schema): Schema =>
  schema
    .refine((body) => areUnique((body.Variants ?? []).map((variant) => variant.ID)), {
      path: ['Variants'],
      message: 'Variant IDs must differ.',
    })
    .refine(
      ({ Defaults, Variants = [] }) =>
        [Defaults, ...Variants.map(({ Overrides }) => Overrides)].reduce(
          (sum, overrides) => sum + countTimeRanges(overrides?.Constraints ?? {}),
          0,
        ) <= maxTimeRanges.perCampaign,
      {
        path: ['Variants'],
        message: `Expected at most ${maxTimeRanges.perCampaign} TimeRanges in the Defaults and all Variants together.`,
      },
    )
    .refine(
      ({ StartAt, EndAt }) => StartAt === undefined || EndAt === undefined || Date.parse(StartAt) < Date.parse(EndAt),
      { path: ['EndAt'], message: 'EndAt must be later than StartAt.' },
    );

/** The settings of a campaign, which each version has. */
export const campaignSettingsSchema = withRules(campaignShape).meta({
  id: 'CampaignSettingsBody',
  outputId: 'CampaignSettings',
  description: 'The settings of a campaign.',
});
export type CampaignSettings = z.infer<typeof campaignSettingsSchema>;

/** A new campaign: its settings, and the state that it begins in. */
export const createCampaignSchema = withRules(
  z.strictObject({
    ...campaignShape.shape,
    State: field(
      z.enum(firstCampaignStates).default('running'),
      '`draft`: jobs are accepted, and none is called before the campaign is started.',
      'draft',
    ),
  }),
).meta({ id: 'CreateCampaignBody', description: 'The settings of a new campaign.' });
export type CreateCampaign = z.infer<typeof createCampaignSchema>;

export const listCampaignsQuerySchema = z.strictObject({
  ...pageQuerySchema({
    items: 'Campaigns',
    item: 'a campaign',
    example: 'campaign_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e',
  }).shape,
  archived: typedParameter(flagParameter, 'boolean', '`true` includes archived campaigns.', true).optional(),
});
export type ListCampaignsQuery = z.output<typeof listCampaignsQuerySchema>;

/** A change: given fields are replaced, `null` removes a field, omitted fields stay. */
export const patchCampaignSchema = z
  .strictObject({
    ...Object.fromEntries(
      Object.entries(campaignShape.shape).map(([name, schema]) => [
        name,
        schema instanceof z.ZodOptional ? removable(schema.unwrap()) : schema.optional(),
      ]),
    ),
    State: field(
      z.enum(settableCampaignStates),
      'As by the actions `start`, `pause` and `resume`. It applies to every version and creates none.',
      'paused',
    ).optional(),
  })
  .refine((body) => Object.keys(body).length > 0, {
    message: 'Expected at least one field to change.',
    // A body with only unknown fields is empty too, but the unknown fields are the error to report.
    when: ({ issues }) => issues.length === 0,
  })
  .meta({
    id: 'ChangeCampaignBody',
    description: 'Given fields are replaced, `null` removes a field, omitted fields stay.',
    minProperties: 1,
  });
