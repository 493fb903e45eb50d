import { callerIdsOf, type CampaignConfig } from './campaign';
import { mergeOverrides } from './merge-overrides';
import type { JobOverrides } from '../job/overrides';
import type { Constraints } from '../schedule/constraints';
import { lacksTimeZone, timeZoneRequired } from '../../contracts/constraints.schema';
import type { FieldProblem } from '../../contracts/problem';

/** The part of a request that only its campaign can judge. */
interface CampaignDependentFields {
  CallerID?: string | undefined;
  CampaignVariants?: string[] | undefined;
  Overrides: JobOverrides;
}

/** What is wrong with a job for this campaign, beyond its shape. */
export function validateJob(job: CampaignDependentFields, campaign: CampaignConfig): FieldProblem[] {
  return [
    ...validateCaller(job, campaign),
    ...validateVariants(job, campaign),
    ...(mayLackTimeZone(job, campaign)
      ? [{ pointer: '/Overrides/Constraints/TimeZone', detail: timeZoneRequired }]
      : []),
  ];
}

function validateCaller({ CallerID }: CampaignDependentFields, campaign: CampaignConfig): FieldProblem[] {
  if (CallerID === undefined) {
    if (campaign.DefaultCallerID !== undefined) return [];
    return [{ pointer: '/CallerID', detail: 'Required: the campaign has no DefaultCallerID.' }];
  }
  if (callerIdsOf(campaign).includes(CallerID)) return [];
  return [{ pointer: '/CallerID', detail: "Expected one of the campaign's caller ids." }];
}

function validateVariants({ CampaignVariants }: CampaignDependentFields, campaign: CampaignConfig): FieldProblem[] {
  const known = (campaign.Variants ?? []).map((variant) => variant.ID);
  return (CampaignVariants ?? []).flatMap((id, index) =>
    known.includes(id)
      ? []
      : [{ pointer: `/CampaignVariants/${index}`, detail: "Expected one of the campaign's variant ids." }],
  );
}

/**
 * True when the windows that will hold for the job have no zone, whichever variant is drawn for it. Where the campaign infers zones from
 * numbers there may be one all the same: who can look it up says so.
 */
export const mayLackTimeZone = (
  job: Pick<CampaignDependentFields, 'CampaignVariants' | 'Overrides'>,
  campaign: CampaignConfig,
): boolean => campaign.InferTimeZone !== true && resolveConstraints(job, campaign).some(lacksTimeZone);

/** The constraints that will hold for the job: one set for each variant that may be drawn for it. */
export function resolveConstraints(
  { CampaignVariants, Overrides }: Pick<CampaignDependentFields, 'CampaignVariants' | 'Overrides'>,
  campaign: CampaignConfig,
): Constraints[] {
  const variants = campaign.Variants ?? [];
  const drawn = variants.filter((variant) => variant.Weight > 0).map((variant) => [variant]);
  const choices = CampaignVariants
    ? [CampaignVariants.flatMap((id) => variants.filter((variant) => variant.ID === id))]
    : drawn.length > 0
      ? drawn
      : [[]];
  return choices.map((chosen) => {
    const overrides = chosen.map((variant) => variant.Overrides);
    return mergeOverrides(campaign.Defaults ?? {}, overrides, Overrides).Constraints ?? {};
  });
}
