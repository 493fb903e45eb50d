import { z } from 'zod';
import { conversationEndReasons, endedReasons } from '../domain/call/call';
import { failureReasons } from '../domain/job/failure';
import { jobOverridesSchema } from './overrides.schema';
import { attemptsPerNumberSchema, blackoutDatesSchema } from './schedule-limits.schema';
import { duration, e164, freeForm, identifier, whole } from './primitives';

/** One way a campaign can differ; chosen by weight when a job names none. */
const variantSchema = z.strictObject({
  ID: identifier,
  Weight: z.number().min(0).max(1_000_000).default(1),
  Overrides: jobOverridesSchema.default({}),
});

/** What follows an outcome: end well, try again after the delays in turn (the last one repeats), or end as failed. */
export const retryRuleSchema = z.discriminatedUnion('Then', [
  z.strictObject({ Then: z.literal('complete') }),
  z.strictObject({ Then: z.literal('retry'), Delays: z.array(duration).min(1).max(50).optional() }),
  z.strictObject({ Then: z.literal('fail'), Reason: z.enum(failureReasons) }),
]);
const outcomes = [...endedReasons, ...conversationEndReasons] as const;

const campaignShape = z.strictObject({
  Name: z.string().min(1).max(200),
  DefaultCallerID: e164.optional(),
  CallerIDs: z.array(e164).max(1000).optional(),
  Defaults: jobOverridesSchema.optional(),
  Variants: z.array(variantSchema).max(50).optional(),
  AnalysisSchema: freeForm.optional(),
  Agent: freeForm.optional(),
  RetryRules: z.partialRecord(z.enum(outcomes), retryRuleSchema).optional(),
  JitterSeconds: whole(' of seconds', { min: 0, max: 86_400 }).optional(),
  BlackoutDates: blackoutDatesSchema.optional(),
  InferTimeZone: z.boolean().optional(),
  MaxAttemptsPerNumber: attemptsPerNumberSchema.optional(),
});

const distinct = (ids: readonly string[]): boolean => new Set(ids).size === ids.length;

export const createCampaignSchema = campaignShape.refine(
  (body) => distinct((body.Variants ?? []).map((variant) => variant.ID)),
  {
    path: ['Variants'],
    message: 'Variant IDs must differ.',
  },
);
export type CampaignSettings = z.infer<typeof createCampaignSchema>;

/** A change: fields given replace, `null` removes, fields left out stay. */
export const patchCampaignSchema = z
  .strictObject(
    Object.fromEntries(
      Object.entries(campaignShape.shape).map(([name, schema]) => [
        name,
        name === 'Name' ? schema.optional() : schema.nullable().optional(),
      ]),
    ),
  )
  .refine((body) => Object.keys(body).length > 0, {
    message: 'Expected at least one field to change.',
    // A body of unknown fields alone is empty too, but that is not what is wrong with it.
    when: ({ issues }) => issues.length === 0,
  });
