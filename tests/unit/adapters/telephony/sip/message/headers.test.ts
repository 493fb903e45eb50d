import fc from 'fast-check';
import { SipParseError } from '../../../../../../shared/adapters/telephony/sip/message/errors';
import {
  headerOf,
  headersOf,
  paramsOf,
  parseCSeq,
  parseNameAddr,
  parseReason,
  parseRetryAfter,
  parseVia,
  q850CauseOf,
  writeNameAddr,
  writeVia,
} from '../../../../../../shared/adapters/telephony/sip/message/headers';
import { tokens, withHeaders } from './messages';

describe('values of header fields', () => {
  it('are found by a name in any letter case, long or compact', () => {
    const message = withHeaders(['Call-ID', 'one'], ['X-Own', 'two'], ['X-Own', 'three']);
    expect(['call-id', 'i', 'x-own', 'Route'].map((name) => headerOf(message, name))).toEqual([
      'one',
      'one',
      'two',
      undefined,
    ]);
    expect(headersOf(message, 'X-OWN')).toEqual(['two', 'three']);
  });

  it('are separated at commas outside quotes and brackets, in lists only', () => {
    const message = withHeaders(
      ['Record-Route', '<sip:a;lr>, <sip:b;x=1,2>;p="q,\\",r"'],
      ['Record-Route', '<sip:c>'],
      ['WWW-Authenticate', 'Digest realm="r", nonce="n"'],
      ['Allow', 'INVITE,ACK , BYE,,'],
    );
    expect(headersOf(message, 'Record-Route')).toEqual(['<sip:a;lr>', '<sip:b;x=1,2>;p="q,\\",r"', '<sip:c>']);
    expect(headersOf(message, 'WWW-Authenticate')).toEqual(['Digest realm="r", nonce="n"']);
    expect(headersOf(message, 'Allow')).toEqual(['INVITE', 'ACK', 'BYE']);
  });

  it('stay whole if they cannot be separated', () => {
    expect(headersOf(withHeaders(['Contact', '"a <sip:b>, <sip:c>']), 'Contact')).toEqual(['"a <sip:b>, <sip:c>']);
  });
});

describe('addresses', () => {
  it('have their own parameters inside brackets only', () => {
    expect(parseNameAddr('<sip:a@b;lr;transport=tcp>;tag=1')).toEqual({
      uri: 'sip:a@b;lr;transport=tcp',
      params: { tag: '1' },
    });
    expect(parseNameAddr('sip:a@b;tag=1')).toEqual({ uri: 'sip:a@b', params: { tag: '1' } });
    expect(parseNameAddr('"<sip:x>;y" <tel:+1555>;Q="a;b";flag')).toEqual({
      displayName: '<sip:x>;y',
      uri: 'tel:+1555',
      params: { q: 'a;b', flag: '' },
    });
    expect(parseNameAddr('caller<sip:a@b>;tag=323')).toEqual({
      displayName: 'caller',
      uri: 'sip:a@b',
      params: { tag: '323' },
    });
    expect(parseNameAddr('Bell, Alexander <sip:a@b>;tag=43')).toMatchObject({ displayName: 'Bell, Alexander' });
  });

  it('have the first of two parameters with one name', () => {
    expect(parseNameAddr('<sip:a@b>;tag=1;TAG=2').params).toEqual({ tag: '1' });
  });

  it('have no parameters that objects inherit', () => {
    const { params } = parseNameAddr('<sip:a@b>;__proto__=x');
    expect(params['constructor']).toBeUndefined();
    expect(Object.keys(params)).toEqual(['__proto__']);
  });

  it.each(['', '*', '<>', '"a"', '"a" sip', '"a <sip:b>', '<sip:b', 'a b', '<sip:a b>'])('are refused: %j', (text) => {
    expect(() => parseNameAddr(text)).toThrow(SipParseError);
  });

  it('are read as they were written', () => {
    const params = fc.dictionary(
      tokens.map((name) => name.toLowerCase()),
      fc.string({ unit: 'grapheme' }).filter((text) => !/\p{Cc}/u.test(text)),
      { noNullPrototype: false },
    );
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }).filter((text) => !/\p{Cc}/u.test(text)),
        params,
        (displayName, given) => {
          const read = parseNameAddr(writeNameAddr({ displayName, uri: 'sips:a@b.example', params: given }));
          expect(read).toEqual({ displayName, uri: 'sips:a@b.example', params: given });
        },
      ),
    );
  });
});

