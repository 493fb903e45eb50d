/** The part of all intervals that contain the true rate. */
export const confidenceLevel = 0.95;
/** The quantile of the normal distribution for that level, on both sides. */
const z = 1.959963984540054;

/** A rate with its interval; each from 0 to 1. */
export interface Rate {
  Rate: number;
  Low: number;
  High: number;
}

/**
 * The part of successes with Wilson's score interval at the {@link confidenceLevel}, which holds for few trials and for
 * rates near 0 and 1 as well.
 * @returns `null` without trials
 */
export function rateOf(successes: number, trials: number): Rate | null {
  if (trials <= 0) return null;
  const rate = successes / trials;
  const weight = 1 + (z * z) / trials;
  const center = (rate + (z * z) / (2 * trials)) / weight;
  const half = (z / weight) * Math.sqrt((rate * (1 - rate)) / trials + (z * z) / (4 * trials * trials));
  // Rounding must not lead out of the interval that holds the rate.
  return {
    Rate: rate,
    Low: Math.min(rate, Math.max(0, center - half)),
    High: Math.max(rate, Math.min(1, center + half)),
  };
}
