// cspell:ignore Helsinky Yrok stanbul
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findLikelyZones } from '../../../../shared/domain/schedule/likely-zones';
import { describeZoneRisk, findZoneName, zoneNames } from '../../../../shared/domain/schedule/zone-names';
import { findZone } from '../../../../shared/domain/schedule/zone-offsets';

/** What ICU resolves, and IANA never had or has withdrawn. */
const namesOfIcu = [
  ...[
    'ACT',
    'AET',
    'AGT',
    'ART',
    'AST',
    'BET',
    'BST',
    'CAT',
    'CNT',
    'CST',
    'CTT',
    'EAT',
    'ECT',
    'IET',
    'IST',
    'JST',
    'MIT',
  ],
  ...['NET', 'NST', 'PLT', 'PNT', 'PRT', 'PST', 'SST', 'VST', 'US/Pacific-New', 'Canada/East-Saskatchewan'],
  ...['SystemV/EST5EDT', 'SystemV/PST8', 'Etc/Unknown', 'Factory'],
];

describe('the name of a time zone', () => {
  it('is an identifier or a link of IANA’s, in any case', () => {
    for (const name of ['Europe/Helsinki', 'Asia/Calcutta', 'US/Eastern', 'EST5EDT', 'Zulu', 'GB'])
      expect([findZoneName(name), findZoneName(name.toUpperCase()), findZone(name)?.name]).toEqual([name, name, name]);
  });

  it.each(namesOfIcu.flatMap((name) => [name, name.toLowerCase()]))(
    'is not %s, also where the schedule is computed',
    (name) => {
      expect(findZoneName(name)).toBeUndefined();
      expect(findZone(name)).toBeUndefined();
    },
  );

  it.each(['America/New_Yor\u212a', 'A\u017fia/Tokyo', 'Europe/\u0130stanbul', 'Europe/Helsinki\u200b', ''])(
    'is not %j, whose letters are not all of ASCII',
    (name) => {
      expect(findZoneName(name)).toBeUndefined();
    },
  );

  it('covers every place of the time zone data of this server', () => {
    const places = Intl.supportedValuesOf('timeZone').filter((name) => name.includes('/'));
    expect(places.filter((name) => findZoneName(name) === undefined)).toEqual([]);
  });

  it('is as the time zone database has it', () => {
    const file = join(require.resolve('tzdata'), '..', 'README.md');
    expect(readFileSync(file, 'utf8')).toMatch(/^20\d\d[a-z]$/m);
    expect(zoneNames.length).toBeGreaterThan(590);
  });
});

describe('the zone that is likely meant', () => {
  it.each([
    ['BST', 'Europe/London'],
    ['bst', 'Europe/London'],
    ['CST', 'America/Chicago'],
    ['Eastern Standard Time', 'America/New_York'],
    ['Eastern Time (US & Canada)', 'America/New_York'],
    ['British Summer Time', 'Europe/London'],
    ['W. Europe Standard Time', 'Europe/Berlin'],
    ['London', 'Europe/London'],
    ['America/New York', 'America/New_York'],
    [' Europe/Kyiv ', 'Europe/Kyiv'],
    ['Europe/Helsinky', 'Europe/Helsinki'],
    ['America/New_Yrok', 'America/New_York'],
    ['US/Pacific-New', 'America/Los_Angeles'],
  ])('of %j is %s', (text, zone) => {
    expect(findLikelyZones(text)[0]).toBe(zone);
  });

  it.each(['', 'Mars/Phobos', '+02:00', 'local', 'constructor', '__proto__', 'x'.repeat(64)])(
    'of %j is unknown',
    (text) => {
      expect(findLikelyZones(text)).toEqual([]);
    },
  );

  it('is one that is accepted, for every name of ICU’s that stands for a place', () => {
    const likely = namesOfIcu.map((name) => findLikelyZones(name));
    expect(likely.flat().filter((name) => findZoneName(name) === undefined)).toEqual([]);
    expect(likely.filter((zones) => zones.length > 0).length).toBeGreaterThan(25);
  });
});

describe('the risk of a zone', () => {
  it.each([
    ['EST', 'America/New_York'],
    ['est', 'America/New_York'],
    ['MST', 'America/Denver'],
    ['Etc/GMT+5', 'UTC-5'],
    ['Etc/GMT-14', 'UTC+14'],
    ['GMT', 'UTC'],
    ['Zulu', 'UTC'],
  ])('of %s is that it has no daylight saving time', (name, hint) => {
    expect(describeZoneRisk(name)).toContain('without daylight saving time');
    expect(describeZoneRisk(name)).toContain(hint);
  });

  it.each(['Europe/London', 'America/Phoenix', 'Asia/Kolkata', 'EST5EDT', 'CET', 'Iceland'])(
    'is absent for the clock of a place: %s',
    (name) => {
      expect(describeZoneRisk(name)).toBeUndefined();
    },
  );
});
