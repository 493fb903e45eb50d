import fc from 'fast-check';
import {
  readAnswer,
  readOffer,
  writeAnswer,
  writeOffer,
} from '../../../../../../shared/adapters/telephony/sip/sdp/offer';
import type { LocalMedia, MediaDirection } from '../../../../../../shared/adapters/telephony/sip/sdp/types';
import { audio, described, local, ourKey, problemOf, theirInline, theirKey } from './descriptions';

describe('an offer of the other side', () => {
  it('is answered medium by medium: one audio accepted, all others refused', () => {
    const offer = readOffer(
      described(
        'm=video 6000 RTP/AVP 99',
        audio('9', 'RTP/AVP'),
        audio('8 0 97'),
        'a=rtpmap:97 telephone-event/8000',
        audio('0'),
      ),
      local,
    );
    expect(offer).toMatchObject({ index: 2, media: { codec: 'PCMA', telephoneEventType: 97 } });
    const answer = writeAnswer(offer, { ...local, version: 2 }).toString();
    expect(answer.match(/^m=.*$/gm)).toEqual([
      'm=video 0 RTP/AVP 99',
      'm=audio 0 RTP/AVP 9',
      'm=audio 4000 RTP/AVP 8 97',
      'm=audio 0 RTP/AVP 0',
    ]);
    expect(answer).toContain('a=fmtp:97 0-15\r\n');
    expect(answer).toContain('o=- 1 2 IN IP4 192.0.2.1\r\n');
  });

  it('without audio that we can do has the reason of its last one', () => {
    expect(problemOf(() => readOffer(described('m=video 6000 RTP/AVP 0'), local))).toBe('refused');
    expect(problemOf(() => readOffer(described('m=audio 0 RTP/AVP 0', audio('9')), local))).toBe('no_codec');
  });

  const directions: [MediaDirection, MediaDirection, MediaDirection][] = [
    ['sendrecv', 'sendrecv', 'sendrecv'],
    ['sendonly', 'sendrecv', 'recvonly'],
    ['recvonly', 'sendrecv', 'sendonly'],
    ['inactive', 'sendrecv', 'inactive'],
    ['sendonly', 'sendonly', 'inactive'],
    ['sendrecv', 'recvonly', 'recvonly'],
  ];
  it.each(directions)('that says %s is answered by a side that wants %s with %s', (offered, wanted, answered) => {
    const offer = readOffer(described(audio(), `a=${offered}`), local);
    expect(writeAnswer(offer, { ...local, direction: wanted }).toString()).toContain(`a=${answered}\r\n`);
  });

  it('with several keys is answered by the tag of the one that we can use', () => {
    const offer = readOffer(
      described(
        audio('0', 'RTP/SAVP'),
        `a=crypto:1 AES_256_CM_HMAC_SHA1_80 inline:${theirInline}`,
        `a=crypto:7 AES_CM_128_HMAC_SHA1_80 inline:${theirInline}`,
      ),
      { ...local, srtp: ourKey },
    );
    expect(offer.media.srtp).toEqual(theirKey);
    const answer = writeAnswer(offer, { ...local, srtp: ourKey }).toString();
    expect(answer).toContain('m=audio 4000 RTP/SAVP 0');
    expect(answer).toContain(`a=crypto:7 AES_CM_128_HMAC_SHA1_80 inline:${ourKey.key.toString('base64')}`);
  });

  it('and its answer leave both sides with the same codec, keys and encryption', () => {
    const side = fc.record({
      codecs: fc.constantFrom<LocalMedia['codecs']>(['PCMU', 'PCMA'], ['PCMA', 'PCMU'], ['PCMA']),
      rtpPort: fc.integer({ min: 1, max: 65_534 }),
      srtp: fc.boolean(),
      direction: fc.constantFrom<MediaDirection>('sendrecv', 'sendonly', 'recvonly', 'inactive'),
    });
    fc.assert(
      fc.property(side, side, (us, them) => {
        const offering = { ...local, ...us, srtp: ourKey, srtpOptional: !us.srtp };
        const answering = { ...local, ...them, address: '198.51.100.7', srtp: theirKey, srtpOptional: !them.srtp };
        const offer = readOffer(writeOffer(offering), answering);
        const answer = readAnswer(writeAnswer(offer, answering), offering);
        expect(offer.media).toMatchObject({
          port: us.rtpPort,
          srtp: ourKey,
          telephoneEventType: 101,
          direction: us.direction,
        });
        expect(answer).toMatchObject({ port: them.rtpPort, srtp: theirKey, telephoneEventType: 101 });
        expect([answer.codec, answer.payloadType]).toEqual([offer.media.codec, offer.media.payloadType]);
      }),
    );
  });
});
