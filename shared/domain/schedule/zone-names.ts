import tzdata from 'tzdata';

/** IANA's identifiers by their names in lower case; a link has the name that it stands for. */
const identifiers = new Map(
  Object.entries(tzdata.zones as Record<string, unknown>)
    // "Factory" is the zone of a machine on which none was set.
    .filter(([name]) => name !== 'Factory')
    .map(([name, rules]) => [name.toLowerCase(), { name, link: typeof rules === 'string' ? rules : undefined }]),
);
/** Whether the time zone data of this server has the identifier, which may be newer. */
const known = new Map<string, boolean>();

/** Every identifier and link of IANA's time zone database, as IANA spells them. */
export const zoneNames: readonly string[] = [...identifiers.values()].map(({ name }) => name);

const isAscii = /^[\x21-\x7e]+$/;

function isKnownHere(name: string): boolean {
  let isKnown = known.get(name);
  if (isKnown === undefined) {
    try {
      isKnown = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
    } catch {
      isKnown = false;
    }
    known.set(name, isKnown);
  }
  return isKnown;
}

/**
 * The identifier or link of IANA's time zone database that has this name, in any case. `Intl` resolves more: abbreviations such as "BST"
 * (to Asia/Dhaka) and names that IANA never had or has withdrawn.
 * @returns IANA's spelling; `undefined` if there is none, or if the time zone data of this server lacks it
 */
export function findZoneName(name: string): string | undefined {
  // Some letters beyond ASCII have one of ASCII as their lower case: the Kelvin sign is no K to `Intl`.
  if (!isAscii.test(name)) return undefined;
  const found = identifiers.get(name.toLowerCase())?.name;
  return found !== undefined && isKnownHere(found) ? found : undefined;
}

/** The zone that a link stands for; a zone stands for itself. */
function resolveLink(name: string): string {
  const link = identifiers.get(name.toLowerCase())?.link;
  return link === undefined ? name : resolveLink(link);
}

/** Links without daylight saving time, whose names most people use for a clock that has it. */
const abbreviations = new Map([
  ['EST', { stands: 'UTC-5', likely: 'America/New_York' }],
  ['MST', { stands: 'UTC-7', likely: 'America/Denver' }],
]);

/** True for UTC under any of its names. */
export const isUtc = (name: string): boolean => resolveLink(name) === 'Etc/UTC';

/**
 * Says what is surprising about a zone by which people are called, in one sentence.
 * @returns `undefined` for the zone of a place
 */
export function describeZoneRisk(name: string): string | undefined {
  const spelled = findZoneName(name) ?? name;
  const abbreviation = abbreviations.get(spelled);
  if (abbreviation !== undefined)
    return `"${spelled}" is ${abbreviation.stands} all year, without daylight saving time; you may mean "${abbreviation.likely}".`;
  const target = resolveLink(spelled);
  if (!target.startsWith('Etc/')) return undefined;
  const [, sign, hours = '0'] = /^Etc\/GMT([+-])(\d+)$/.exec(target) ?? [];
  // POSIX counts hours west of Greenwich.
  const offset = Number(hours) === 0 ? 'UTC' : `UTC${sign === '+' ? '-' : '+'}${hours}`;
  return `"${spelled}" is a fixed offset (${offset}) without daylight saving time; the zone of a place, such as "Europe/London", follows its clock.`;
}
