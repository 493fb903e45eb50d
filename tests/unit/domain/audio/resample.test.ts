import * as fc from 'fast-check';
import type { PcmRate } from '../../../../shared/domain/audio/format';
import { newSamples, pcmOf, toSample } from '../../../../shared/domain/audio/pcm';
import { createRateConverter, createResampler } from '../../../../shared/domain/audio/resample';

const rates: PcmRate[] = [8_000, 16_000, 24_000];
const pairs = rates.flatMap((from) => rates.filter((to) => to !== from).map((to) => [from, to] as const));

const tone = (hertz: number, rate: number, count: number): Float32Array =>
  Float32Array.from({ length: count }, (_, i) => Math.sin((2 * Math.PI * hertz * i) / rate));

function resampled(input: Float32Array, [from, to]: readonly [PcmRate, PcmRate], blocks: number[] = []): Float32Array {
  const resampler = createResampler(from, to);
  const out: number[] = [];
  let at = 0;
  for (const size of [...blocks, input.length]) {
    out.push(...resampler.push(input.subarray(at, at + size)));
    at = Math.min(input.length, at + size);
  }
  out.push(...resampler.end());
  return Float32Array.from(out);
}

/** The largest deviation from the exact samples, away from the edges, which the filter overlaps. */
function deviation(out: Float32Array, exact: Float32Array): number {
  let most = 0;
  for (let i = 100; i < exact.length - 100; i++) most = Math.max(most, Math.abs(out[i]! - exact[i]!));
  return most;
}

describe.each(pairs)('%i Hz to %i Hz', (from, to) => {
  it.each([100, 440, 1_000, 2_600, 3_300])('keeps the phase and amplitude of a %i Hz tone', (hertz) => {
    const out = resampled(tone(hertz, from, from / 5), [from, to]);
    expect(out.length).toBe(to / 5);
    expect(deviation(out, tone(hertz, to, to / 5))).toBeLessThan(0.01);
  });

  it('lets nothing through that the lower rate cannot hold', () => {
    const nyquist = Math.min(from, to) / 2;
    for (let hertz = nyquist * 1.02; hertz < from / 2; hertz += 333) {
      const out = resampled(tone(hertz, from, from / 5), [from, to]);
      expect(deviation(out, new Float32Array(to / 5))).toBeLessThan(0.001);
    }
    // Upwards, the mirror images of a tone would be above the old Nyquist frequency: what is there is the tone alone.
    const out = resampled(tone(nyquist * 0.8, from, from / 5), [from, to]);
    expect(deviation(out, tone(nyquist * 0.8, to, to / 5))).toBeLessThan(0.01);
  });

  it('gives the same samples for any block sizes', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(200), { maxLength: 12 }), fc.integer({ min: 0, max: 1_500 }), (blocks, length) => {
        const input = tone(700, from, length);
        const out = resampled(input, [from, to], blocks);
        expect(out.length).toBe(Math.floor((length * to) / from));
        expect(out).toEqual(resampled(input, [from, to]));
      }),
      { numRuns: 30 },
    );
  });

  it('converts live audio with silence in it as if every sample were computed', () => {
    const delayMs = Math.min(from, to) === 8_000 ? 3 : 1.5;
    const block = fc.oneof(
      fc.integer({ min: 0, max: from / 50 }).map((length) => new Int16Array(length)),
      fc.constant(new Int16Array(from / 50)),
      fc.int16Array({ maxLength: from / 50 }),
    );
    fc.assert(
      fc.property(fc.array(block, { maxLength: 12 }), (blocks) => {
        const convert = createRateConverter(from, to);
        const resampler = createResampler(from, to);
        resampler.push(new Float32Array((from * delayMs) / 1000));
        for (const samples of blocks) {
          const computed = Int16Array.from(resampler.push(samples), toSample);
          expect(pcmOf(convert(samples)).equals(pcmOf(computed))).toBe(true);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('converts live frames one for one, at most 3 ms late', () => {
    const convert = createRateConverter(from, to);
    const input = Int16Array.from(tone(1_000, from, from / 5), (sample) => sample * 20_000);
    const out: number[] = [];
    for (let at = 0; at < input.length; at += from / 50) {
      const frame = convert(input.subarray(at, at + from / 50));
      expect(frame.length).toBe(to / 50);
      out.push(...frame);
    }
    const delays = [1.5, 3].map((ms) => (ms * to) / 1000);
    const deviations = delays.map((delay) => {
      const exact = tone(1_000, to, to / 5 - delay);
      return deviation(
        Float32Array.from(out.slice(delay), (sample) => sample / 20_000),
        exact,
      );
    });
    expect(Math.min(...deviations)).toBeLessThan(0.01);
  });
});

it('limits what exceeds 16 bits instead of wrapping around', () => {
  const convert = createRateConverter(8_000, 24_000);
  const loud = Int16Array.from({ length: 800 }, (_, i) => (Math.floor(i / 20) % 2 === 0 ? 32_767 : -32_768));
  const out = convert(loud);
  // The output is 72 samples late: in the middle of each half wave it has the sign of that half wave.
  for (let half = 1; half < 38; half++) expect(Math.sign(out[72 + half * 60 + 30]!)).toBe(half % 2 === 0 ? 1 : -1);
  expect(Math.max(...out)).toBe(32_767);
});

describe('memory for samples', () => {
  it('is shared by no two frames, whatever lengths they have', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5_000 }), { maxLength: 20 }), (lengths) => {
        const frames = lengths.map((length, n) => newSamples(length).fill(n));
        expect(frames.map((frame) => frame.length)).toEqual(lengths);
        expect(frames.every((frame, n) => frame.every((sample) => sample === n))).toBe(true);
      }),
      { numRuns: 30 },
    );
  });
});
