/** What a packet is, by its sequence number. */
export type PacketOrder =
  /** Newer than all packets before it. */
  | 'newest'
  /** Older than the newest one, and not seen before. */
  | 'reordered'
  | 'duplicate'
  /** The second packet of a stream that began again with other numbers. */
  | 'restart'
  /** Too far from the others: dropped, unless the next packet continues it. */
  | 'stray';

export interface PacketCounts {
  received: number;
  duplicates: number;
  /** Packets that are missing between the first and the newest one. */
  lost: number;
}

/** Follows the 16-bit sequence numbers of an RTP stream. */
export interface PacketOrdering {
  classify(sequence: number): PacketOrder;
  counts(): PacketCounts;
}

/** Distances of RFC 3550, appendix A.1, within which a packet belongs to the stream: forward, and back. */
const [largestGap, largestReordering] = [3_000, 100];
/** More than `largestReordering`: how many packets are remembered to detect duplicates. */
const remembered = 256;

export function createPacketOrdering(): PacketOrdering {
  /** Sequence numbers without the wrap around at 16 bits. */
  let first = 0;
  let newest: number | undefined;
  let stray: number | undefined;
  const seen = new Float64Array(remembered).fill(-1);
  let [received, duplicates, lostBefore] = [0, 0, 0];

  const countLost = (): number => (newest === undefined ? 0 : newest - first + 1 - received);
  const begin = (sequence: number): void => {
    // Numbers stay positive, also of packets that were sent before the first one that arrived.
    newest = first = 0x10000 + sequence;
    received = 0;
    seen.fill(-1);
  };
  const accept = (number: number): void => {
    received++;
    seen[number % remembered] = number;
    first = Math.min(first, number);
    stray = undefined;
  };

  return {
    classify: (sequence) => {
      if (newest === undefined) {
        begin(sequence);
        accept(0x10000 + sequence);
        return 'newest';
      }
      const distance = ((sequence - newest) << 16) >> 16;
      const number = newest + distance;
      if (distance > largestGap || distance < -largestReordering) {
        const continues = stray === sequence;
        stray = (sequence + 1) & 0xffff;
        if (!continues) return 'stray';
        lostBefore += countLost();
        begin(sequence);
        accept(0x10000 + sequence);
        return 'restart';
      }
      if (seen[number % remembered] === number) {
        duplicates++;
        return 'duplicate';
      }
      newest = Math.max(newest, number);
      accept(number);
      return distance > 0 ? 'newest' : 'reordered';
    },
    counts: () => ({ received, duplicates, lost: lostBefore + countLost() }),
  };
}
