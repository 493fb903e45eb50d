import { stableHash } from '../../../domain/stable-hash';

/** A stable number in [0, 1) for a text: the simulator's only source of chance. */
export const fractionOf = (text: string): number => stableHash(text) / 2 ** 32;

/** Spreads the bits of a 32-bit number: a hash cheap enough for every sample of audio. */
export function mix32(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
