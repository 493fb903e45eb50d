import type { CampaignConfig } from '../campaign/campaign';
import { resolveWindows, type WindowFields } from '../campaign/windows';
import type { FieldProblem } from '../field-problem';
import { createOpeningCheck } from './can-ever-open';
import { lacksTimeZone, timeZoneRequired } from './constraints';

/** The time zones that an E.164 number may be in; empty if the number has no location. */
export type ZonesOfNumber = (e164: string) => readonly string[];
/** Loads the numbering data once, because few campaigns need it. */
export type LoadZones = () => Promise<ZonesOfNumber>;

interface ZoneDependentFields extends WindowFields {
  ContactPhoneNumber: string;
}

/**
 * Validates windows that depend on the time zones of a number: the number must have a location, and the windows must
 * overlap in all of its zones.
 * @param pointer where the time zone could be set
 */
export type ZoneValidator = (job: ZoneDependentFields, pointer: string) => FieldProblem[];

/** Creates the validator of one campaign, for one job or all jobs of a file, which share its results. */
export async function createZoneValidator(
  campaign: CampaignConfig,
  loadZones: LoadZones,
  nowMs: number,
): Promise<ZoneValidator> {
  if (campaign.InferTimeZone !== true) return () => [];
  const zonesOf = await loadZones();
  // Windows repeat each week, so the result does not depend on the day.
  const canEverOpen = createOpeningCheck(nowMs);
  return (job, pointer) => {
    const dependent = resolveWindows(job, campaign).filter(lacksTimeZone);
    if (dependent.length === 0) return [];
    const zones = zonesOf(job.ContactPhoneNumber);
    if (zones.length === 0) return [{ pointer, detail: `This number has no known time zone. ${timeZoneRequired}` }];
    if (dependent.every(({ TimeRules = [] }) => canEverOpen(TimeRules, zones))) return [];
    const detail = `This number may be in ${zones.length} time zones, and the windows never overlap in all of them. ${timeZoneRequired}`;
    return [{ pointer, detail }];
  };
}
