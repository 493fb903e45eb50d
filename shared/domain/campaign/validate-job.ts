import { callerIdsOf, type CampaignConfig } from './campaign';
import type { FieldProblem } from '../field-problem';
import { lacksTimeZone, timeZoneRequired } from '../schedule/constraints';
import { resolveWindows, type WindowFields } from './windows';

/** The fields of a job whose validity depends on its campaign. */
interface CampaignDependentFields extends WindowFields {
  CallerID?: string | undefined;
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
export const mayLackTimeZone = (job: WindowFields, campaign: CampaignConfig): boolean =>
  campaign.InferTimeZone !== true && resolveWindows(job, campaign).some(lacksTimeZone);
