import type { CallRecord } from '../call/call-record';
import type { CampaignConfig } from '../campaign/campaign';
import { chooseVariants } from '../campaign/choose-variants';
import { mergeOverrides } from '../campaign/merge-overrides';
import type { Job } from '../job/job';
import type { JobOverrides } from '../job/overrides';
import { mergeConstraints } from '../schedule/merge';
import type { ConstraintOrigins, NumberLimitUse } from '../schedule/plan-input';

/** A job with everything that planning its next call depends on. */
export interface JobContext {
  job: Job;
  calls: readonly CallRecord[];
  version: number;
  campaign: CampaignConfig;
  variants: string[];
  /** The campaign's defaults, the variants' and the job's overrides, merged. */
  overrides: JobOverrides;
  /** The level that set each field of the constraints. Those of a variant count as the campaign's. */
  origins: ConstraintOrigins;
  /** The zones that the number may be in, if the campaign infers them and no zone is set. */
  zones?: readonly string[] | undefined;
  /** The limits on attempts to the number, each with the attempts of all jobs that count toward it. */
  numberLimits: readonly NumberLimitUse[];
}

/** A context from a job, its calls and its version of the campaign. The caller adds what depends on the number. */
export function createJobContext(parts: Pick<JobContext, 'job' | 'calls' | 'version' | 'campaign'>): JobContext {
  const { job, campaign } = parts;
  const variants = chooseVariants(campaign.Variants ?? [], job.ID, job.CampaignVariants);
  const chosen = (campaign.Variants ?? []).filter((variant) => variants.includes(variant.ID));
  const campaignOverrides = mergeOverrides(
    campaign.Defaults ?? {},
    chosen.map((variant) => variant.Overrides),
    {},
  );
  const { origins } = mergeConstraints(campaignOverrides.Constraints, job.Overrides.Constraints);
  const overrides = mergeOverrides(campaignOverrides, [], job.Overrides);
  return { ...parts, variants, overrides, origins, numberLimits: [] };
}

/**
 * True if the job's calls depend on the zones of its number: the campaign infers them, no zone is set, and a rule needs
 * one.
 */
export function followsNumberZones({ campaign, overrides }: Pick<JobContext, 'campaign' | 'overrides'>): boolean {
  const { TimeZone, TimeRules = [] } = overrides.Constraints ?? {};
  if (campaign.InferTimeZone !== true || TimeZone !== undefined) return false;
  return TimeRules.length > 0 || (campaign.BlackoutDates ?? []).length > 0;
}
