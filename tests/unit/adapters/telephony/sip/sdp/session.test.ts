import fc from 'fast-check';
import { SdpError } from '../../../../../../shared/adapters/telephony/sip/sdp/errors';
import { readAnswer, readOffer } from '../../../../../../shared/adapters/telephony/sip/sdp/offer';
import { parseSdp, writeSdp } from '../../../../../../shared/adapters/telephony/sip/sdp/session';

const words = fc.stringMatching(/^[A-Za-z0-9._-]{1,10}$/);
const addresses = fc.oneof(fc.ipV4(), fc.ipV6(), fc.domain());
const values = fc.string({ unit: 'binary', maxLength: 30 }).map((text) => text.replace(/[\r\n]/g, '').trim());
const attributes = fc.array(
  fc.tuple(words, fc.option(values)).map(([name, value]) => ({ name, ...(value !== null && { value }) })),
  { maxLength: 5 },
);
const numbers = fc.bigInt({ min: 0n, max: 2n ** 63n }).map(String);
const optionalAddress = fc.option(addresses, { nil: undefined });
const media = fc
  .record({
    kind: fc.constantFrom('audio', 'video', 'image'),
    port: fc.nat(65_535),
    protocol: fc.constantFrom('RTP/AVP', 'RTP/SAVP', 'udptl'),
    formats: fc.array(words, { minLength: 1, maxLength: 6 }),
    address: optionalAddress,
    attributes,
  })
  .map(({ address, ...rest }) => ({ ...rest, ...(address !== undefined && { address }) }));
const sessions = fc
  .record({
    origin: fc.record({ username: words, sessionId: numbers, version: numbers, address: addresses }),
    address: optionalAddress,
    attributes,
    media: fc.array(media, { maxLength: 4 }),
  })
  .map(({ address, ...rest }) => ({ ...rest, ...(address !== undefined && { address }) }));

it('writes what is read as the same session', () => {
  fc.assert(fc.property(sessions, (session) => expect(parseSdp(writeSdp(session))).toEqual(session)));
});

it('reads the lines that a call needs and ignores the others, whatever ends a line', () => {
  const lines = [
    'v=0',
    'o=jane 2890844526 2890842807 IN IP4 10.47.16.5',
    's=SDP Seminar',
    'i=A seminar',
    'u=http://www.example.com/seminars/sdp.pdf',
    'e=j.doe@example.com (Jane Doe)',
    'c=IN IP4 224.2.17.12/127',
    'b=AS:64',
    't=2873397496 2873404696',
    'a=recvonly',
    'm=audio 49170/2 RTP/AVP  0 8',
    'c=IN IP6 2001:db8::5',
    'k=prompt',
    'a=rtpmap:0 PCMU/8000 ',
    'm=video 51372 RTP/AVP 99',
    '',
  ];
  const expected = {
    origin: { username: 'jane', sessionId: '2890844526', version: '2890842807', address: '10.47.16.5' },
    address: '224.2.17.12',
    attributes: [{ name: 'recvonly' }],
    media: [
      {
        kind: 'audio',
        port: 49_170,
        protocol: 'RTP/AVP',
        formats: ['0', '8'],
        address: '2001:db8::5',
        attributes: [{ name: 'rtpmap', value: '0 PCMU/8000' }],
      },
      { kind: 'video', port: 51_372, protocol: 'RTP/AVP', formats: ['99'], attributes: [] },
    ],
  };
  for (const end of ['\r\n', '\n', '\r']) expect(parseSdp(lines.join(end))).toEqual(expected);
});

const unreadable: Record<string, string> = {
  'no version': 'o=- 1 1 IN IP4 192.0.2.1',
  'another version': 'v=1',
  'a medium without formats': 'v=0\r\nm=audio 4000 RTP/AVP',
  'a port that overflows': 'v=0\r\nm=audio 70000 RTP/AVP 0',
  'an address with more behind it': 'v=0\r\nc=IN IP4 192.0.2.1 x',
  'an address of another network': 'v=0\r\nc=ATM NSAP 47.0091',
  'a line without a type': 'v=0\r\nhello',
  'too many lines': `v=0\r\n${'a=x\r\n'.repeat(2_001)}`,
  'too many media': `v=0\r\n${'m=audio 1 RTP/AVP 0\r\n'.repeat(33)}`,
  'too many bytes': `v=0\r\na=${'x'.repeat(65_536)}`,
};

it.each(Object.entries(unreadable))('refuses a session with %s', (_, text) => {
  expect(() => parseSdp(text)).toThrow(SdpError);
});

it('refuses to write what would start a line of its own', () => {
  const origin = { username: '-', sessionId: '1', version: '1', address: '192.0.2.1' };
  const session = { origin, attributes: [], media: [] };
  const refused = [
    { ...session, address: '192.0.2.1\r\nm=audio' },
    { ...session, origin: { ...origin, address: 'a b' } },
    { ...session, origin: { ...origin, username: 'a b' } },
    { ...session, origin: { ...origin, sessionId: '1\r\n' } },
    { ...session, attributes: [{ name: 'x', value: 'a\nb' }] },
  ];
  for (const one of refused) expect(() => writeSdp(one)).toThrow(SdpError);
});

it('is read as offer and as answer, or refused by the one error of the reader, whatever it contains', () => {
  const abilities = { codecs: ['PCMU', 'PCMA'] as const };
  const lines = fc.array(
    fc.oneof(
      fc.constantFrom('v=0', 'c=IN IP4 192.0.2.1', 'm=audio 4000 RTP/AVP 0 101', 'a=rtpmap:101 telephone-event/8000'),
      fc
        .tuple(fc.constantFrom('a=fmtp:101 ', 'a=crypto:', 'a=rtcp:', 'a=ptime:', 'a=rtpmap:'), values)
        .map((all) => all.join('')),
      values,
    ),
    { maxLength: 10 },
  );
  fc.assert(
    fc.property(lines, (all) => {
      for (const read of [readAnswer, readOffer]) {
        try {
          read(['v=0', ...all].join('\r\n'), abilities);
        } catch (error) {
          expect(error).toBeInstanceOf(SdpError);
        }
      }
    }),
    { numRuns: 500 },
  );
});
