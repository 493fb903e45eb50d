import { zonesOfNumber } from '../../../shared/adapters/numbers/zones-of-number';
import { timeZoneMissing } from '../../../shared/contracts/constraints.schema';
import { constraintsInForce } from '../../../shared/contracts/job-in-campaign';
import type { FieldProblem } from '../../../shared/contracts/problem';
import type { CampaignConfig } from '../../../shared/domain/campaign/campaign';
import type { JobOverrides } from '../../../shared/domain/job/overrides';
import type { Constraints } from '../../../shared/domain/schedule/constraints';
import { planNextCall } from '../../../shared/domain/schedule/plan';

interface JobPart {
  phoneNumber: string;
  CampaignVariants?: string[] | undefined;
  Overrides: JobOverrides;
}

/**
 * What is wrong with windows that follow the zones of a number: the number says no place, or places that are never inside together.
 * @param pointer where the zone could be set
 */
export async function zoneProblems(job: JobPart, campaign: CampaignConfig, pointer: string): Promise<FieldProblem[]> {
  if (campaign.InferTimeZone !== true) return [];
  const following = constraintsInForce(job, campaign).filter(
    ({ TimeZone, TimeRules = [] }) => TimeZone === undefined && TimeRules.length > 0,
  );
  if (following.length === 0) return [];
  const zones = await zonesOfNumber(job.phoneNumber);
  if (zones.length === 0) return [{ pointer, detail: `No zone can be told from this number. ${timeZoneMissing}` }];
  if (following.every((constraints) => everOpen(constraints, zones))) return [];
  return [
    {
      pointer,
      detail: `This number may be in ${zones.length} zones, which are never inside the windows together. ${timeZoneMissing}`,
    },
  ];
}

/** Any day will do: windows repeat each week. */
function everOpen({ TimeRules }: Constraints, zones: readonly string[]): boolean {
  const plan = planNextCall({
    jobId: '',
    createdAtMs: 0,
    nowMs: Date.now(),
    constraints: { TimeRules },
    attempts: [],
    jitterSeconds: 0,
    zones,
    maxTotalCallsDefault: 0,
  });
  return plan.kind === 'call';
}
