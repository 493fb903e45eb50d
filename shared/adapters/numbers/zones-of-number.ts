import type { PhoneNumberType } from 'libphonenumber-js/max';
import type { ZonesOfNumber } from '../../domain/schedule/inferred-zones';
import { loadNumberPlan, type NumberPlan } from './number-plan';

/** What Google's library takes for bound to a place, whichever country it is in. */
const bound: readonly PhoneNumberType[] = ['FIXED_LINE', 'FIXED_LINE_OR_MOBILE'];
/** Countries whose mobile numbers begin with the code of an area: Mexico, Argentina, Brazil. */
const mobilesWithAreaCodes = ['52', '54', '55'];

/**
 * Every time zone that a number may be in, by its area code, or by its whole country where it has none (a mobile of most countries).
 * Nothing where the number says no place: toll-free and other special numbers, and those that no plan knows. The first call reads the
 * data (about 30 ms), the others take microseconds.
 * @returns IANA names, sorted
 */
export const zonesOfNumber = async (e164: string): Promise<readonly string[]> => (await loadZones())(e164);

/** {@link zonesOfNumber} for many numbers: reads the data, and answers without a wait then. */
export async function loadZones(): Promise<ZonesOfNumber> {
  const plan = await loadNumberPlan();
  return (e164) => zonesIn(plan, e164);
}

function zonesIn({ kindOf, zonesOf, zonesOfCountry }: NumberPlan, e164: string): readonly string[] {
  const number = kindOf(e164);
  if (number === undefined) return [];
  const { type, callingCode } = number;
  const isMobile = type === 'MOBILE';
  const tellsArea = bound.includes(type) || (isMobile && mobilesWithAreaCodes.includes(callingCode));
  const zones = tellsArea ? zonesOf(e164.slice(1)) : isMobile ? zonesOf(callingCode) : [];
  if (zones.length === 0 || number.country === undefined) return zones;
  // The data names some countries by a neighbor that shares their clock most of the year; then both must be open.
  const ofCountry = zonesOfCountry(number.country);
  const knowsCountry = ofCountry.length === 0 || ofCountry.some((zone) => zones.includes(zone));
  return knowsCountry ? zones : [...new Set([...zones, ...ofCountry])].sort();
}
