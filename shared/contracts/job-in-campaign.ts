import { callerIds, type CampaignConfig } from '../domain/campaign/campaign';
import { mergeOverrides } from '../domain/campaign/merge-overrides';
import type { JobOverrides } from '../domain/job/overrides';
import type { Constraints } from '../domain/schedule/constraints';
import { lacksTimeZone, timeZoneMissing } from './constraints.schema';
import type { FieldProblem } from './problem';

/** The part of a request that only its campaign can judge. */
interface CampaignPart {
  CallerID?: string | undefined;
  CampaignVariants?: string[] | undefined;
  Overrides: JobOverrides;
}

/** What is wrong with a job for this campaign, beyond its shape. */
export function problemsInCampaign(job: CampaignPart, campaign: CampaignConfig): FieldProblem[] {
  return [
    ...callerProblems(job, campaign),
    ...variantProblems(job, campaign),
    ...(mayLackTimeZone(job, campaign)
      ? [{ pointer: '/Overrides/Constraints/TimeZone', detail: timeZoneMissing }]
      : []),
  ];
}

function callerProblems({ CallerID }: CampaignPart, campaign: CampaignConfig): FieldProblem[] {
  if (CallerID === undefined) {
    if (campaign.DefaultCallerID !== undefined) return [];
    return [{ pointer: '/CallerID', detail: 'Required: the campaign has no DefaultCallerID.' }];
  }
  if (callerIds(campaign).includes(CallerID)) return [];
  return [{ pointer: '/CallerID', detail: "Expected one of the campaign's caller ids." }];
}

function variantProblems({ CampaignVariants }: CampaignPart, campaign: CampaignConfig): FieldProblem[] {
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
  job: Pick<CampaignPart, 'CampaignVariants' | 'Overrides'>,
  campaign: CampaignConfig,
): boolean => campaign.InferTimeZone !== true && constraintsInForce(job, campaign).some(lacksTimeZone);

/** The constraints that will hold for the job: one set for each variant that may be drawn for it. */
export function constraintsInForce(
  { CampaignVariants, Overrides }: Pick<CampaignPart, 'CampaignVariants' | 'Overrides'>,
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
