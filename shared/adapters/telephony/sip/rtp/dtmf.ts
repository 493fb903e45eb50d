import { telephoneRate } from '../../../../domain/audio/format';
import type { DtmfDigit } from '../../../../domain/call/dtmf';
import type { RtpPacket } from './packet';

/** The keys in the order of their event codes, 0 to 15 (RFC 4733 section 3.2). */
const digitsByCode = '0123456789*#ABCD';
/** A payload has 4 bytes: the event, a flag with the volume, and the duration. */
export const eventBytes = 4;
const endFlag = 0x80;
/** In -dBm0, of each frequency together: what telephones have. */
const volume = 10;
/** Packets of one key follow each other within this time; between two keys there is a longer pause. */
const packetSamples = (20 * telephoneRate) / 1000;

/** Writes the payload of a telephone event (RFC 4733 section 2.3). @param duration so far, in samples, at most 65,535 */
export function writeEvent(into: Buffer, digit: DtmfDigit, duration: number, isEnd: boolean): void {
  into[0] = digitsByCode.indexOf(digit);
  into[1] = (isEnd ? endFlag : 0) | volume;
  into.writeUInt16BE(duration, 2);
}

/** Finds keys in the telephone events of one stream. */
export interface EventReceiver {
  /** @returns the key that begins with this packet */
  receive(packet: Pick<RtpPacket, 'marker' | 'timestamp' | 'payload'>): DtmfDigit | undefined;
}

/**
 * Every packet of a key has the timestamp of its begin, so a key is found by the first of its packets that arrives, whichever
 * are lost, repeated or late.
 */
export function createEventReceiver(): EventReceiver {
  let last: { code: number; timestamp: number; duration: number } | undefined;
  return {
    receive: ({ marker, timestamp, payload }) => {
      if (payload.length < eventBytes) return undefined;
      const [code, duration] = [payload[0] ?? 0, payload.readUInt16BE(2)];
      const digit = digitsByCode[code] as DtmfDigit | undefined;
      if (digit === undefined) return undefined;
      if (last !== undefined) {
        const elapsed = (timestamp - last.timestamp) | 0;
        if (elapsed === 0) last.duration = Math.max(last.duration, duration);
        if (elapsed <= 0) return undefined;
        // A long key is sent in segments (RFC 4733 section 2.5.1.3), and some gateways count the time up in every packet.
        const continues = !marker && code === last.code && elapsed <= last.duration + packetSamples;
        last = { code, timestamp, duration };
        return continues ? undefined : digit;
      }
      last = { code, timestamp, duration };
      return digit;
    },
  };
}
