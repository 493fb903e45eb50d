import type { PhoneNumberType } from 'libphonenumber-js/max';
import type { ZonesOfNumber } from '../../domain/schedule/inferred-zones';
import { findZone } from '../../domain/schedule/zone-offsets';
import { missingZones, splitAreas } from './area-zones';
import { loadNumberPlan, type NumberPlan } from './number-plan';

/** The number types that Google's library treats as geographic in every country. */
const geographicTypes: readonly PhoneNumberType[] = ['FIXED_LINE', 'FIXED_LINE_OR_MOBILE'];
/** Calling codes of countries whose mobile numbers have area codes: Mexico, Argentina, Brazil. */
const mobilesWithAreaCodes = ['52', '54', '55'];

/**
 * Returns every time zone that a number may be in, by its area code, or by its country if it has none (most mobile numbers). One zone may
 * stand for others that have the same clock now.
 * Non-geographic numbers, such as toll-free ones, and unknown numbers have no zones. The first call reads the data (about 30 ms);
 * later calls take microseconds.
 * @returns IANA names, sorted
 */
export const zonesOfNumber = async (e164: string): Promise<readonly string[]> => (await loadZones())(e164);

/** Loads the data and returns a synchronous {@link zonesOfNumber}, for many numbers. */
export async function loadZones(): Promise<ZonesOfNumber> {
  const plan = await loadNumberPlan();
  return (e164) => lookUpZones(plan, e164);
}

const northAmerica = '1';
/** Counted as one with the country's clock: it is not official. */
const unofficialZones = ['Asia/Urumqi'];

function lookUpZones(plan: NumberPlan, e164: string): readonly string[] {
  const number = plan.kindOf(e164);
  if (number === undefined) return [];
  const { type, callingCode, country } = number;
  const isMobile = type === 'MOBILE';
  const hasAreaCode = geographicTypes.includes(type) || (isMobile && mobilesWithAreaCodes.includes(callingCode));
  if (!hasAreaCode && !isMobile) return [];
  const digits = e164.slice(1);
  const ofCountry =
    country === undefined ? [] : plan.zonesOfCountry(country).filter((zone) => !unofficialZones.includes(zone));
  if (!hasAreaCode) return unite(plan.zonesOf(callingCode, callingCode), ofCountry);
  if (callingCode === northAmerica) return splitAreas.get(digits.slice(1, 4)) ?? plan.zonesOfArea(digits);
  const zones = plan.zonesOf(digits, callingCode);
  const missing = findMissing(digits);
  if (missing !== undefined) {
    const own = zones.filter((zone) => ofCountry.includes(zone));
    return unite(missing, own);
  }
  // What stands for the whole country lacks some of its zones, and for some countries the map has the zone of a neighbor with almost the
  // same clock.
  const isWhole = zones.length > 0 && isSame(zones, plan.zonesOf(callingCode, callingCode));
  const isForeign = ofCountry.length > 0 && !ofCountry.some((zone) => zones.includes(zone));
  return isWhole || isForeign ? unite(zones, ofCountry) : zones;
}

/** The correction of the longest prefix of the digits that has one. */
function findMissing(digits: string): readonly string[] | undefined {
  for (let end = digits.length; end > 0; end--) {
    const zones = missingZones.get(digits.slice(0, end));
    if (zones !== undefined) return zones;
  }
  return undefined;
}

/** Adds zones whose clocks are not among those of the others. */
function unite(zones: readonly string[], more: readonly string[]): readonly string[] {
  const known = new Set(zones.map(clockOf));
  return [...zones, ...more.filter((zone) => !known.has(clockOf(zone)))].sort();
}

const weekMs = 7 * 86_400_000;
const firstWeekMs = Date.now();
const clocks = new Map<string, string>();

/** Distinguishes clocks by the offsets of two years, week by week. */
function clockOf(name: string): string {
  const known = clocks.get(name);
  if (known !== undefined) return known;
  const zone = findZone(name);
  const offsets = Array.from({ length: 104 }, (_, week) => zone?.spanAt(firstWeekMs + week * weekMs).offsetMs);
  const clock = zone === undefined ? name : offsets.join();
  clocks.set(name, clock);
  return clock;
}

const isSame = (one: readonly string[], other: readonly string[]): boolean => one.join() === other.join();
