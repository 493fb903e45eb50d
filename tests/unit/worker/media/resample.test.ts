import * as fc from 'fast-check';
import { createResampler } from '../../../../apps/worker/media/resample';

const tone = (hertz: number, rate: number, count: number): Float32Array =>
  Float32Array.from({ length: count }, (_, i) => Math.sin((2 * Math.PI * hertz * i) / rate));

function resampled(input: Float32Array, blocks: number[]): Float32Array {
  const resampler = createResampler();
  const out: number[] = [];
  let at = 0;
  for (const size of [...blocks, input.length]) {
    out.push(...resampler.push(input.subarray(at, at + size)));
    at = Math.min(input.length, at + size);
  }
  out.push(...resampler.end());
  return Float32Array.from(out);
}

describe('16 kHz to 24 kHz', () => {
  it.each([100, 440, 1_000, 3_400, 6_000])('keeps the phase and amplitude of a %i Hz tone', (hertz) => {
    const out = resampled(tone(hertz, 16_000, 3_200), []);
    const exact = tone(hertz, 24_000, 4_800);
    // The filter overlaps the edges there, so there is no tone to compare with.
    for (let i = 60; i < 4_740; i++) expect(Math.abs((out[i] ?? 9) - (exact[i] ?? 0))).toBeLessThan(0.02);
  });

  it('gives the same samples for any block sizes, three for two', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(200), { maxLength: 12 }), fc.integer({ min: 0, max: 1_500 }), (blocks, length) => {
        const input = tone(700, 16_000, length);
        const out = resampled(input, blocks);
        expect(out.length).toBe(Math.floor((length * 3) / 2));
        expect(out).toEqual(resampled(input, []));
      }),
      { numRuns: 60 },
    );
  });
});
