/** A stable 32-bit hash (FNV-1a with a final mix): the simulator's only source of chance. */
export function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return mix32(hash);
}

/** Spreads the bits of a 32-bit number. */
export function mix32(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** A stable number in [0, 1) for a text. */
export function fractionOf(text: string): number {
  return hash32(text) / 2 ** 32;
}
