import { SdpError } from '../../../../../../shared/adapters/telephony/sip/sdp/errors';
import { readAnswer, writeOffer } from '../../../../../../shared/adapters/telephony/sip/sdp/offer';
import type { LocalMedia } from '../../../../../../shared/adapters/telephony/sip/sdp/types';
import { audio, described, local, ourKey, problemOf, theirInline, theirKey } from './descriptions';

describe('our offer', () => {
  it('contains G.711 in our order and keys', () => {
    expect(
      writeOffer({ ...local, codecs: ['PCMA', 'PCMU'] })
        .toString()
        .split('\r\n'),
    ).toEqual([
      'v=0',
      'o=- 1 1 IN IP4 192.0.2.1',
      's=-',
      'c=IN IP4 192.0.2.1',
      't=0 0',
      'm=audio 4000 RTP/AVP 8 0 101',
      'a=rtpmap:8 PCMA/8000',
      'a=rtpmap:0 PCMU/8000',
      'a=rtpmap:101 telephone-event/8000',
      'a=fmtp:101 0-15',
      'a=ptime:20',
      'a=sendrecv',
      '',
    ]);
  });

  it('names the port of RTCP if it is not the next one, an IPv6 address, and the direction', () => {
    const text = writeOffer({ ...local, address: '2001:db8::1', rtcpPort: 4005, direction: 'recvonly' }).toString();
    for (const line of ['c=IN IP6 2001:db8::1', 'a=rtcp:4005', 'a=recvonly']) expect(text).toContain(`\r\n${line}\r\n`);
  });

  it('contains the key of SRTP; without encryption it is possible only if that is optional', () => {
    const line = `a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:${ourKey.key.toString('base64')}`;
    const required = writeOffer({ ...local, srtp: ourKey }).toString();
    expect(required).toContain('m=audio 4000 RTP/SAVP ');
    expect(required).toContain(line);
    const optional = writeOffer({ ...local, srtp: ourKey, srtpOptional: true }).toString();
    expect(optional).toContain('m=audio 4000 RTP/AVP ');
    expect(optional).toContain(line);
  });

  it('is refused if a port or an address of it could not be reached', () => {
    for (const change of [
      { rtpPort: 0 },
      { rtpPort: 65_536 },
      { rtcpPort: -1 },
      { address: 'a b' },
      { sessionId: 'x' },
    ])
      expect(() => writeOffer({ ...local, ...change })).toThrow(SdpError);
    expect(() => writeOffer({ ...local, srtp: { ...ourKey, key: Buffer.alloc(16) } })).toThrow(RangeError);
  });
});

