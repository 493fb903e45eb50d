import type { FieldProblem } from '../field-problem';
import type { JobOverrides } from '../job/overrides';
import type { Constraints } from '../schedule/constraints';
import { describeZoneRisk } from '../schedule/zone-names';
import { callerIdsOf, type CampaignConfig } from './campaign';

/** Warns of constraints that are valid, and may not be what was meant. @param pointer the location of the constraints */
export function findConstraintWarnings(constraints: Constraints | undefined, pointer: string): FieldProblem[] {
  const detail = constraints?.TimeZone === undefined ? undefined : describeZoneRisk(constraints.TimeZone);
  return detail === undefined ? [] : [{ pointer: `${pointer}/TimeZone`, detail }];
}

/** Warns of overrides that are valid, and may not be what was meant. @param pointer the location of the overrides */
export const findOverrideWarnings = (overrides: JobOverrides | undefined, pointer: string): FieldProblem[] =>
  findConstraintWarnings(overrides?.Constraints, `${pointer}/Constraints`);

/** Jobs need a caller ID of their campaign: without one, each is refused. */
function findCallerWarnings(campaign: CampaignConfig): FieldProblem[] {
  if (campaign.DefaultCallerID !== undefined) return [];
  const detail =
    callerIdsOf(campaign).length === 0
      ? 'The campaign has no caller ID, so each of its jobs is refused: set DefaultCallerID, or CallerIDs.'
      : 'Without it, a job that has no CallerID of its own is refused.';
  return [{ pointer: '/DefaultCallerID', detail }];
}

/** Warns of settings that are valid, and may not be what was meant. */
export const findCampaignWarnings = (campaign: CampaignConfig): FieldProblem[] => [
  ...findCallerWarnings(campaign),
  ...findOverrideWarnings(campaign.Defaults, '/Defaults'),
  ...(campaign.Variants ?? []).flatMap(({ Overrides }, index) =>
    findOverrideWarnings(Overrides, `/Variants/${index}/Overrides`),
  ),
];
