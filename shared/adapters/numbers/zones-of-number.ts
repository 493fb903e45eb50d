import type { PhoneNumberType } from 'libphonenumber-js/max';
import type { ZonesOfNumber } from '../../domain/schedule/inferred-zones';
import { loadNumberPlan, type NumberPlan } from './number-plan';

/** The number types that Google's library treats as geographic in every country. */
const geographicTypes: readonly PhoneNumberType[] = ['FIXED_LINE', 'FIXED_LINE_OR_MOBILE'];
/** Calling codes of countries whose mobile numbers have area codes: Mexico, Argentina, Brazil. */
const mobilesWithAreaCodes = ['52', '54', '55'];

/**
 * Returns every time zone that a number may be in, by its area code, or by its country if it has none (most mobile numbers).
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

function lookUpZones({ kindOf, zonesOf, zonesOfCountry }: NumberPlan, e164: string): readonly string[] {
  const number = kindOf(e164);
  if (number === undefined) return [];
  const { type, callingCode } = number;
  const isMobile = type === 'MOBILE';
  const hasAreaCode = geographicTypes.includes(type) || (isMobile && mobilesWithAreaCodes.includes(callingCode));
  const zones = hasAreaCode ? zonesOf(e164.slice(1)) : isMobile ? zonesOf(callingCode) : [];
  if (zones.length === 0 || number.country === undefined) return zones;
  // The data gives some countries the zone of a neighbor with almost the same clock. Calls must then respect both zones.
  const ofCountry = zonesOfCountry(number.country);
  const includesCountry = ofCountry.length === 0 || ofCountry.some((zone) => zones.includes(zone));
  return includesCountry ? zones : [...new Set([...zones, ...ofCountry])].sort();
}
