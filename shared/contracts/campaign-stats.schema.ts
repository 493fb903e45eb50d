import { z } from 'zod';
import { failureReasons } from '../domain/job/failure';
import { readableJobStates } from '../domain/job/state';
import { agreementField } from './analysis.schema';
import { seriesFields, seriesQuery } from './campaign-series.schema';
import { circuitBreakerSchema } from './circuit-breaker.schema';
import { count, field, ids, instant, typedParameter } from './field';
import { warningsField } from './warning.schema';

const versionMessage = 'Expected the number of a version, such as 3.';
export const campaignStatsQuerySchema = z.strictObject({
  version: typedParameter(
    z
      .string(versionMessage)
      .regex(/^[1-9]\d{0,6}$/, versionMessage)
      .transform(Number),
    { minimum: 1, maximum: 9_999_999 },
    'Limits `Variants` to jobs whose first call was made by this version of the campaign.',
    3,
  ).optional(),
  ...seriesQuery,
});
export type CampaignStatsQuery = z.output<typeof campaignStatsQuerySchema>;

type ShownState = (typeof readableJobStates)[number];
const counts = Object.fromEntries(
  readableJobStates.map((state) => [state, count(`Jobs that are \`${state}\`.`, 12)]),
) as Record<ShownState, ReturnType<typeof count>>;
const stateCountsSchema = z
  .object(counts)
  .meta({ id: 'StateCounts', description: 'Number of jobs in each state; 0 for states without jobs.' });

const variantOutcomesSchema = z
  .object({
    ID: field(z.string().nullable(), 'Id of the variant; `null` for jobs that were called without one.', 'variant_a'),
    Jobs: count('Jobs with this variant that have been called.', 400),
    JobsByState: field(stateCountsSchema, 'Number of these jobs in each state.'),
    FailuresByReason: field(
      z.partialRecord(z.enum(failureReasons), z.int()),
      'Number of those that failed, by `FailureReason`; reasons without jobs are absent.',
      { max_attempts_exceeded: 21, wrong_contact: 2 },
    ),
    Attempts: count('Their calls.', 612),
    Answered: count('Those of the calls that were answered.', 380),
  })
  .meta({ id: 'VariantOutcomes', description: 'The outcomes of the jobs with one variant.' });
export type VariantOutcomesBody = z.output<typeof variantOutcomesSchema>;

export const campaignStatsSchema = z
  .object({
    CampaignID: ids.campaign,
    CountedAt: instant('Every change before that instant is counted.'),
    Jobs: count('All jobs except test jobs.', 1250),
    JobsByState: field(stateCountsSchema, 'Number of these jobs in each state.'),
    TestJobs: count('Test jobs.', 4),
    TestJobsByState: field(stateCountsSchema, 'Number of test jobs in each state.'),
    CircuitBreaker: field(circuitBreakerSchema, 'Its circuit breaker; absent if it is disabled.').optional(),
    Variants: field(
      z.array(variantOutcomesSchema),
      'The outcomes of each variant, by its ID over all versions of the campaign, without test jobs. A job has its variants from its first call on; one with several counts in each. Empty while the campaign has no variants, unless a `version` is given.',
    ),
    Agreement: agreementField,
    VariantsCountedAt: instant('The same for the outcomes by variant.'),
    ...seriesFields,
    Warnings: warningsField,
  })
  .meta({ id: 'CampaignStats', description: 'The jobs of a campaign, counted by state.' });
export type CampaignStatsBody = z.output<typeof campaignStatsSchema>;
