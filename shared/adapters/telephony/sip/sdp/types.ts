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
  /** The port for RTP, 1 to 65535. */
  port: number;
  /** The port for RTCP, if it is not `port` + 1 (RFC 3605). */
  rtcpPort?: number;
  codec: SdpCodec;
  /** The RTP payload type of the codec, 0 to 127. */
  payloadType: number;
  /** The RTP payload type of keys (RFC 4733); absent if the other side does not understand them. */
  telephoneEventType?: number;
  /** How much audio a packet to the other side should hold. */
  ptimeMs: number;
  /** Seen from the other side: `sendonly` means that it only sends, so that the call is on hold for us. */
  direction: MediaDirection;
  /** The key by which the other side encrypts what it sends. */
  srtp?: SrtpKey;
}

/** What our side can do, as far as it decides how a description of the other side is read. */
export interface MediaAbilities {
  /** In the order that we prefer. */
  codecs: readonly SdpCodec[];
  /** Our key; its suite is the only one that we offer and accept. Without it the audio is not encrypted. */
  srtp?: SrtpKey;
  /** Audio may also go without encryption. It is then offered as RTP/AVP with a key, which peers without SRTP ignore. */
  srtpOptional?: boolean;
}

/** Our side of the audio, from which offers and answers are written. */
export interface LocalMedia extends MediaAbilities {
  /** The address at which we receive, as the other side sees it. */
  address: string;
  rtpPort: number;
  /** If it is not `rtpPort` + 1. */
  rtcpPort?: number;
  /** Digits. It stays the same for one call. */
  sessionId: string;
  /** Grows by 1 with each description of one call that differs from the last. */
  version: number;
  /** What we want to do; by default `sendrecv`. */
  direction?: MediaDirection;
}
