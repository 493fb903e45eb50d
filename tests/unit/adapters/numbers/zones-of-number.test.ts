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
