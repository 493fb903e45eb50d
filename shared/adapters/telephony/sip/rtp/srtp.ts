import type { SrtpKey, SrtpSuite } from '../sdp/types';
import { measureRtpHeader } from './packet';
import { createReplayWindow, type ReplayWindow } from './replay-window';
import { createPacketCipher, isTagOf, largestPacketBytes, writeTag } from './srtp-cipher';
import { deriveSessionKeys } from './srtp-keys';

/** SRTCP has 80 bits in both suites (RFC 4568 section 6.2). */
const rtcpTagBytes = 10;
const rtpTagBytes: Readonly<Record<SrtpSuite, number>> = { AES_CM_128_HMAC_SHA1_80: 10, AES_CM_128_HMAC_SHA1_32: 4 };
/** How much longer a packet becomes by encryption: its index, of RTCP only, and the tag. */
export const srtpOverheadBytes = 4 + rtcpTagBytes;
/** The header of the first packet of an RTCP datagram stays readable. */
const rtcpHeaderBytes = 8;
const indexBytes = 4;
const encryptedFlag = 0x8000_0000;
/** Streams of one sender that are remembered. Only authentic packets begin one. */
const maxStreams = 16;

/** Encrypts what one side sends. Sequence numbers must begin below 2^15 and grow by one (RFC 3711 section 3.3.1). */
export interface SrtpSender {
  /**
   * Encrypts an RTP packet in place.
   * @param length of the packet; the buffer holds at least `srtpOverheadBytes` more
   * @returns the new length
   */
  protect(packet: Buffer, length: number): number;
  /** Encrypts an RTCP datagram in place, likewise. */
  protectRtcp(packet: Buffer, length: number): number;
}

/** Decrypts what the other side sends. */
export interface SrtpReceiver {
  /** Decrypts an RTP packet in place. @returns the packet; `undefined` if it is not authentic, or came before */
  unprotect(datagram: Buffer): Buffer | undefined;
  /** Decrypts an RTCP datagram in place, likewise. */
  unprotectRtcp(datagram: Buffer): Buffer | undefined;
}

export function createSrtpSender({ suite, key }: SrtpKey): SrtpSender {
  const [rtp, rtcp] = [deriveSessionKeys(key, 'rtp'), deriveSessionKeys(key, 'rtcp')];
  const [rtpCipher, rtcpCipher] = [createPacketCipher(rtp), createPacketCipher(rtcp)];
  const tagBytes = rtpTagBytes[suite];
  let [ssrc, rollovers, last, rtcpIndex] = [-1, 0, 0, 0];
  return {
    protect: (packet, length) => {
      const [sequence, stream] = [packet.readUInt16BE(2), packet.readUInt32BE(8)];
      if (stream !== ssrc) [ssrc, rollovers] = [stream, 0];
      else if (sequence < last) rollovers++;
      last = sequence;
      const start = measureRtpHeader(packet) ?? length;
      rtpCipher.apply(packet, start, length, { ssrc, high: rollovers, low: sequence });
      // The tag covers the rollover counter, which is not sent: the tag takes its place.
      packet.writeUInt32BE(rollovers, length);
      writeTag(packet, length + 4, tagBytes, rtp);
      packet.copyWithin(length, length + 4, length + 4 + tagBytes);
      return length + tagBytes;
    },
    protectRtcp: (packet, length) => {
      const index = rtcpIndex;
      rtcpIndex = (rtcpIndex + 1) % encryptedFlag;
      const stream = packet.readUInt32BE(4);
      rtcpCipher.apply(packet, rtcpHeaderBytes, length, { ssrc: stream, high: index >>> 16, low: index & 0xffff });
      packet.writeUInt32BE(encryptedFlag + index, length);
      writeTag(packet, length + indexBytes, rtcpTagBytes, rtcp);
      return length + indexBytes + rtcpTagBytes;
    },
  };
}

interface Stream {
  rollovers: number;
  /** The highest sequence number with these rollovers. */
  highest: number;
  seen: ReplayWindow;
}

export function createSrtpReceiver({ suite, key }: SrtpKey): SrtpReceiver {
  const [rtp, rtcp] = [deriveSessionKeys(key, 'rtp'), deriveSessionKeys(key, 'rtcp')];
  const [rtpCipher, rtcpCipher] = [createPacketCipher(rtp), createPacketCipher(rtcp)];
  const streams = new Map<number, Stream>();
  const rtcpSeen = new Map<number, ReplayWindow>();
  const tagBytes = rtpTagBytes[suite];
  return {
    unprotect: (datagram) => {
      const end = datagram.length - tagBytes;
      const start = measureRtpHeader(datagram);
      if (start === undefined || end < start || datagram.length > largestPacketBytes) return undefined;
      const [sequence, ssrc] = [datagram.readUInt16BE(2), datagram.readUInt32BE(8)];
      const stream = streams.get(ssrc) ?? { rollovers: 0, highest: sequence, seen: createReplayWindow() };
      const rollovers = guessRollovers(stream, sequence);
      const index = rollovers * 0x1_0000 + sequence;
      if (index < 0 || !stream.seen.isNew(index)) return undefined;
      // The tag covers the rollover counter in its own place.
      const tag = Buffer.from(datagram.subarray(end));
      datagram.writeUInt32BE(rollovers, end);
      if (!isTagOf(tag, datagram, end + 4, rtp)) return undefined;
      remember(streams, ssrc, stream);
      stream.seen.add(index);
      if (rollovers > stream.rollovers || (rollovers === stream.rollovers && sequence > stream.highest))
        [stream.rollovers, stream.highest] = [rollovers, sequence];
      rtpCipher.apply(datagram, start, end, { ssrc, high: rollovers, low: sequence });
      return datagram.subarray(0, end);
    },
    unprotectRtcp: (datagram) => {
      const covered = datagram.length - rtcpTagBytes;
      const end = covered - indexBytes;
      if (end < rtcpHeaderBytes || datagram.length > largestPacketBytes) return undefined;
      const [ssrc, word] = [datagram.readUInt32BE(4), datagram.readUInt32BE(end)];
      const seen = rtcpSeen.get(ssrc) ?? createReplayWindow();
      const index = word - encryptedFlag;
      // Without the flag the datagram is not encrypted, which no side has offered.
      if (index < 0 || !seen.isNew(index) || !isTagOf(datagram.subarray(covered), datagram, covered, rtcp))
        return undefined;
      remember(rtcpSeen, ssrc, seen);
      seen.add(index);
      rtcpCipher.apply(datagram, rtcpHeaderBytes, end, { ssrc, high: index >>> 16, low: index & 0xffff });
      return datagram.subarray(0, end);
    },
  };
}

/** Finds the rollover counter of a packet, which is not sent (RFC 3711 section 3.3.1 and appendix A). */
function guessRollovers({ rollovers, highest }: Stream, sequence: number): number {
  if (highest < 0x8000) return sequence - highest > 0x8000 ? rollovers - 1 : rollovers;
  return highest - 0x8000 > sequence ? rollovers + 1 : rollovers;
}

function remember<Value>(known: Map<number, Value>, ssrc: number, value: Value): void {
  if (known.has(ssrc)) return;
  const [oldest] = known.keys();
  if (known.size >= maxStreams && oldest !== undefined) known.delete(oldest);
  known.set(ssrc, value);
}
