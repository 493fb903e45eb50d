// cspell:disable -- names of places and clocks
import { findZoneName } from '../../domain/schedule/zone-names';

const eastern = 'America/New_York';
const central = 'America/Chicago';
const mountain = 'America/Denver';
const pacific = 'America/Los_Angeles';

/**
 * Areas of the North American Numbering Plan that are in several clocks, with their overlays: from NANPA's and the CNA's planning letters, and
 * the borders of the zones (49 CFR 71). Google's map has one zone for an overlay, and for exchanges that it does not list.
 */
const northAmerica: readonly [areas: string, zones: readonly string[]][] = [
  ['219 574 812 930', [central, eastern]], // Indiana
  ['270 364 606', [central, eastern]], // Kentucky
  ['423 931', [central, eastern]], // Tennessee
  ['448 850', [central, eastern]], // Florida
  ['906', ['America/Menominee', 'America/Detroit']], // Michigan
  ['308 605 620 785', [central, mountain]], // Nebraska, South Dakota, Kansas
  ['701', [central, mountain]], // North Dakota
  ['432 915', [central, mountain]], // Texas
  ['928', ['America/Phoenix', mountain]], // Arizona, with the Navajo Nation
  ['208 986', ['America/Boise', pacific]], // Idaho
  ['458 541', ['America/Boise', pacific]], // Oregon
  ['775', ['America/Boise', pacific]], // Nevada
  ['907', ['America/Adak', 'America/Anchorage']], // Alaska
  [
    '236 250 257 672 778', // British Columbia
    ['America/Creston', 'America/Edmonton', 'America/Fort_Nelson', 'America/Vancouver'],
  ],
  ['306 474 639', ['America/Edmonton', 'America/Regina', 'America/Winnipeg']], // Saskatchewan
  ['807', ['America/Atikokan', 'America/Toronto', 'America/Winnipeg']], // Ontario
  ['367 418 581', ['America/Blanc-Sablon', 'America/Halifax', 'America/Toronto']], // Quebec
  ['709 879', ['America/Goose_Bay', 'America/St_Johns']], // Newfoundland and Labrador
  [
    '867', // Yukon, Northwest Territories, Nunavut
    [
      ...['America/Cambridge_Bay', 'America/Edmonton', 'America/Inuvik', 'America/Iqaluit', 'America/Rankin_Inlet'],
      ...['America/Resolute', 'America/Whitehorse', 'America/Atikokan'],
    ],
  ],
];

/** Prefixes elsewhere for which Google's map has the wrong zone, or one of several: their numbers may be in these too. */
const elsewhere: readonly [prefixes: string, zones: readonly string[]][] = [
  // Australia: the map lacks Darwin, and has Sydney for Queensland. Tweed Heads is in New South Wales.
  ['612', ['Australia/Lord_Howe', 'Australia/Sydney']],
  ['613', ['Australia/Hobart', 'Australia/Melbourne', 'Australia/Sydney']],
  ['617', ['Australia/Brisbane', 'Australia/Sydney']],
  ['618', ['Australia/Adelaide', 'Australia/Broken_Hill', 'Australia/Darwin', 'Australia/Eucla', 'Australia/Perth']],
  // New Zealand: the Chatham Islands share their prefix with Canterbury.
  ['64330', ['Pacific/Auckland', 'Pacific/Chatham']],
  // Brazil: Recife and Noronha, the west, the north, and the part of Amazonas that is near Acre.
  ['5581', ['America/Noronha', 'America/Recife']],
  ['5565 5566', ['America/Cuiaba']],
  ['5567', ['America/Campo_Grande']],
  ['5569', ['America/Porto_Velho']],
  ['5591 5593 5594 5596 5598 5599', ['America/Belem']],
  ['5592 5597', ['America/Eirunepe', 'America/Manaus']],
  // Chile: mobiles, Magallanes, Aysen, Easter Island.
  ['569', ['America/Coyhaique', 'America/Punta_Arenas', 'America/Santiago', 'Pacific/Easter']],
  ['5661', ['America/Punta_Arenas']],
  ['5667', ['America/Coyhaique', 'America/Santiago']],
  ['563221', ['America/Santiago', 'Pacific/Easter']],
  // Mexico since 2022: Chihuahua, and municipalities that keep the clock of the United States.
  ['52614 52621 52625 52627 52628 52629 52635 52639 52648 52649 52652 52659', ['America/Chihuahua']],
  ['52636 52656 52657', ['America/Chihuahua', 'America/Ciudad_Juarez']],
  ['52329', ['America/Bahia_Banderas', 'America/Mazatlan']],
  ['52626', ['America/Chihuahua', 'America/Ojinaga']],
  ['52862 52867 52868 52873 52877 52878 52891 52892 52894 52897 52899', ['America/Matamoros', 'America/Monterrey']],
  // Russia: Kaliningrad, Saratov, and Yakutia, which is in three zones.
  ['740', ['Europe/Kaliningrad']],
  ['7845', ['Europe/Saratov']],
  ['7411', ['Asia/Magadan', 'Asia/Vladivostok', 'Asia/Yakutsk']],
  // Congo: Kasai, Kivu and the former Orientale have the clock of the east.
  ['2434 2435 2436', ['Africa/Kinshasa', 'Africa/Lubumbashi']],
  // Ecuador: the Galapagos Islands share their prefixes with the coast.
  ['5935 59345', ['America/Guayaquil', 'Pacific/Galapagos']],
  // French Polynesia.
  ['6894', ['Pacific/Gambier', 'Pacific/Marquesas', 'Pacific/Tahiti']],
];

/** Zones that the time zone data of this server does not have yet are left out: those beside them are what it knew before. */
const toMap = (entries: readonly [string, readonly string[]][]): ReadonlyMap<string, readonly string[]> =>
  new Map(
    entries.flatMap(([prefixes, zones]) =>
      prefixes.split(' ').map((prefix) => [prefix, zones.filter((zone) => findZoneName(zone) !== undefined)] as const),
    ),
  );

/** The zones of an area code of North America that is in several clocks, by the code. */
export const splitAreas = toMap(northAmerica);
/** Zones that Google's map lacks, by the digits of a prefix. It replaces zones of the map that are not of the number's country. */
export const missingZones = toMap(elsewhere);
