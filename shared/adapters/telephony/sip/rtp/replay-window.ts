/** At least 64 packets (RFC 3711 section 3.3.2); more, because networks reorder more. */
const size = 256;

/** Remembers the numbers of the last packets, so that none is taken twice. */
export interface ReplayWindow {
  /** False for a number that was added, and for one too old to know. */
  isNew(index: number): boolean;
  add(index: number): void;
}

export function createReplayWindow(): ReplayWindow {
  const seen = new Float64Array(size).fill(-1);
  let highest = -1;
  return {
    isNew: (index) => index > highest - size && seen[index % size] !== index,
    add: (index) => {
      seen[index % size] = index;
      highest = Math.max(highest, index);
    },
  };
}
