import { pcmOf, samplesOf } from '../../../shared/domain/audio/pcm';

const rate = 16_000;
/** Conversions of rates delay a little. */
const maxShift = 200;
const loud = 1_000;

/** Two tones that no other index has, 16-bit mono at 16 kHz. */
export function twoTones(index: number, ms: number): Buffer {
  const [low, high] = [300 + 23 * index, 1_100 + 41 * index];
  const samples = Int16Array.from({ length: (ms * rate) / 1_000 }, (_, i) =>
    Math.round(5_000 * Math.sin((2 * Math.PI * low * i) / rate) + 5_000 * Math.sin((2 * Math.PI * high * i) / rate)),
  );
  return pcmOf(samples);
}

const onsetOf = (samples: Int16Array): number =>
  Math.max(
    0,
    samples.findIndex((sample) => Math.abs(sample) > loud),
  );

/**
 * Compares what was heard with what was sent, in dB: the best over small shifts, without the first and the last 100 ms. A
 * frame that is missing, repeated or inserted shifts what follows.
 */
export function signalToNoise(sent: Buffer, heard: Buffer): number {
  const [expected, actual] = [samplesOf(sent), samplesOf(heard)];
  const start = onsetOf(actual) - onsetOf(expected);
  const margin = rate / 10;
  let best = -Infinity;
  for (let shift = -maxShift; shift <= maxShift; shift++) {
    let [signal, noise] = [0, 0];
    for (let i = margin; i < expected.length - margin; i++) {
      const want = expected[i] ?? 0;
      signal += want * want;
      noise += (want - (actual[i + start + shift] ?? 0)) ** 2;
    }
    best = Math.max(best, 10 * Math.log10(signal / noise));
  }
  return best;
}