describe('a Via', () => {
  it('names the transport and where the sender is reached', () => {
    expect(parseVia('SIP/2.0/udp host_1.example:5070;rport;received=192.0.2.9;branch=z9hG4bKx')).toEqual({
      transport: 'UDP',
      host: 'host_1.example',
      port: 5070,
      params: { rport: '', received: '192.0.2.9', branch: 'z9hG4bKx' },
    });
    expect(parseVia('SIP/2.0/TLS [2001:db8::9:1];received=2001:db8::9:255;branch=x')).toEqual({
      transport: 'TLS',
      host: '2001:db8::9:1',
      params: { received: '2001:db8::9:255', branch: 'x' },
    });
  });

  it('is read as it was written', () => {
    const host = fc.oneof(fc.domain(), fc.ipV4(), fc.ipV6());
    fc.assert(
      fc.property(host, fc.option(fc.nat(65_535), { nil: undefined }), tokens, (name, port, branch) => {
        const via = {
          transport: 'TCP',
          host: name,
          ...(port !== undefined && { port }),
          params: { branch, rport: '' },
        };
        expect(parseVia(writeVia(via))).toEqual(via);
      }),
    );
  });

  it.each([
    '',
    'SIP/2.0/UDP',
    'SIP/1.0/UDP a',
    'SIP/2.0/UDP a:b',
    'SIP/2.0/UDP [::g]',
    'SIP/2.0/UDP a b',
    'SIP/2.0/UDP a:70000',
  ])('is refused: %j', (text) => expect(() => parseVia(text)).toThrow(SipParseError));
});

it('reads the sequence and the method of a CSeq', () => {
  expect(parseCSeq('0009  INVITE')).toEqual({ sequence: 9, method: 'INVITE' });
  expect(parseCSeq('2147483647 BYE')).toEqual({ sequence: 2 ** 31 - 1, method: 'BYE' });
  for (const text of ['', '1', 'INVITE', '1 2 3', '2147483648 BYE', '-1 BYE', '1.5 BYE', '1 BYE\0'])
    expect(() => parseCSeq(text)).toThrow(SipParseError);
});

describe('the reason of an end', () => {
  it('has a protocol, a number and a text', () => {
    expect(parseReason('Q.850;cause=16;text="Normal call clearing"')).toEqual({
      protocol: 'Q.850',
      cause: 16,
      text: 'Normal call clearing',
    });
    expect(parseReason('SIP ; Cause = 200 ; text = "Call; completed elsewhere"')).toEqual({
      protocol: 'SIP',
      cause: 200,
      text: 'Call; completed elsewhere',
    });
    expect(parseReason('X;cause=many')).toEqual({ protocol: 'X' });
    expect(() => parseReason(';cause=16')).toThrow(SipParseError);
  });

  it('is the cause of Q.850 among several, in one field or more', () => {
    const causeOf = (...values: string[]) =>
      q850CauseOf(withHeaders(...values.map((value) => ['Reason', value] as [string, string])));
    expect(causeOf('SIP;cause=486;text="Busy, here", q.850 ;cause=17')).toBe(17);
    expect(causeOf('SIP;cause=486', 'Q.850;cause=34')).toBe(34);
    expect(causeOf('Q.850;cause=128', 'Q.850;text="x"', 'Q.850;cause="19"')).toBe(19);
    expect(causeOf('Q.850;text="not closed;cause=16', 'SIP;cause=16')).toBeUndefined();
    expect(causeOf()).toBeUndefined();
  });
});

it('reads after how many ms to try again', () => {
  expect(parseRetryAfter('18000;duration=3600')).toBe(18_000_000);
  expect(parseRetryAfter(' 120 (in a meeting)')).toBe(120_000);
  expect(parseRetryAfter('0')).toBe(0);
  for (const text of ['', 'soon', '-1', '1.5', '4294967296', '5 6', 'Sat, 21 Nov 2026 08:00:00 GMT'])
    expect(parseRetryAfter(text)).toBeUndefined();
});

it('reads the parameters of a value', () => {
  expect(paramsOf('1800;Refresher=uas')).toEqual({ refresher: 'uas' });
  expect(paramsOf('application/sdp')).toEqual({});
});
