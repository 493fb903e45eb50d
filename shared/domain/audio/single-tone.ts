import { telephoneRate } from './format';
import { createFrequencyMeter, meanSquare } from './goertzel';
import { powerOf } from './level';

/** A frame that contains one steady sinusoid. */
export interface SingleTone {
  hertz: number;
}

/** Tones outside of this band are no signals of machines or networks. */
const [lowestHertz, highestHertz] = [300, 2_300];
const lowestPower = powerOf(-35);
/** The share of the energy that the sinusoid has: speech with one strong harmonic has less. */
const lowestShare = 0.9;

/**
 * Finds a single sinusoid by linear prediction: for a sinusoid of angle w per sample, x[n] + x[n-2] = 2 cos w × x[n-1].
 * Pisarenko's solution (as reformed by So, 2002) is not biased by noise, so it separates 425 Hz from 440 Hz in a frame of 20 ms.
 * @param samples at 8 kHz
 */
export function findSingleTone(samples: Float32Array): SingleTone | undefined {
  const power = meanSquare(samples);
  if (power < lowestPower) return undefined;
  let [a, b] = [0, 0];
  for (let n = 2; n < samples.length; n++) {
    const middle = samples[n - 1] ?? 0;
    const outer = (samples[n] ?? 0) + (samples[n - 2] ?? 0);
    a += outer * middle;
    b += outer * outer - 2 * middle * middle;
  }
  const cosine = a === 0 ? 0 : (b + Math.sqrt(b * b + 8 * a * a)) / (4 * a);
  const hertz = (Math.acos(Math.max(-1, Math.min(1, cosine))) * telephoneRate) / (2 * Math.PI);
  if (!(hertz >= lowestHertz && hertz <= highestHertz)) return undefined;
  const share = createFrequencyMeter(hertz, telephoneRate).measure(samples, 0, samples.length) / power;
  return share >= lowestShare ? { hertz } : undefined;
}
