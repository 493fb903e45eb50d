import type { CampaignConfig } from '../campaign/campaign';
import { resolveConstraints } from '../campaign/validate-job';
import type { FieldProblem } from '../field-problem';
import type { JobOverrides } from '../job/overrides';
import { lacksTimeZone, timeZoneRequired, type Constraints } from './constraints';
import { planNextCall } from './plan';

/** The time zones that an E.164 number may be in; empty if the number has no location. */
export type ZonesOfNumber = (e164: string) => readonly string[];
/** Loads the numbering data once, because few campaigns need it. */
export type LoadZones = () => Promise<ZonesOfNumber>;

interface ZoneDependentFields {
  ContactPhoneNumber: string;
  CampaignVariants?: string[] | undefined;
  Overrides: JobOverrides;
}

/**
 * Validates windows that depend on the time zones of a number: the number must have a location, and the windows must
 * overlap in all of its zones.
 * @param pointer where the time zone could be set
 */
export type ZoneValidator = (job: ZoneDependentFields, pointer: string) => FieldProblem[];

/**
 * Creates the validator of one campaign, for one job or all jobs of a file. Jobs without own constraints share cached
 * results.
 */
export async function createZoneValidator(
  campaign: CampaignConfig,
  loadZones: LoadZones,
  nowMs: number,
): Promise<ZoneValidator> {
  if (campaign.InferTimeZone !== true) return () => [];
  const zonesOf = await loadZones();
  const campaignConstraints = findNumberDependent({ Overrides: {} }, campaign);
  const openByZones = new Map<string, boolean>();
  const canOpenForCampaign = (zones: readonly string[]): boolean => {
    const key = zones.join();
    const open =
      openByZones.get(key) ?? campaignConstraints.every((constraints) => canEverOpen(constraints, zones, nowMs));
    openByZones.set(key, open);
    return open;
  };
  return (job, pointer) => {
    const usesCampaignConstraints = job.CampaignVariants === undefined && job.Overrides.Constraints === undefined;
    const constraintSets = usesCampaignConstraints ? campaignConstraints : findNumberDependent(job, campaign);
    if (constraintSets.length === 0) return [];
    const zones = zonesOf(job.ContactPhoneNumber);
    if (zones.length === 0) return [{ pointer, detail: `This number has no known time zone. ${timeZoneRequired}` }];
    if (
      usesCampaignConstraints
        ? canOpenForCampaign(zones)
        : constraintSets.every((constraints) => canEverOpen(constraints, zones, nowMs))
    )
      return [];
    const detail = `This number may be in ${zones.length} time zones, and the windows never overlap in all of them. ${timeZoneRequired}`;
    return [{ pointer, detail }];
  };
}

/** The effective constraints whose windows depend on the number. */
const findNumberDependent = (
  job: Pick<ZoneDependentFields, 'CampaignVariants' | 'Overrides'>,
  campaign: CampaignConfig,
): Constraints[] => resolveConstraints(job, campaign).filter(lacksTimeZone);

/** The result is the same for every day, because windows repeat each week. */
function canEverOpen({ TimeRules }: Constraints, zones: readonly string[], nowMs: number): boolean {
  const plan = planNextCall({
    jobId: '',
    createdAtMs: 0,
    nowMs,
    constraints: { TimeRules },
    attempts: [],
    jitterSeconds: 0,
    zones,
    maxTotalCallsDefault: 0,
  });
  return plan.kind === 'call';
}
