import { isIP } from 'node:net';
import type { SipMessage } from './message/types';
import { unspecifiedAddresses } from './rtp/session';
import type { MediaSession } from './rtp/types';
import { isUsableMediaAddress } from './rtp/usable-address';
import { sdpBodyOf } from './sdp/body';
import { SdpError } from './sdp/errors';
import { readAnswer, readOffer, writeAnswer, writeOffer } from './sdp/offer';
import type { LocalMedia, MediaDescription } from './sdp/types';
import type { SipTrunk } from './trunk';

/** The offers and answers of one call (RFC 3264), and the audio that follows from them. */
export interface Negotiation {
  /** Our offer: in the INVITE, and again when a re-INVITE has none. */
  offer(): Buffer;
  /** Reads an answer before the call is answered. @returns whether the other side plays audio */
  hearEarly(message: SipMessage): boolean;
  /**
   * Starts the audio by the answer in a 2xx or an ACK; a 2xx without one confirms an earlier answer.
   * @throws {SdpError} if there is none, or it leads to no audio
   * @throws {SrtpMismatchError} if only one side encrypts
   */
  acceptAnswer(message: SipMessage): void;
  /**
   * Answers an offer of the other side, as one that holds the call, and continues the audio by it.
   * @returns the answer; `undefined` if the message has no offer
   * @throws {SdpError} if it leads to no audio: the call goes on as before
   */
  acceptOffer(message: SipMessage): Buffer | undefined;
}

/** An address of zeros holds the call (RFC 3264 section 8.4). */
const isHeld = ({ address }: MediaDescription): boolean => unspecifiedAddresses.includes(address);

/** Our descriptions of one call, and their versions. @param local whose version rises */
function createDescriptions(local: LocalMedia) {
  let latest: Buffer | undefined;
  /** A description that differs from the one that was sent before has the next version (RFC 3264 section 8). */
  const draft = (write: (side: LocalMedia) => Buffer): Buffer => {
    const description = write(local);
    const differs = latest !== undefined && !description.equals(latest);
    return differs ? write({ ...local, version: local.version + 1 }) : description;
  };
  const publish = (description: Buffer): Buffer => {
    if (latest !== undefined && !description.equals(latest)) local.version++;
    latest = description;
    return description;
  };
  return { draft, publish };
}

/** @param at the address that the other side sends audio to */
export function createNegotiation(
  media: MediaSession,
  trunk: Pick<SipTrunk, 'Codecs' | 'SRTP'>,
  at: { address: string; sessionId: string },
): Negotiation {
  const local: LocalMedia = {
    ...at,
    codecs: trunk.Codecs,
    rtpPort: media.localPort,
    version: 1,
    ...(media.localSrtp === undefined ? {} : { srtp: media.localSrtp, srtpOptional: trunk.SRTP === 'optional' }),
  };
  /** @throws {SdpError} if audio must not be sent to where a description points */
  const checked = (remote: MediaDescription): MediaDescription => {
    if (isHeld(remote) || isIP(remote.address) === 0 || isUsableMediaAddress(remote.address, at.address)) return remote;
    throw new SdpError('refused', 'The other side names an address for its audio at which no phone can be.');
  };
  let early: MediaDescription | undefined;
  const { draft, publish } = createDescriptions(local);
  return {
    offer: () => publish(draft(writeOffer)),
    hearEarly: (message) => {
      const sdp = sdpBodyOf(message);
      if (sdp === undefined) return false;
      try {
        early = checked(readAnswer(sdp, local));
        media.start(early, 'early');
        return true;
      } catch (error) {
        // Without it the call still may be answered.
        if (error instanceof Error) return false;
        throw error;
      }
    },
    acceptAnswer: (message) => {
      const sdp = sdpBodyOf(message);
      const remote = sdp === undefined ? early : checked(readAnswer(sdp, local));
      if (remote === undefined) throw new SdpError('malformed', 'The answer has no session description.');
      media.start(remote, 'answered');
    },
    acceptOffer: (message) => {
      const sdp = sdpBodyOf(message);
      if (sdp === undefined) return undefined;
      const offer = readOffer(sdp, local);
      checked(offer.media);
      const answer = draft((side) => writeAnswer(offer, side));
      media.start(offer.media, 'answered');
      // Not before: an offer that leads to no audio is refused, and its answer is not sent.
      return publish(answer);
    },
  };
}
