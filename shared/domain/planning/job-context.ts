import type { CallRecord } from '../call/call-record';
import type { CampaignConfig } from '../campaign/campaign';
import { chooseVariants } from '../campaign/choose-variants';
import { mergeOverrides } from '../campaign/merge-overrides';
import type { Job } from '../job/job';
import type { JobOverrides } from '../job/overrides';
import { mergeConstraints } from '../schedule/merge';
import type { ConstraintOrigins, NumberLimitUse } from '../schedule/plan-input';

/** A job with all that its next call is planned from. */
export interface JobContext {
  job: Job;
  calls: readonly CallRecord[];
  version: number;
  campaign: CampaignConfig;
  variants: string[];
  /** Campaign defaults, variants and the job's own, merged. */
  overrides: JobOverrides;
  /** Which level set each field of the constraints; a variant's are the campaign's. */
  origins: ConstraintOrigins;
  /** The zones that the number may be in, where the campaign infers them and none is set. */
  zones?: readonly string[] | undefined;
  /** The limits on calls to the number, with the attempts of all jobs that count against each. */
  numberLimits: readonly NumberLimitUse[];
}

/** A case from a job, its calls and its version of the campaign. What is known of its number is added by who can look it up. */
export function createJobContext(parts: Pick<JobContext, 'job' | 'calls' | 'version' | 'campaign'>): JobContext {
  const { job, campaign } = parts;
  const variants = chooseVariants(campaign.Variants ?? [], job.ID, job.CampaignVariants);
  const chosen = (campaign.Variants ?? []).filter((variant) => variants.includes(variant.ID));
  const ofCampaign = mergeOverrides(
    campaign.Defaults ?? {},
    chosen.map((variant) => variant.Overrides),
    {},
  );
  const { origins } = mergeConstraints(ofCampaign.Constraints, job.Overrides.Constraints);
  const overrides = mergeOverrides(ofCampaign, [], job.Overrides);
  return { ...parts, variants, overrides, origins, numberLimits: [] };
}

/** True when the job's calls follow the zones of its number: the campaign infers them, none is set, and something depends on one. */
export function followsNumberZones({ campaign, overrides }: Pick<JobContext, 'campaign' | 'overrides'>): boolean {
  const { TimeZone, TimeRules = [] } = overrides.Constraints ?? {};
  if (campaign.InferTimeZone !== true || TimeZone !== undefined) return false;
  return TimeRules.length > 0 || (campaign.BlackoutDates ?? []).length > 0;
}
