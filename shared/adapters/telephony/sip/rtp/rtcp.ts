import type { ReceptionReport } from './reception';

/** What a sender reports of itself (RFC 3550 section 6.4.1). */
export interface SenderInfo {
  /** Unix time in ms, to which the timestamp belongs. */
  atMs: number;
  /** 32 bits, in samples. */
  timestamp: number;
  packets: number;
  /** Of payload. */
  octets: number;
}

/** A report of the other side of what it received, with the times that measure the way and back. */
export interface ReportBlock extends ReceptionReport {
  /** The middle 32 bits of the NTP time of the last sender report that came from that side; 0 if none did. */
  lastReport: number;
  /** Since then, in units of 1/65,536 s. */
  delaySinceLastReport: number;
}

/** One datagram: a sender or receiver report, the canonical name, and perhaps the end of the stream. */
export interface Report {
  ssrc: number;
  sender?: SenderInfo;
  blocks: ReportBlock[];
}

/** What a datagram of the other side holds that we use. */
export interface ReceivedReport {
  /** The middle 32 bits of the NTP time of its sender report. */
  sentAt?: number;
  ssrc: number;
  blocks: ReportBlock[];
  /** The streams that it ends. */
  ended: number[];
}

const [senderReport, receiverReport, sourceDescription, bye] = [200, 201, 202, 203];
const [senderInfoBytes, blockBytes] = [20, 24];
/** Seconds from 1900, the begin of NTP time, to 1970. */
const ntpOffset = 2_208_988_800;
const canonicalName = 1;

const ntpOf = (atMs: number): { seconds: number; fraction: number } => {
  const whole = Math.floor(atMs / 1000);
  return {
    seconds: (whole + ntpOffset) % 2 ** 32,
    fraction: Math.floor(((atMs - whole * 1000) / 1000) * 2 ** 32),
  };
};
/** The middle 32 bits of an NTP time: seconds and 1/65,536 s. */
export const middleNtpOf = (atMs: number): number => {
  const { seconds, fraction } = ntpOf(atMs);
  return ((seconds & 0xffff) * 0x1_0000 + (fraction >>> 16)) >>> 0;
};

/**
 * Writes a datagram: each begins with a report and holds the canonical name (RFC 3550 section 6.1).
 * @param name ASCII, at most 255 bytes
 */
export function writeRtcp({ ssrc, sender, blocks }: Report, name: string, { isEnd = false } = {}): Buffer {
  const parts = [writeReport(ssrc, sender, blocks), writeName(ssrc, name)];
  if (isEnd) parts.push(startPacket(bye, 1, ssrc, 8));
  return Buffer.concat(parts);
}

function startPacket(type: number, count: number, ssrc: number, bytes: number): Buffer {
  const packet = Buffer.alloc(bytes);
  packet[0] = 0x80 | count;
  packet[1] = type;
  packet.writeUInt16BE(bytes / 4 - 1, 2);
  packet.writeUInt32BE(ssrc, 4);
  return packet;
}

function writeReport(ssrc: number, sender: SenderInfo | undefined, blocks: readonly ReportBlock[]): Buffer {
  const type = sender ? senderReport : receiverReport;
  const start = 8 + (sender ? senderInfoBytes : 0);
  const packet = startPacket(type, blocks.length, ssrc, start + blocks.length * blockBytes);
  if (sender) {
    const { seconds, fraction } = ntpOf(sender.atMs);
    packet.writeUInt32BE(seconds, 8);
    packet.writeUInt32BE(fraction, 12);
    packet.writeUInt32BE(sender.timestamp, 16);
    packet.writeUInt32BE(sender.packets % 2 ** 32, 20);
    packet.writeUInt32BE(sender.octets % 2 ** 32, 24);
  }
  blocks.forEach((block, i) => writeBlock(packet, start + i * blockBytes, block));
  return packet;
}

function writeBlock(packet: Buffer, at: number, block: ReportBlock): void {
  packet.writeUInt32BE(block.ssrc, at);
  packet[at + 4] = block.fractionLost;
  packet.writeIntBE(block.totalLost, at + 5, 3);
  packet.writeUInt32BE(block.highestSequence, at + 8);
  packet.writeUInt32BE(block.jitter, at + 12);
  packet.writeUInt32BE(block.lastReport, at + 16);
  packet.writeUInt32BE(block.delaySinceLastReport, at + 20);
}

function writeName(ssrc: number, name: string): Buffer {
  // A zero ends the items, and fills up to 4 bytes.
  const bytes = 8 + Math.ceil((2 + name.length + 1) / 4) * 4;
  const packet = startPacket(sourceDescription, 1, ssrc, bytes);
  packet[8] = canonicalName;
  packet[9] = name.length;
  packet.write(name, 10, 'latin1');
  return packet;
}

/**
 * Reads a datagram, with the checks of RFC 3550, appendix A.2.
 * @returns its reports; `undefined` if it is no RTCP
 */
export function parseRtcp(datagram: Buffer): ReceivedReport | undefined {
  const first = datagram[1];
  if (first !== senderReport && first !== receiverReport) return undefined;
  const found: ReceivedReport = { ssrc: 0, blocks: [], ended: [] };
  for (let at = 0; at < datagram.length;) {
    const packet = takePacket(datagram, at);
    if (packet === undefined) return undefined;
    readPacket(packet, found, at === 0);
    at += packet.length;
  }
  return found;
}

function takePacket(datagram: Buffer, at: number): Buffer | undefined {
  if (datagram.length < at + 8 || (datagram[at] ?? 0) >> 6 !== 2) return undefined;
  const end = at + 4 + datagram.readUInt16BE(at + 2) * 4;
  const isPadded = ((datagram[at] ?? 0) & 0x20) !== 0;
  // Only the last packet may be padded.
  if (end > datagram.length || end < at + 8 || (isPadded && end < datagram.length)) return undefined;
  return datagram.subarray(at, end);
}

function readPacket(packet: Buffer, found: ReceivedReport, isFirst: boolean): void {
  const [type, count] = [packet[1], (packet[0] ?? 0) & 0x1f];
  if (type === bye) {
    for (let i = 0; i < count && 8 + i * 4 <= packet.length; i++) found.ended.push(packet.readUInt32BE(4 + i * 4));
    return;
  }
  if (type !== senderReport && type !== receiverReport) return;
  if (isFirst) found.ssrc = packet.readUInt32BE(4);
  const start = 8 + (type === senderReport ? senderInfoBytes : 0);
  if (type === senderReport && packet.length >= start)
    found.sentAt = ((packet.readUInt16BE(10) << 16) | packet.readUInt16BE(12)) >>> 0;
  for (let i = 0, at = start; i < count && at + blockBytes <= packet.length; i++, at += blockBytes)
    found.blocks.push(readBlock(packet, at));
}

const readBlock = (packet: Buffer, at: number): ReportBlock => ({
  ssrc: packet.readUInt32BE(at),
  fractionLost: packet[at + 4] ?? 0,
  totalLost: packet.readIntBE(at + 5, 3),
  highestSequence: packet.readUInt32BE(at + 8),
  jitter: packet.readUInt32BE(at + 12),
  lastReport: packet.readUInt32BE(at + 16),
  delaySinceLastReport: packet.readUInt32BE(at + 20),
});
