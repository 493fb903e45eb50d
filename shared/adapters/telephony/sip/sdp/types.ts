/** The codecs that we offer: G.711 at 8 kHz (RFC 3551 section 4.5.14). */
export type SdpCodec = 'PCMU' | 'PCMA';

/** Which way audio flows, seen from the side that wrote the description (RFC 4566 section 6). */
export type MediaDirection = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';

/** The crypto suites that we know (RFC 4568 section 6.2). */
export type SrtpSuite = 'AES_CM_128_HMAC_SHA1_80' | 'AES_CM_128_HMAC_SHA1_32';

/** One side's SRTP keying material. */
export interface SrtpKey {
  suite: SrtpSuite;
  /** 30 bytes: the master key of 16 bytes, then the master salt of 14 bytes. */
  key: Buffer;
}

/** How the other side wants to exchange audio, read from its session description. */
export interface MediaDescription {
  /** An IPv4 or IPv6 address, or a domain name. */
  address: string;
  /** The port for RTP. */
  port: number;
  /** The port for RTCP, if it is not `port` + 1 (RFC 3605); equal to `port` if both share one (RFC 5761). */
  rtcpPort?: number;
  codec: SdpCodec;
  /** The RTP payload type of the codec, 0 to 127. */
  payloadType: number;
  /** The RTP payload type of keys (RFC 4733); absent if the other side does not understand them. */
  telephoneEventType?: number;
  /** How much audio a packet to the other side should hold. */
  ptimeMs: number;
  /** Seen from the other side: `sendonly` means that it only sends. */
  direction: MediaDirection;
  /** The key by which the other side encrypts what it sends. */
  srtp?: SrtpKey;
}
