import { isIP } from 'node:net';
import { readCrypto, type CryptoAttribute } from './crypto-attribute';
import { SdpError } from './errors';
import type { SdpMedia, SdpSession } from './session';
import type { MediaAbilities, MediaDescription, MediaDirection, SdpCodec } from './types';

/** The payload types that RFC 3551 section 6 assigns. */
export const staticPayloadTypes: Readonly<Record<SdpCodec, number>> = { PCMU: 0, PCMA: 8 };
/** How much audio our packets hold. */
export const packetMs = 20;

const directions: readonly MediaDirection[] = ['sendrecv', 'sendonly', 'recvonly', 'inactive'];

const valuesOf = ({ attributes }: Pick<SdpMedia, 'attributes'>, name: string): string[] =>
  attributes.flatMap((attribute) =>
    attribute.name === name && attribute.value !== undefined ? [attribute.value] : [],
  );

/**
 * Reads how the other side wants to exchange audio by one of its media, as far as we can do it.
 * @param acceptsKey whether we can use a key with this tag; by default any
 * @returns the description, and the key that was chosen in it
 * @throws {SdpError}
 */
export function readAudio(
  session: SdpSession,
  media: SdpMedia,
  { codecs, srtp, srtpOptional = false, acceptsKey }: MediaAbilities & { acceptsKey?: (tag: number) => boolean },
): { description: MediaDescription; crypto?: CryptoAttribute } {
  if (media.port === 0) throw new SdpError('refused', 'The other side refuses the audio.');
  const address = media.address ?? session.address;
  if (address === undefined) throw new SdpError('malformed', 'The session names no address for the audio.');
  const suite = srtp?.suite;
  const crypto = valuesOf(media, 'crypto')
    .flatMap((value) => readCrypto(value) ?? [])
    .find((offered) => offered.srtp.suite === suite && (acceptsKey?.(offered.tag) ?? true));
  const encrypted = /^RTP\/SAVPF?$/i.test(media.protocol);
  if (!encrypted && !/^RTP\/AVPF?$/i.test(media.protocol))
    throw new SdpError('refused', 'The audio is not sent by RTP.');
  if (crypto === undefined && (encrypted || (srtp !== undefined && !srtpOptional)))
    throw new SdpError('no_srtp', 'The two sides have no encryption of audio in common.');
  const events = telephoneEventsOf(media);
  const rtcpPort = rtcpPortOf(media);
  const description: MediaDescription = {
    address,
    port: media.port,
    ...(rtcpPort !== undefined && rtcpPort !== media.port + 1 && { rtcpPort }),
    ...chooseCodec(media, codecs),
    ...(events !== undefined && { telephoneEventType: events }),
    ptimeMs: packetTimeOf(media),
    direction: directionOf(session, media, address),
    ...(crypto !== undefined && { srtp: crypto.srtp }),
  };
  return { description, ...(crypto !== undefined && { crypto }) };
}

/** Returns the encoding of a payload type in upper case, such as `PCMU/8000`. */
function encodingOf(media: SdpMedia, format: string): string | undefined {
  for (const value of valuesOf(media, 'rtpmap')) {
    const [, type, encoding] = /^(\d{1,3})[ \t]+([^\s/]+\/\d{1,6})(?:\/1)?$/.exec(value) ?? [];
    if (encoding !== undefined && type === format) return encoding.toUpperCase();
  }
  const assigned = Object.entries(staticPayloadTypes).find(([, type]) => String(type) === format);
  return assigned && `${assigned[0]}/8000`;
}

const isPayloadType = (format: string): boolean => /^\d{1,3}$/.test(format) && Number(format) <= 127;

/** The first codec in the order of the other side. */
function chooseCodec(media: SdpMedia, codecs: readonly SdpCodec[]): Pick<MediaDescription, 'codec' | 'payloadType'> {
  for (const format of media.formats.filter(isPayloadType)) {
    const encoding = encodingOf(media, format);
    const codec = codecs.find((name) => encoding === `${name}/8000`);
    if (codec !== undefined) return { codec, payloadType: Number(format) };
  }
  throw new SdpError('no_codec', 'The two sides have no codec in common.');
}

/** The payload type of keys, if all of 0–9, * and # are among the events that the other side understands. */
function telephoneEventsOf(media: SdpMedia): number | undefined {
  const format = media.formats
    .filter(isPayloadType)
    .find((candidate) => encodingOf(media, candidate) === 'TELEPHONE-EVENT/8000');
  const parameters = valuesOf(media, 'fmtp').find((value) => value.split(/[ \t]/)[0] === format);
  return format !== undefined && containsKeys(parameters) ? Number(format) : undefined;
}

const lastKeyEvent = 11;

/** Without parameters the events are 0 to 15 (RFC 4733 section 2.4.1). */
function containsKeys(parameters: string | undefined): boolean {
  const [, list] = /^\d{1,3}[ \t]+(?:events=)?([\d,\- \t]+)$/i.exec(parameters ?? '') ?? [];
  if (list === undefined) return true;
  const events = new Set<number>();
  for (const range of list.split(',')) {
    const [, first, last = first] = /^[ \t]*(\d{1,3})(?:[ \t]*-[ \t]*(\d{1,3}))?[ \t]*$/.exec(range) ?? [];
    for (let event = Number(first); event <= Math.min(Number(last), lastKeyEvent); event++) events.add(event);
  }
  return events.size > lastKeyEvent;
}

function rtcpPortOf(media: SdpMedia): number | undefined {
  const [, port] = /^(\d{1,5})(?:[ \t]|$)/.exec(valuesOf(media, 'rtcp')[0] ?? '') ?? [];
  return port === undefined || Number(port) === 0 || Number(port) > 65_535 ? undefined : Number(port);
}

function packetTimeOf(media: SdpMedia): number {
  const [ptime = packetMs, longest = Infinity] = ['ptime', 'maxptime'].map((name) => {
    const [, ms] = /^(\d{1,3})(?:\.\d*)?$/.exec(valuesOf(media, name)[0] ?? '') ?? [];
    return ms === undefined || Number(ms) < 10 || Number(ms) > 200 ? undefined : Number(ms);
  });
  return Math.min(ptime, longest);
}

/** An address of zeros is how RFC 2543 put a call on hold: the other side does not receive. */
function directionOf(session: SdpSession, media: SdpMedia, address: string): MediaDirection {
  const named = [...media.attributes, ...session.attributes].find(({ name }) => directions.some((one) => one === name));
  const direction = (named?.name ?? 'sendrecv') as MediaDirection;
  const receives = isIP(address) === 0 || !/^[0:.]+$/.test(address);
  return receives ? direction : withoutReceiving[direction];
}

const withoutReceiving: Readonly<Record<MediaDirection, MediaDirection>> = {
  sendrecv: 'sendonly',
  sendonly: 'sendonly',
  recvonly: 'inactive',
  inactive: 'inactive',
};