describe('the answer of the other side', () => {
  it('names where audio goes and how', () => {
    const answer = described(
      audio('8 96'),
      'c=IN IP4 203.0.113.9',
      'a=rtpmap:96 telephone-event/8000',
      'a=fmtp:96 0-15,66,70',
      'a=rtcp:5007 IN IP4 203.0.113.9',
      'a=ptime:30',
      'a=sendonly',
    );
    expect(readAnswer(answer, local)).toEqual({
      address: '203.0.113.9',
      port: 5000,
      rtcpPort: 5007,
      codec: 'PCMA',
      payloadType: 8,
      telephoneEventType: 96,
      ptimeMs: 30,
      direction: 'sendonly',
    });
  });

  it('has the defaults of RFC 3551 and RFC 4566', () => {
    expect(readAnswer(Buffer.from(described(audio('0'), 'a=rtcp:5001')), local)).toEqual({
      address: '198.51.100.7',
      port: 5000,
      codec: 'PCMU',
      payloadType: 0,
      ptimeMs: 20,
      direction: 'sendrecv',
    });
  });

  it('takes the first codec that both know, under any payload type', () => {
    const codecOf = (...lines: string[]) => {
      const { codec, payloadType } = readAnswer(described(...lines), local);
      return { codec, payloadType };
    };
    const opus = 'a=rtpmap:111 opus/48000/2';
    expect(codecOf(audio('111 9 8 0'), opus)).toEqual({ codec: 'PCMA', payloadType: 8 });
    expect(codecOf(audio('97 0'), 'a=rtpmap:97 pcmu/8000/1')).toEqual({ codec: 'PCMU', payloadType: 97 });
    expect(codecOf(audio('0 8'), 'a=rtpmap:0 G729/8000')).toEqual({ codec: 'PCMA', payloadType: 8 });
    expect(codecOf(audio('0 8'), 'a=rtpmap:0 PCMU/16000')).toEqual({ codec: 'PCMA', payloadType: 8 });
    expect(problemOf(() => readAnswer(described(audio('111 18 128'), opus), local))).toBe('no_codec');
    expect(problemOf(() => readAnswer(described(audio('0')), { codecs: ['PCMA'] }))).toBe('no_codec');
  });

  it('understands keys only if all of 0–9, * and # are among its events', () => {
    const eventsOf = (...fmtp: string[]) =>
      readAnswer(described(audio('0 101'), 'a=rtpmap:101 telephone-event/8000', ...fmtp), local).telephoneEventType;
    expect([eventsOf(), eventsOf('a=fmtp:101 0-11'), eventsOf('a=fmtp:101 0-5, 6-9,10,11,16')]).toEqual([
      101, 101, 101,
    ]);
    expect(eventsOf('a=fmtp:101 events=0-15')).toBe(101);
    expect([eventsOf('a=fmtp:101 0-9'), eventsOf('a=fmtp:101 32-36'), eventsOf('a=fmtp:101 11-0')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(
      readAnswer(described(audio('0 101'), 'a=rtpmap:101 telephone-event/48000'), local).telephoneEventType,
    ).toBeUndefined();
  });

  it('holds the call by its direction, by that of the session, or by an address of zeros', () => {
    const directionOf = (...lines: string[]) => readAnswer(described(...lines), local).direction;
    expect(directionOf(audio(), 'a=inactive')).toBe('inactive');
    expect(directionOf('a=recvonly', audio())).toBe('recvonly');
    expect(directionOf('a=recvonly', audio(), 'a=sendrecv')).toBe('sendrecv');
    expect(directionOf(audio(), 'c=IN IP4 0.0.0.0')).toBe('sendonly');
    expect(directionOf(audio(), 'c=IN IP4 0.0.0.0', 'a=recvonly')).toBe('inactive');
    expect(directionOf(audio(), 'c=IN IP6 ::')).toBe('sendonly');
  });

  it('keeps the time of a packet within what both can do', () => {
    const timeOf = (...lines: string[]) => readAnswer(described(audio(), ...lines), local).ptimeMs;
    expect([timeOf('a=ptime:0'), timeOf('a=ptime:9999'), timeOf('a=ptime:x')]).toEqual([20, 20, 20]);
    expect([timeOf('a=maxptime:10'), timeOf('a=ptime:40', 'a=maxptime:30'), timeOf('a=ptime:20.0')]).toEqual([
      10, 30, 20,
    ]);
  });

  it('is a refusal if it takes no audio', () => {
    expect(problemOf(() => readAnswer(described('m=audio 0 RTP/AVP 0'), local))).toBe('refused');
    expect(problemOf(() => readAnswer(described('m=video 5000 RTP/AVP 0'), local))).toBe('refused');
    expect(problemOf(() => readAnswer(described(), local))).toBe('refused');
    expect(problemOf(() => readAnswer(described(audio('0', 'udptl')), local))).toBe('refused');
    expect(problemOf(() => readAnswer('v=0\r\nm=audio 1 RTP/AVP 0', local))).toBe('malformed');
  });
});

describe('encryption', () => {
  const crypto = `a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:${theirInline}`;
  const read = (lines: string[], srtp: Partial<LocalMedia>) =>
    readAnswer(described(...lines), { ...local, ...srtp }).srtp;

  it('uses the key of the other side', () => {
    expect(read([audio('0', 'RTP/SAVP'), crypto], { srtp: ourKey })).toEqual(theirKey);
    expect(read([audio('0', 'RTP/SAVP'), `${crypto}|2^31 WSH=64`], { srtp: ourKey })).toEqual(theirKey);
    expect(read([audio(), crypto], { srtp: ourKey, srtpOptional: true })).toEqual(theirKey);
  });

  it('is left out only if that is optional or was not offered', () => {
    expect(read([audio()], { srtp: ourKey, srtpOptional: true })).toBeUndefined();
    expect(read([audio(), crypto], {})).toBeUndefined();
    expect(problemOf(() => read([audio()], { srtp: ourKey }))).toBe('no_srtp');
    expect(problemOf(() => read([audio('0', 'RTP/SAVP'), crypto], {}))).toBe('no_srtp');
    expect(problemOf(() => read([audio('0', 'RTP/SAVP')], { srtp: ourKey, srtpOptional: true }))).toBe('no_srtp');
  });

  const unusable = [
    `a=crypto:2 AES_CM_128_HMAC_SHA1_80 inline:${theirInline}`,
    `a=crypto:1 AES_CM_128_HMAC_SHA1_32 inline:${theirInline}`,
    `a=crypto:1 AES_256_CM_HMAC_SHA1_80 inline:${theirInline}`,
    `a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:${theirInline}|2^20|1:4`,
    `a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:${theirInline};inline:${theirInline}`,
    `a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:${theirInline} UNENCRYPTED_SRTP`,
    `a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:${theirInline} KDR=1`,
    'a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:c2hvcnQ=',
    'a=crypto:1 AES_CM_128_HMAC_SHA1_80',
  ];
  it.each(unusable)('is refused with a key that we did not offer or cannot use: %s', (line) => {
    expect(problemOf(() => read([audio('0', 'RTP/SAVP'), line], { srtp: ourKey }))).toBe('no_srtp');
  });
});
