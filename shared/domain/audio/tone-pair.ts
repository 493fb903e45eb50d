import { telephoneRate } from './format';
import { createFrequencyMeter, meanSquare } from './goertzel';
import { powerOf } from './level';

/** Pairs of frequencies that networks signal with: ringback, dial and busy of North America, ringback of Britain (E.180). */
const pairs = [
  [440, 480],
  [350, 440],
  [480, 620],
  [400, 450],
] as const;
const meters = new Map(
  [...new Set(pairs.flat())].map((hertz) => [hertz, createFrequencyMeter(hertz, telephoneRate)] as const),
);

const lowestPower = powerOf(-35);
/** The shares of the energy that both frequencies have together, and that each has. */
const [lowestShare, lowestShareOfEach] = [0.75, 0.15];

/**
 * Finds a call progress tone of two frequencies.
 * @param samples 40 ms at 8 kHz: a shorter time does not separate 440 Hz from 480 Hz
 * @returns its lower frequency
 */
export function findTonePair(samples: Float32Array): number | undefined {
  const power = meanSquare(samples);
  if (power < lowestPower) return undefined;
  const shares = new Map(
    [...meters].map(([hertz, meter]) => [hertz, meter.measure(samples, 0, samples.length) / power]),
  );
  const pair = pairs.find(([low, high]) => {
    const [one, other] = [shares.get(low) ?? 0, shares.get(high) ?? 0];
    return one + other >= lowestShare && Math.min(one, other) >= lowestShareOfEach;
  });
  return pair?.[0];
}
