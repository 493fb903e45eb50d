// cspell:ignore Malheur Cranbrook Dourados Mato Grosso Heroica Ashburton Canaria Eucla Noronha Adak Coyhaique Punta Sablon Cuiaba Magadan
import { IANAZone } from 'luxon';
import { loadNumberPlan } from '../../../../shared/adapters/numbers/number-plan';
import { zonesOfNumber } from '../../../../shared/adapters/numbers/zones-of-number';

describe('the zones of a number', () => {
  it.each([
    ['a line in London', '+442071838750', ['Europe/London']],
    ['a line on Guernsey, which shares the calling code', '+441481234567', ['Europe/Guernsey']],
    ['a number in San Francisco', '+14155550123', ['America/Los_Angeles']],
    ['a number in New York', '+12125551234', ['America/New_York']],
    ['a line in Moscow', '+74951234567', ['Europe/Moscow']],
    ['a mobile of Sao Paulo, whose area code identifies the place', '+5511999999999', ['America/Sao_Paulo']],
    ['a mobile of Finland, which may be on the islands', '+358401234567', ['Europe/Helsinki', 'Europe/Mariehamn']],
  ])('%s: by its area', async (_what, number, zones) => {
    expect(await zonesOfNumber(number)).toEqual(zones);
  });

  it('are those of the whole country for a mobile number without an area code', async () => {
    expect(await zonesOfNumber('+447911123456')).toEqual(
      expect.arrayContaining(['Europe/Guernsey', 'Europe/Isle_of_Man', 'Europe/London']),
    );
    expect(await zonesOfNumber('+61412345678')).toEqual(
      expect.arrayContaining(['Australia/Perth', 'Australia/Adelaide', 'Australia/Sydney']),
    );
    expect(await zonesOfNumber('+79161234567')).toEqual(expect.arrayContaining(['Asia/Vladivostok', 'Europe/Moscow']));
  });

  it('include the country itself when the data has the zone of a neighbor with another clock in part of the year', async () => {
    expect(await zonesOfNumber('+212661234567')).toContain('Africa/Casablanca');
  });

  it.each([
    ['toll-free in America', '+18005550123'],
    ['toll-free in Britain', '+448001111111'],
    ['premium rate', '+19002345678'],
    ['a personal number', '+15005550006'],
    ['international freephone', '+80012345678'],
    ['a satellite telephone', '+870123456789'],
    ['no plan knows it', '+15551234567'],
    ['no number at all', ''],
  ])('are empty for a non-geographic number: %s', async (_what, number) => {
    expect(await zonesOfNumber(number)).toEqual([]);
  });

  it.each([
    ['Evansville, whose exchange is listed', '+18124261234', 'America/Chicago'],
    ['Evansville, whose exchange is not listed', '+18127721234', 'America/Chicago'],
    ['Evansville, by the overlay', '+19304261234', 'America/Chicago'],
    ['Gary', '+12198811234', 'America/Chicago'],
    ['Knox, Indiana', '+15747721234', 'America/Chicago'],
    ['Pensacola', '+18504321234', 'America/Chicago'],
    ['Pensacola, by the overlay', '+14484321234', 'America/Chicago'],
    ['Kentucky, by the overlay', '+13647821234', 'America/Chicago'],
    ['Boise, by the overlay', '+19863841234', 'America/Boise'],
    ['Malheur County in Oregon, by the overlay', '+14588891234', 'America/Boise'],
    ['the Navajo Nation', '+19288711234', 'America/Denver'],
    ['Cranbrook, by an overlay', '+17784261234', 'America/Edmonton'],
    ['the Magdalen Islands, by an overlay', '+15819861234', 'America/Halifax'],
    ['Labrador', '+17098961234', 'America/Goose_Bay'],
    ['Iqaluit', '+18679791234', 'America/Iqaluit'],
    ['Whitehorse', '+18676671234', 'America/Whitehorse'],
    ['Brisbane', '+61731234567', 'Australia/Brisbane'],
    ['Cairns', '+61740412345', 'Australia/Brisbane'],
    ['Darwin', '+61889812345', 'Australia/Darwin'],
    ['a mobile of Darwin', '+61412345678', 'Australia/Darwin'],
    ['Recife', '+558131234567', 'America/Recife'],
    ['Dourados, Mato Grosso do Sul', '+556734801234', 'America/Campo_Grande'],
    ['Punta Arenas', '+56612212345', 'America/Punta_Arenas'],
    ['Chihuahua', '+526144123456', 'America/Chihuahua'],
    ['Heroica Matamoros', '+528688123456', 'America/Matamoros'],
    ['Kaliningrad', '+74012123456', 'Europe/Kaliningrad'],
    ['Saratov', '+78452123456', 'Europe/Saratov'],
    ['Ashburton, New Zealand', '+6433071234', 'Pacific/Auckland'],
    ['Bougainville', '+6759731234', 'Pacific/Bougainville'],
  ])('include that of %s', async (_what, number, zone) => {
    expect(await zonesOfNumber(number)).toContain(zone);
  });

  it.each([
    ['Indianapolis', '+13172321234', ['America/New_York']],
    ['Miami', '+13053741234', ['America/New_York']],
    ['Melbourne', '+61396581234', ['Australia/Hobart', 'Australia/Melbourne', 'Australia/Sydney']],
    ['Gran Canaria', '+34928123456', ['Atlantic/Canary']],
    ['Moscow', '+74951234567', ['Europe/Moscow']],
    ['Buenos Aires', '+541123456789', ['America/Buenos_Aires']],
  ])('are not more than needed: %s', async (_what, number, zones) => {
    expect(await zonesOfNumber(number)).toEqual(zones);
  });

  it('are valid in this version of Node', async () => {
    const zones = (await Promise.all(['+61412345678', '+79161234567', '+212661234567'].map(zonesOfNumber))).flat();
    expect(zones.filter((zone) => !IANAZone.isValidZone(zone))).toEqual([]);
  });

  it('are looked up in data that is read once', async () => {
    const [first, second] = await Promise.all([loadNumberPlan(), loadNumberPlan()]);
    expect(second).toBe(first);
    expect(await loadNumberPlan()).toBe(first);
  });
});
