import { SdpError } from '../../../../../../shared/adapters/telephony/sip/sdp/errors';
import type { LocalMedia, SrtpKey } from '../../../../../../shared/adapters/telephony/sip/sdp/types';

/** Our side of the audio. */
export const local: LocalMedia = {
  address: '192.0.2.1',
  rtpPort: 4000,
  codecs: ['PCMU', 'PCMA'],
  sessionId: '1',
  version: 1,
};
export const ourKey: SrtpKey = { suite: 'AES_CM_128_HMAC_SHA1_80', key: Buffer.alloc(30, 1) };
export const theirKey: SrtpKey = { suite: 'AES_CM_128_HMAC_SHA1_80', key: Buffer.alloc(30, 2) };
export const theirInline = theirKey.key.toString('base64');

/** A description with one medium of audio. */
export const described = (...lines: string[]) =>
  ['v=0', 'o=- 7 7 IN IP4 198.51.100.7', 's=-', 'c=IN IP4 198.51.100.7', 't=0 0', ...lines].join('\r\n');
/** Its line of audio. */
export const audio = (formats = '0', protocol = 'RTP/AVP') => `m=audio 5000 ${protocol} ${formats}`;

/** Returns why a description leads to no audio; `undefined` if it does. */
export const problemOf = (read: () => unknown): string | undefined => {
  try {
    read();
  } catch (error) {
    if (error instanceof SdpError) return error.problem;
    throw error;
  }
  return undefined;
};
