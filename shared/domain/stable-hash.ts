/** Mixes the bits of a 32-bit number (the last step of Murmur3). Cheap enough for every audio sample. */
export function mix32(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/) with a final mix: the same value in every process and release.
 * @returns an integer in [0, 2^32)
 */
export function stableHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  // FNV's high bits change little between texts that differ only at the end, such as ids of one millisecond.
  return mix32(hash);
}

/** The hash as a fraction in [0, 1), for draws that must be repeatable. */
export const stableFraction = (text: string): number => stableHash(text) / 2 ** 32;
