// cspell:disable -- names of places and clocks
import { findZoneName, zoneNames } from './zone-names';

/** What people write in place of an identifier, without "Standard Time" and the like: abbreviations, and names of clocks in North America. */
const meanings = new Map<string, readonly string[]>(
  Object.entries({
    bst: ['Europe/London'],
    uk: ['Europe/London'],
    ist: ['Asia/Kolkata', 'Europe/Dublin', 'Asia/Jerusalem'],
    idt: ['Asia/Jerusalem'],
    west: ['Europe/Lisbon'],
    cest: ['Europe/Berlin'],
    mez: ['Europe/Berlin'],
    mesz: ['Europe/Berlin'],
    mest: ['Europe/Berlin'],
    eest: ['Europe/Athens'],
    msk: ['Europe/Moscow'],
    trt: ['Europe/Istanbul'],
    et: ['America/New_York'],
    edt: ['America/New_York'],
    eastern: ['America/New_York'],
    ct: ['America/Chicago'],
    cst: ['America/Chicago', 'Asia/Shanghai', 'America/Havana'],
    cdt: ['America/Chicago'],
    central: ['America/Chicago'],
    mt: ['America/Denver'],
    mdt: ['America/Denver'],
    mountain: ['America/Denver'],
    pt: ['America/Los_Angeles'],
    pst: ['America/Los_Angeles', 'Asia/Manila'],
    pdt: ['America/Los_Angeles'],
    pacific: ['America/Los_Angeles'],
    akst: ['America/Anchorage'],
    akdt: ['America/Anchorage'],
    ast: ['America/Halifax', 'Asia/Riyadh'],
    adt: ['America/Halifax'],
    atlantic: ['America/Halifax'],
    nst: ['America/St_Johns', 'Pacific/Auckland'],
    ndt: ['America/St_Johns'],
    brt: ['America/Sao_Paulo'],
    bet: ['America/Sao_Paulo'],
    art: ['America/Argentina/Buenos_Aires', 'Africa/Cairo'],
    agt: ['America/Argentina/Buenos_Aires'],
    prt: ['America/Puerto_Rico'],
    pnt: ['America/Phoenix'],
    iet: ['America/Indiana/Indianapolis'],
    cnt: ['America/St_Johns'],
    ect: ['Europe/Paris', 'America/Guayaquil'],
    cat: ['Africa/Maputo'],
    eat: ['Africa/Nairobi'],
    wat: ['Africa/Lagos'],
    sast: ['Africa/Johannesburg'],
    gst: ['Asia/Dubai'],
    pkt: ['Asia/Karachi'],
    plt: ['Asia/Karachi'],
    net: ['Asia/Yerevan'],
    vst: ['Asia/Ho_Chi_Minh'],
    ict: ['Asia/Bangkok'],
    wib: ['Asia/Jakarta'],
    sgt: ['Asia/Singapore'],
    hkt: ['Asia/Hong_Kong'],
    ctt: ['Asia/Shanghai'],
    jst: ['Asia/Tokyo'],
    kst: ['Asia/Seoul'],
    act: ['Australia/Darwin'],
    acst: ['Australia/Adelaide', 'Australia/Darwin'],
    acdt: ['Australia/Adelaide'],
    aet: ['Australia/Sydney', 'Australia/Brisbane'],
    aest: ['Australia/Sydney', 'Australia/Brisbane'],
    aedt: ['Australia/Sydney'],
    awst: ['Australia/Perth'],
    nzst: ['Pacific/Auckland'],
    nzdt: ['Pacific/Auckland'],
    mit: ['Pacific/Apia'],
    sst: ['Pacific/Pago_Pago', 'Pacific/Guadalcanal'],
    // Windows' names whose initials say nothing.
    gmtstandardtime: ['Europe/London'],
    weuropestandardtime: ['Europe/Berlin'],
    romancestandardtime: ['Europe/Paris'],
    centraleuropestandardtime: ['Europe/Budapest'],
    centraleuropeanstandardtime: ['Europe/Warsaw'],
    flestandardtime: ['Europe/Helsinki'],
    gtbstandardtime: ['Europe/Athens'],
    eeuropestandardtime: ['Europe/Chisinau'],
    useasternstandardtime: ['America/Indiana/Indianapolis'],
    usmountainstandardtime: ['America/Phoenix'],
    auseasternstandardtime: ['Australia/Sydney'],
    eaustraliastandardtime: ['Australia/Brisbane'],
    // IANA has withdrawn these.
    uspacificnew: ['America/Los_Angeles'],
    canadaeastsaskatchewan: ['America/Regina'],
  }),
);

const toLetters = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Names without places would be found for too much, and are no zones to suggest. */
const places = zoneNames
  .filter((name) => /^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\//.test(name))
  .map((name) => ({
    name,
    area: toLetters(name.slice(0, name.indexOf('/'))),
    letters: toLetters(name),
    city: toLetters(name.slice(name.lastIndexOf('/') + 1)),
  }));

/** The edits that turn one text into another: a letter added, removed, replaced, or exchanged with the next one. */
function countEdits(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= one.length; row++) {
    const edits = [row];
    rows.push(edits);
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isExchanged = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const replaced = at(row - 1, column - 1) + (isSame ? 0 : 1);
      const exchanged = isExchanged ? at(row - 2, column - 2) + 1 : Infinity;
      edits.push(Math.min(at(row, column - 1) + 1, at(row - 1, column) + 1, replaced, exchanged));
    }
  }
  return at(one.length, other.length);
}

/** The place whose name is written almost so, in the area that is written if there is one. */
function findMisspelled(area: string, city: string): string | undefined {
  const hasArea = places.some((place) => place.area === area);
  const most = city.length < 6 ? 1 : 2;
  const close = places
    .filter((place) => (!hasArea || place.area === area) && Math.abs(place.city.length - city.length) <= most)
    .map((place) => ({ name: place.name, edits: countEdits(place.city, city) }))
    .filter(({ edits }) => edits <= most)
    .sort((one, other) => one.edits - other.edits);
  return city.length < 4 ? undefined : close[0]?.name;
}

/**
 * The zones for which people write a name that IANA does not have: an abbreviation, a city without its area, Windows' and Rails' names of American
 * clocks, a misspelled identifier.
 * @returns identifiers, the likeliest first; empty if nothing is likely
 */
export function findLikelyZones(text: string): readonly string[] {
  const name = text.trim();
  const letters = toLetters(name);
  const exact = findZoneName(name) ?? places.find((place) => place.letters === letters)?.name;
  if (exact !== undefined) return [exact];
  const initials = name.split(/\s+/).map((word) => word.charAt(0).toLowerCase());
  const clock = toLetters(name.replaceAll(/\(.*\)|\b(standard|daylight|summer)?\s*time\b/gi, ''));
  const meant =
    meanings.get(letters) ?? (initials.length > 2 ? meanings.get(initials.join('')) : undefined) ?? meanings.get(clock);
  if (meant !== undefined) return meant;
  const parts = name.split('/');
  const city = toLetters(parts.at(-1) ?? '');
  const found = places.find((place) => place.city === city)?.name ?? findMisspelled(toLetters(parts[0] ?? ''), city);
  return found === undefined ? [] : [found];
}
