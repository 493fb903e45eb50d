import type { CampaignConfig } from '../campaign/campaign';
import type { JobOverrides } from '../job/overrides';
import type { Constraints } from './constraints';
import { planNextCall } from './plan';
import { timeZoneRequired } from '../../contracts/constraints.schema';
import { resolveConstraints } from '../campaign/validate-job';
import type { FieldProblem } from '../../contracts/problem';

/** The zones that an E.164 number may be in; none where it says no place. */
export type ZonesOfNumber = (e164: string) => readonly string[];
/** Reads what is known of numbers, once: few campaigns need it. */
export type LoadZones = () => Promise<ZonesOfNumber>;

interface ZoneDependentFields {
  ContactPhoneNumber: string;
  CampaignVariants?: string[] | undefined;
  Overrides: JobOverrides;
}

/**
 * Finds what is wrong with windows that follow the zones of a number: the number says no place, or places that are never inside together.
 * @param pointer where the zone could be set
 */
export type ZoneValidator = (job: ZoneDependentFields, pointer: string) => FieldProblem[];

/** The rule of one campaign, for one job or for the many of a file: jobs without constraints of their own share what was found out. */
export async function createZoneValidator(campaign: CampaignConfig, loadZones: LoadZones): Promise<ZoneValidator> {
  if (campaign.InferTimeZone !== true) return () => [];
  const zonesOf = await loadZones();
  const campaignConstraints = findNumberDependent({ Overrides: {} }, campaign);
  const openByZones = new Map<string, boolean>();
  const canOpenForCampaign = (zones: readonly string[]): boolean => {
    const key = zones.join();
    const open = openByZones.get(key) ?? campaignConstraints.every((constraints) => canEverOpen(constraints, zones));
    openByZones.set(key, open);
    return open;
  };
  return (job, pointer) => {
    const usesCampaignConstraints = job.CampaignVariants === undefined && job.Overrides.Constraints === undefined;
    const constraintSets = usesCampaignConstraints ? campaignConstraints : findNumberDependent(job, campaign);
    if (constraintSets.length === 0) return [];
    const zones = zonesOf(job.ContactPhoneNumber);
    if (zones.length === 0) return [{ pointer, detail: `No zone can be told from this number. ${timeZoneRequired}` }];
    if (
      usesCampaignConstraints
        ? canOpenForCampaign(zones)
        : constraintSets.every((constraints) => canEverOpen(constraints, zones))
    )
      return [];
    const detail = `This number may be in ${zones.length} zones, which are never inside the windows together. ${timeZoneRequired}`;
    return [{ pointer, detail }];
  };
}

/** The constraints in force whose windows follow the number. */
const findNumberDependent = (
  job: Pick<ZoneDependentFields, 'CampaignVariants' | 'Overrides'>,
  campaign: CampaignConfig,
): Constraints[] =>
  resolveConstraints(job, campaign).filter(
    ({ TimeZone, TimeRules = [] }) => TimeZone === undefined && TimeRules.length > 0,
  );

/** Any day will do: windows repeat each week. */
function canEverOpen({ TimeRules }: Constraints, zones: readonly string[]): boolean {
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
