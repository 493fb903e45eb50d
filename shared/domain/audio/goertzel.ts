/** Measures one frequency in blocks of samples, by Goertzel's algorithm. */
export interface FrequencyMeter {
  /**
   * Measures the power of the sinusoid in `count` samples from `start` on.
   * @returns half its squared amplitude, the mean square of that sinusoid
   */
  measure(samples: Float32Array, start: number, count: number): number;
}

export function createFrequencyMeter(hertz: number, rate: number): FrequencyMeter {
  const coefficient = 2 * Math.cos((2 * Math.PI * hertz) / rate);
  return {
    measure: (samples, start, count) => {
      let [last, previous] = [0, 0];
      for (let i = start; i < start + count; i++) {
        const next = (samples[i] ?? 0) + coefficient * last - previous;
        previous = last;
        last = next;
      }
      const squared = last * last + previous * previous - coefficient * last * previous;
      return (2 * squared) / (count * count);
    },
  };
}

/** The mean square of `count` samples from `start` on. */
export function meanSquare(samples: Float32Array, start = 0, count = samples.length): number {
  let sum = 0;
  for (let i = start; i < start + count; i++) sum += (samples[i] ?? 0) ** 2;
  return count === 0 ? 0 : sum / count;
}
