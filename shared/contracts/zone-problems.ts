import type { CampaignConfig } from '../domain/campaign/campaign';
import type { JobOverrides } from '../domain/job/overrides';
import type { Constraints } from '../domain/schedule/constraints';
import { planNextCall } from '../domain/schedule/plan';
import { timeZoneMissing } from './constraints.schema';
import { constraintsInForce } from './job-in-campaign';
import type { FieldProblem } from './problem';

/** The zones that an E.164 number may be in; none where it says no place. */
export type ZonesOfNumber = (e164: string) => readonly string[];
/** Reads what is known of numbers, once: few campaigns need it. */
export type LoadZones = () => Promise<ZonesOfNumber>;

interface JobPart {
  ContactPhoneNumber: string;
  CampaignVariants?: string[] | undefined;
  Overrides: JobOverrides;
}

/**
 * Finds what is wrong with windows that follow the zones of a number: the number says no place, or places that are never inside together.
 * @param pointer where the zone could be set
 */
export type ZoneRule = (job: JobPart, pointer: string) => FieldProblem[];

/** The rule of one campaign, for one job or for the many of a file: jobs without constraints of their own share what was found out. */
export async function createZoneRule(campaign: CampaignConfig, loadZones: LoadZones): Promise<ZoneRule> {
  if (campaign.InferTimeZone !== true) return () => [];
  const zonesOf = await loadZones();
  const ofCampaign = following({ Overrides: {} }, campaign);
  const known = new Map<string, boolean>();
  const openForPlain = (zones: readonly string[]): boolean => {
    const key = zones.join();
    const open = known.get(key) ?? ofCampaign.every((constraints) => everOpen(constraints, zones));
    known.set(key, open);
    return open;
  };
  return (job, pointer) => {
    const plain = job.CampaignVariants === undefined && job.Overrides.Constraints === undefined;
    const windows = plain ? ofCampaign : following(job, campaign);
    if (windows.length === 0) return [];
    const zones = zonesOf(job.ContactPhoneNumber);
    if (zones.length === 0) return [{ pointer, detail: `No zone can be told from this number. ${timeZoneMissing}` }];
    if (plain ? openForPlain(zones) : windows.every((constraints) => everOpen(constraints, zones))) return [];
    const detail = `This number may be in ${zones.length} zones, which are never inside the windows together. ${timeZoneMissing}`;
    return [{ pointer, detail }];
  };
}

/** The constraints in force whose windows follow the number. */
const following = (job: Pick<JobPart, 'CampaignVariants' | 'Overrides'>, campaign: CampaignConfig): Constraints[] =>
  constraintsInForce(job, campaign).filter(
    ({ TimeZone, TimeRules = [] }) => TimeZone === undefined && TimeRules.length > 0,
  );

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
