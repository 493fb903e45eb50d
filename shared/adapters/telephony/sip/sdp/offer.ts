import { packetMs, readAudio, staticPayloadTypes } from './audio';
import { writeCrypto } from './crypto-attribute';
import { SdpError } from './errors';
import { parseSdp, writeSdp, type SdpAttribute, type SdpMedia, type SdpSession } from './session';
import type { LocalMedia, MediaAbilities, MediaDescription, MediaDirection, SdpCodec } from './types';

/** The dynamic payload type under which we offer keys (RFC 4733); most lines use the same. */
const offeredEventType = 101;
const offeredKeyTag = 1;

/** What the other side offered, and what of it we accept. */
export interface SdpOffer {
  media: MediaDescription;
  /** All media of the offer: an answer has one line for each (RFC 3264 section 6). */
  session: SdpSession;
  /** Which of them is accepted. */
  index: number;
  /** The tag of the accepted key of SRTP. */
  keyTag?: number;
}

/**
 * Writes the offer of a call: audio by G.711 and keys (RFC 3264 section 5).
 * @throws {SdpError} `malformed`, if an address or a number of `local` cannot be written
 */
export function writeOffer(local: LocalMedia): Buffer {
  const types = local.codecs.map((codec) => ({ codec, type: staticPayloadTypes[codec] }));
  const media = writeAudio(local, {
    protocol: local.srtp !== undefined && !local.srtpOptional ? 'RTP/SAVP' : 'RTP/AVP',
    codecs: types,
    eventType: offeredEventType,
    direction: local.direction ?? 'sendrecv',
    ...(local.srtp !== undefined && { keyTag: offeredKeyTag }),
  });
  return writeSession(local, [media]);
}

/**
 * Reads the answer to our offer (RFC 3264 section 6). It may come in a provisional response, and again in the final one.
 * @param offered what the offer was written from
 * @throws {SdpError}
 */
export function readAnswer(sdp: Buffer | string, offered: MediaAbilities): MediaDescription {
  const session = parseSdp(sdp);
  const [media] = session.media;
  if (media?.kind.toLowerCase() !== 'audio') throw new SdpError('refused', 'The answer contains no audio.');
  return readAudio(session, media, { ...offered, acceptsKey: (tag) => tag === offeredKeyTag }).description;
}

/**
 * Reads an offer of the other side, as in a re-INVITE or an UPDATE: the first audio that we can do is accepted.
 * @throws {SdpError} why the last audio of the offer cannot be accepted
 */
export function readOffer(sdp: Buffer | string, abilities: MediaAbilities): SdpOffer {
  const session = parseSdp(sdp);
  let problem = new SdpError('refused', 'The offer contains no audio.');
  for (const [index, media] of session.media.entries()) {
    if (media.kind.toLowerCase() !== 'audio') continue;
    try {
      const { description, crypto } = readAudio(session, media, abilities);
      return { media: description, session, index, ...(crypto !== undefined && { keyTag: crypto.tag }) };
    } catch (error) {
      if (!(error instanceof SdpError)) throw error;
      problem = error;
    }
  }
  throw problem;
}

/** What the other side is answered when it says what it does. */
const mirrored: Readonly<Record<MediaDirection, MediaDirection>> = {
  sendrecv: 'sendrecv',
  sendonly: 'recvonly',
  recvonly: 'sendonly',
  inactive: 'inactive',
};

/**
 * Writes the answer to an offer: one codec, and every other medium refused.
 * @throws {SdpError} `malformed`, if an address or a number of `local` cannot be written
 */
export function writeAnswer({ media, session, index, keyTag }: SdpOffer, local: LocalMedia): Buffer {
  const accepted = writeAudio(local, {
    protocol: session.media[index]?.protocol ?? 'RTP/AVP',
    codecs: [{ codec: media.codec, type: media.payloadType }],
    ...(media.telephoneEventType !== undefined && { eventType: media.telephoneEventType }),
    direction: bothOf(mirrored[media.direction], local.direction ?? 'sendrecv'),
    ...(keyTag !== undefined && { keyTag }),
  });
  const refused = ({ kind, protocol, formats }: SdpMedia): SdpMedia => ({
    kind,
    port: 0,
    protocol,
    formats,
    attributes: [],
  });
  return writeSession(
    local,
    session.media.map((offered, at) => (at === index ? accepted : refused(offered))),
  );
}

/** What remains if each of two directions must allow it. */
function bothOf(one: MediaDirection, other: MediaDirection): MediaDirection {
  const sends = [one, other].every((direction) => direction === 'sendrecv' || direction === 'sendonly');
  const receives = [one, other].every((direction) => direction === 'sendrecv' || direction === 'recvonly');
  if (sends) return receives ? 'sendrecv' : 'sendonly';
  return receives ? 'recvonly' : 'inactive';
}

interface AudioLine {
  protocol: string;
  codecs: readonly { codec: SdpCodec; type: number }[];
  eventType?: number;
  direction: MediaDirection;
  keyTag?: number;
}

function writeAudio(local: LocalMedia, { protocol, codecs, eventType, direction, keyTag }: AudioLine): SdpMedia {
  const { rtpPort, rtcpPort = rtpPort + 1, srtp } = local;
  for (const port of [rtpPort, rtcpPort])
    if (!Number.isInteger(port) || port < 1 || port > 65_535)
      throw new SdpError('malformed', 'A port is out of range.');
  const events: SdpAttribute[] =
    eventType === undefined
      ? []
      : [
          { name: 'rtpmap', value: `${eventType} telephone-event/8000` },
          { name: 'fmtp', value: `${eventType} 0-15` },
        ];
  return {
    kind: 'audio',
    port: rtpPort,
    protocol,
    formats: [...codecs.map(({ type }) => type), ...(eventType === undefined ? [] : [eventType])].map(String),
    attributes: [
      ...codecs.map(({ codec, type }) => ({ name: 'rtpmap', value: `${type} ${codec}/8000` })),
      ...events,
      ...(rtcpPort === rtpPort + 1 ? [] : [{ name: 'rtcp', value: String(rtcpPort) }]),
      ...(keyTag === undefined || srtp === undefined
        ? []
        : [{ name: 'crypto', value: writeCrypto({ tag: keyTag, srtp }) }]),
      { name: 'ptime', value: String(packetMs) },
      { name: direction },
    ],
  };
}

function writeSession({ address, sessionId, version }: LocalMedia, media: SdpMedia[]): Buffer {
  const origin = { username: '-', sessionId, version: String(version), address };
  return writeSdp({ origin, address, attributes: [], media });
}
