import { telephoneRate } from '../../../../domain/audio/format';

/** What a receiver reports of one stream (RFC 3550 section 6.4.1). */
export interface ReceptionReport {
  ssrc: number;
  /** Of the packets since the last report, 0 to 255 for 0 to 100 %. */
  fractionLost: number;
  /** 24 bits with a sign: duplicates may make it negative. */
  totalLost: number;
  /** The newest sequence number, above it 16 bits of rollovers. */
  highestSequence: number;
  /** In units of the timestamp. */
  jitter: number;
}

/** Counts the packets of one stream as RFC 3550, appendix A.3 and A.8, does. */
export interface Reception {
  /** @param timestamp absent for a packet that has not the time of its sending, such as a telephone event */
  add(sequence: number, timestamp: number | undefined, nowMs: number): void;
  /** @returns the report; the next one begins now */
  report(): ReceptionReport;
  readonly jitterMs: number;
}

const [least, greatest] = [-0x80_0000, 0x7f_ffff];
/** A jump further than this begins the numbers again: forward, and back (RFC 3550, appendix A.1). */
const [largestGap, largestReordering] = [3_000, 100];

export function createReception(ssrc: number): Reception {
  let [first, highest, received, jitter] = [0, -1, 0, 0];
  let [expectedBefore, receivedBefore] = [0, 0];
  let transit: number | undefined;
  const restart = (sequence: number): void => {
    first = highest = sequence;
    received = expectedBefore = receivedBefore = 0;
    transit = undefined;
  };
  const follow = (sequence: number): void => {
    const distance = ((sequence - highest) << 16) >> 16;
    if (highest < 0 || distance > largestGap || distance < -largestReordering) restart(sequence);
    else if (distance > 0) highest += distance;
  };
  return {
    add: (sequence, timestamp, nowMs) => {
      follow(sequence);
      received++;
      if (timestamp === undefined) return;
      const next = Math.round((nowMs * telephoneRate) / 1000) - timestamp;
      if (transit !== undefined) jitter += (Math.abs((next - transit) | 0) - jitter) / 16;
      transit = next;
    },
    report: () => {
      const expected = highest < 0 ? 0 : highest - first + 1;
      const [expectedNow, receivedNow] = [expected - expectedBefore, received - receivedBefore];
      [expectedBefore, receivedBefore] = [expected, received];
      const lostNow = Math.max(0, expectedNow - receivedNow);
      return {
        ssrc,
        fractionLost: expectedNow === 0 ? 0 : Math.min(255, Math.floor((lostNow * 256) / expectedNow)),
        totalLost: Math.max(least, Math.min(greatest, expected - received)),
        highestSequence: Math.max(0, highest) >>> 0,
        jitter: Math.floor(jitter),
      };
    },
    get jitterMs() {
      return (jitter * 1000) / telephoneRate;
    },
  };
}
