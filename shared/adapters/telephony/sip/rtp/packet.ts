/** The fixed part of the header of an RTP packet. */
export const rtpHeaderBytes = 12;

/** The header fields of an RTP packet that we read and write (RFC 3550 section 5.1). */
export interface RtpHeader {
  /** 0 to 127. */
  payloadType: number;
  marker: boolean;
  /** 16 bits. */
  sequence: number;
  /** 32 bits, in samples. */
  timestamp: number;
  /** 32 bits. */
  ssrc: number;
}

export interface RtpPacket extends RtpHeader {
  /** Shares the memory of the datagram. */
  payload: Buffer;
}

/** Whether a datagram on a port that RTP and RTCP share is RTCP (RFC 5761 section 4). */
export const isRtcp = (datagram: Buffer): boolean => (datagram[1] ?? 0) >= 192 && (datagram[1] ?? 0) <= 223;

/**
 * Measures the header of an RTP packet, with its contributing sources and its extension: SRTP leaves that much readable.
 * @returns the number of bytes; `undefined` if the datagram is no RTP packet
 */
export function measureRtpHeader(datagram: Buffer): number | undefined {
  const first = datagram[0] ?? 0;
  if (datagram.length < rtpHeaderBytes || first >> 6 !== 2) return undefined;
  let length = rtpHeaderBytes + (first & 0x0f) * 4;
  if ((first & 0x10) !== 0) {
    if (datagram.length < length + 4) return undefined;
    length += 4 + datagram.readUInt16BE(length + 2) * 4;
  }
  return datagram.length < length ? undefined : length;
}

/** @returns the packet; `undefined` if the datagram is no RTP packet */
export function parseRtp(datagram: Buffer): RtpPacket | undefined {
  const start = measureRtpHeader(datagram);
  if (start === undefined) return undefined;
  let end = datagram.length;
  if (((datagram[0] ?? 0) & 0x20) !== 0) {
    const padding = datagram[end - 1] ?? 0;
    if (padding === 0 || padding > end - start) return undefined;
    end -= padding;
  }
  const second = datagram[1] ?? 0;
  return {
    payloadType: second & 0x7f,
    marker: second >= 0x80,
    sequence: datagram.readUInt16BE(2),
    timestamp: datagram.readUInt32BE(4),
    ssrc: datagram.readUInt32BE(8),
    payload: datagram.subarray(start, end),
  };
}

/** Writes a header of 12 bytes to the start of a buffer. */
export function writeRtpHeader(into: Buffer, header: RtpHeader): void {
  into[0] = 0x80;
  into[1] = (header.marker ? 0x80 : 0) | header.payloadType;
  into.writeUInt16BE(header.sequence, 2);
  into.writeUInt32BE(header.timestamp, 4);
  into.writeUInt32BE(header.ssrc, 8);
}
