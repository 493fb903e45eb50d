import fc from 'fast-check';
import { parseSipUri } from '../../../../../shared/adapters/telephony/sip/message/uri';
import {
  addressOf,
  fromOf,
  initialRouteOf,
  parseTrunks,
  requestUriOf,
  withSecrets,
} from '../../../../../shared/adapters/telephony/sip/trunk';
import { createTrunks } from '../../../../../shared/adapters/telephony/sip/trunks';
import { trunkAt } from './sip-subject';

const main = { Name: 'main', URI: 'sip:carrier.example' };
const parse = (trunk: Record<string, unknown>, env: Record<string, string> = {}) =>
  withSecrets(parseTrunks(JSON.stringify([{ ...main, ...trunk }])), (name) => env[name])[0]!;

describe('the file of trunks', () => {
  it('reads passwords from the environment, and names the variable that is missing', () => {
    const trunk = { Username: 'u', Password: '$env:SECRET' };
    expect(parse(trunk, { SECRET: 'hidden' }).Password).toBe('hidden');
    expect(() => parse(trunk)).toThrow('SECRET');
  });

  it.each([
    ['an address with a user', { URI: 'sip:me@carrier.example' }, 'URI'],
    ['a password alone', { Password: 'hidden' }, 'Password'],
    ['keys of SRTP in clear', { SRTP: 'required' }, 'SRTP'],
    ['a caller id that is no number', { CallerIDs: ['+1; drop'] }, 'CallerIDs'],
    ['a field that does not exist', { Hosts: [] }, 'Hosts'],
  ])('refuses %s, without a word of its secrets', (_, trunk, field) => {
    expect(() => parse({ ...trunk })).toThrow(field);
    expect(() => parse({ ...trunk })).not.toThrow('hidden');
  });

  it('refuses two trunks of one name, an empty list, and what is no JSON', () => {
    for (const json of [JSON.stringify([main, main]), '[]', '{', '[1]'])
      expect(() => parseTrunks(json)).toThrow('The file of trunks');
  });
});

describe('the addresses of a call', () => {
  it('hold of a number only its digits, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), fc.stringMatching(/^[1-9]\d{5,14}$/), (noise, digits) => {
        const uri = parseSipUri(requestUriOf(parse({}), `+${noise.replace(/\d/g, '')}${digits}`));
        expect(uri).toMatchObject({ user: `+${digits}`, host: 'carrier.example' });
      }),
    );
  });

  it('go by the proxy, the transport and the format that the trunk names', () => {
    const trunk = parse({
      ...{ URI: 'sip:192.0.2.1:5070', Proxy: 'sip:proxy.example', Transport: 'tcp', NumberFormat: 'digits' },
      FromDomain: 'us.example',
    });
    expect(addressOf(trunk)).toEqual({ host: 'proxy.example', transport: 'tcp' });
    expect(requestUriOf(trunk, '+4915551234567')).toBe('sip:4915551234567@192.0.2.1:5070;transport=tcp;user=phone');
    expect(initialRouteOf(trunk)).toEqual(['<sip:proxy.example;transport=tcp;lr>']);
    expect(fromOf(trunk, '+4915551234568', 'tag1')).toBe('<sip:4915551234568@us.example>;tag=tag1');
  });
});

describe('the trunks that may take a call', () => {
  const trunks = [
    trunkAt(1, { Name: 'one', CallerIDs: ['+14155550100'] }),
    trunkAt(2, { Name: 'two' }),
    trunkAt(3, { Name: 'off', Disabled: true }),
  ];
  const from = '+14155550100';
  const namesOf = (down: string[], request: { from: string; trunks?: string[] }): string[] =>
    createTrunks(trunks, { nowMs: () => 0, isUp: ({ Name }) => !down.includes(Name) })
      .candidates(request)
      .map(({ Name }) => Name);

  it('accept its caller id, are not disabled, and those that answer come first', () => {
    expect(namesOf([], { from })).toEqual(['one', 'two']);
    expect(namesOf([], { from: '+14155550199' })).toEqual(['two']);
    expect(namesOf(['one'], { from })).toEqual(['two', 'one']);
  });

  it('are those that the call names, and no other instead of one that is unknown or disabled', () => {
    expect(namesOf([], { from, trunks: ['two', 'one'] })).toEqual(['two', 'one']);
    for (const name of ['off', 'none']) expect(namesOf([], { from, trunks: [name] })).toEqual([]);
  });

  it('take no more calls at once, and no more a second, than they may', () => {
    let nowMs = 0;
    const limited = trunkAt(1, { MaxCalls: 2, CallsPerSecond: 2 });
    const pool = createTrunks([limited], { nowMs: () => nowMs, isUp: () => true });
    const first = pool.take(limited);
    expect(pool.take(limited)).toEqual({ retryAfterMs: 500 });
    nowMs = 500;
    expect(pool.take(limited)).toHaveProperty('release');
    nowMs = 5_000;
    expect(pool.take(limited)).toHaveProperty('retryAfterMs');
    for (let times = 0; times < 3; times++) if ('release' in first) first.release();
    expect(pool.take(limited)).toHaveProperty('release');
    nowMs = 10_000;
    expect(pool.take(limited)).toHaveProperty('retryAfterMs');
  });
});
