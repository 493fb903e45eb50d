/**
 * FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/) with a final mix: a draw that is the same in every process and release.
 * @returns an integer in [0, 2^32)
 */
export function stableHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  // FNV's high bits change little for texts that differ only at the end, such as ids made in one millisecond.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
