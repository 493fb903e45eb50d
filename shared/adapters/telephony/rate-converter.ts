import type { VoiceRate } from './telephony';

/** Converts PCM, 16-bit mono little-endian, from one rate to another, block by block: as many ms out as in. */
export type RateConverter = (pcm: Buffer) => Buffer;

/** Keep one converter for each stream: it continues where the last block ended. */
export function createRateConverter(from: VoiceRate, to: VoiceRate): RateConverter {
  if (from === to) return (pcm) => pcm;
  let last = 0;
  let consumed = 0;
  let produced = 0;
  return (pcm) => {
    const count = pcm.length / 2;
    const sampleAt = (index: number): number => (index < 0 ? last : pcm.readInt16LE(Math.min(index, count - 1) * 2));
    const until = Math.floor(((consumed + count) * to) / from);
    const out = Buffer.alloc(Math.max(0, until - produced) * 2);
    for (let i = 0; produced < until; i += 2, produced++) {
      // A position between the previous input and the current one, so that every input has arrived.
      const position = (produced * from) / to - consumed - 1;
      const index = Math.floor(position);
      const share = position - index;
      out.writeInt16LE(Math.round(sampleAt(index) * (1 - share) + sampleAt(index + 1) * share), i);
    }
    if (count > 0) last = sampleAt(count - 1);
    consumed += count;
    return out;
  };
}
