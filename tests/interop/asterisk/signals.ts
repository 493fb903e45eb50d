import { pcmOf, samplesOf } from '../../../shared/domain/audio/pcm';

const rate = 16_000;
/** Conversions of rates delay a little. */
const maxShift = 80;
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
 * Compares what was heard with what was sent, in pieces of 100 ms, without the first and the last: the share of pieces of
 * which the noise is 15 dB below the signal, 0 to 1, at the best of small shifts. What is missing, repeated or inserted
 * shifts what follows it, and is no small shift.
 * @param mostShift samples by which later pieces may be later, where a gap is no fault
 */
export function shareHeard(sent: Buffer, heard: Buffer, mostShift = 0): number {
  const [expected, actual] = [samplesOf(sent), samplesOf(heard)];
  const start = onsetOf(actual) - onsetOf(expected);
  const piece = rate / 10;
  let [equal, pieces] = [0, 0];
  for (let from = piece; from + 2 * piece <= expected.length; from += piece) {
    pieces++;
    for (let shift = -maxShift; shift <= maxShift + mostShift; shift++)
      if (isEqual(expected.subarray(from, from + piece), actual, from + start + shift)) {
        equal++;
        break;
      }
  }
  return equal / pieces;
}

function isEqual(expected: Int16Array, actual: Int16Array, at: number): boolean {
  let [signal, noise] = [0, 0];
  for (let i = 0; i < expected.length; i++) {
    const want = expected[i] ?? 0;
    signal += want * want;
    noise += (want - (actual[at + i] ?? 0)) ** 2;
    // Most shifts are far off.
    if (i === 160 && noise > signal) return false;
  }
  return noise * 31.6 < signal;
}
