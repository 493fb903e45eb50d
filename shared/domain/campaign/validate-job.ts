import { callerIdsOf, type CampaignConfig } from './campaign';
import type { FieldProblem } from '../field-problem';
import { mergeOverrides } from './merge-overrides';
import type { JobOverrides } from '../job/overrides';
import { lacksTimeZone, timeZoneRequired, type Constraints } from '../schedule/constraints';

/** The fields of a job whose validity depends on its campaign. */
interface CampaignDependentFields {
  CallerID?: string | undefined;
  CampaignVariants?: string[] | undefined;
  Overrides: JobOverrides;
}

/** Validates a job against its campaign, beyond its shape. */
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
 * True if the windows of the job may have no time zone, depending on the variant that is drawn. A campaign that infers
 * zones from numbers is exempt: `createZoneValidator` checks it.
 */
export const mayLackTimeZone = (
  job: Pick<CampaignDependentFields, 'CampaignVariants' | 'Overrides'>,
  campaign: CampaignConfig,
): boolean => campaign.InferTimeZone !== true && resolveConstraints(job, campaign).some(lacksTimeZone);

/** The constraints that can apply to the job: one set for each variant that may be drawn. */
export const resolveConstraints = (
  job: Pick<CampaignDependentFields, 'CampaignVariants' | 'Overrides'>,
  campaign: CampaignConfig,
): Constraints[] => resolveOverrides(job, campaign).map(({ Constraints = {} }) => Constraints);

/** The settings that can apply to the job: one set for each variant that may be drawn. */
export function resolveOverrides(
  { CampaignVariants, Overrides }: Pick<CampaignDependentFields, 'CampaignVariants' | 'Overrides'>,
  campaign: CampaignConfig,
): JobOverrides[] {
  const variants = campaign.Variants ?? [];
  const drawn = variants.filter((variant) => variant.Weight > 0).map((variant) => [variant]);
  const choices = CampaignVariants
    ? [CampaignVariants.flatMap((id) => variants.filter((variant) => variant.ID === id))]
    : drawn.length > 0
      ? drawn
      : [[]];
  return choices.map((chosen) => {
    const overrides = chosen.map((variant) => variant.Overrides);
    return mergeOverrides(campaign.Defaults ?? {}, overrides, Overrides);
  });
}
