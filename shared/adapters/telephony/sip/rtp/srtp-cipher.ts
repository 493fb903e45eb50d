import { createCipheriv, createHmac, timingSafeEqual } from 'node:crypto';
import type { SessionKeys } from './srtp-keys';

/** Larger datagrams are dropped: audio needs less. */
export const largestPacketBytes = 2_048;
const blockBytes = 16;

/** The number of a packet: 48 bits for SRTP (rollover counter and sequence number), 31 bits for SRTCP. */
export interface PacketIndex {
  ssrc: number;
  /** All but the lowest 16 bits. */
  high: number;
  /** The lowest 16 bits. */
  low: number;
}

/** AES in counter mode for whole packets (RFC 3711 section 4.1.1). */
export interface PacketCipher {
  /** Encrypts or decrypts `bytes` from `start` to `end`, in place. */
  apply(bytes: Buffer, start: number, end: number, index: PacketIndex): void;
}

/**
 * One cipher object serves all packets: it encrypts the counter blocks, which is counter mode, because a new cipher object for
 * each packet costs several times as much as its encryption.
 */
export function createPacketCipher({ encryption, salt }: SessionKeys): PacketCipher {
  const cipher = createCipheriv('aes-128-ecb', encryption, null).setAutoPadding(false);
  const blocks = Buffer.alloc(largestPacketBytes);
  const padded = Buffer.concat([salt, Buffer.alloc(2)]);
  const [first, second, third, last] = [0, 4, 8, 12].map((at) => padded.readUInt32BE(at)) as [
    number,
    number,
    number,
    number,
  ];
  return {
    apply: (bytes, start, end, { ssrc, high, low }) => {
      const count = Math.ceil((end - start) / blockBytes);
      for (let block = 0, at = 0; block < count; block++, at += blockBytes) {
        blocks.writeUInt32BE(first, at);
        blocks.writeUInt32BE((second ^ ssrc) >>> 0, at + 4);
        blocks.writeUInt32BE((third ^ high) >>> 0, at + 8);
        blocks.writeUInt32BE((last ^ ((low << 16) | block)) >>> 0, at + 12);
      }
      const stream = cipher.update(blocks.subarray(0, count * blockBytes));
      for (let i = start; i < end; i++) bytes[i] = (bytes[i] ?? 0) ^ (stream[i - start] ?? 0);
    },
  };
}

/** Writes the authentication tag of the first `end` bytes behind them (RFC 3711 section 4.2.1). */
export function writeTag(bytes: Buffer, end: number, tagBytes: number, keys: SessionKeys): void {
  createHmac('sha1', keys.authentication).update(bytes.subarray(0, end)).digest().copy(bytes, end, 0, tagBytes);
}

/** Whether a tag is that of the first `end` bytes. */
export function isTagOf(tag: Buffer, bytes: Buffer, end: number, keys: SessionKeys): boolean {
  const expected = createHmac('sha1', keys.authentication).update(bytes.subarray(0, end)).digest();
  return timingSafeEqual(expected.subarray(0, tag.length), tag);
}
