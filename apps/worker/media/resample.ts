/** Resamples a stream from 16 kHz to 24 kHz, block by block. Input and output have the same duration. */
export interface Resampler {
  /** @returns the samples that later blocks cannot change */
  push(block: Float32Array): Float32Array;
  /** @returns the remaining samples */
  end(): Float32Array;
}

/** Number of input samples on each side that determine an output sample. */
const reach = 16;
/** Three output samples correspond to two input samples, so the phases of the outputs repeat. */
const [up, down] = [3, 2] as const;

/** A windowed sinc. A 16 kHz stream has no content above its Nyquist frequency, so no further filter is needed. */
function computeWeight(distance: number): number {
  if (Math.abs(distance) >= reach) return 0;
  const angle = Math.PI * distance;
  const sinc = distance === 0 ? 1 : Math.sin(angle) / angle;
  const window = 0.5 * (1 + Math.cos(angle / reach));
  return sinc * window;
}

/** For each of the three phases: the weights of the inputs `-reach + 1 … reach` around it, which sum to 1. */
const phases = Array.from({ length: up }, (_, phase) => {
  const fraction = phase / up;
  const raw = Float32Array.from({ length: 2 * reach }, (__, k) => computeWeight(k - reach + 1 - fraction));
  const sum = raw.reduce((total, one) => total + one, 0);
  return raw.map((one) => one / sum);
});

/** A polyphase filter without delay: output `n` has the position of input `n × 2/3`. */
export function createResampler(): Resampler {
  // `held` begins `reach - 1` inputs before input number `base`.
  let held = new Float32Array(reach - 1);
  let base = 0;
  let consumed = 0;
  let produced = 0;
  const produce = (until: number): Float32Array => {
    const count = Math.max(0, until - produced);
    const out = new Float32Array(count);
    for (let i = 0; i < count; i++) out[i] = interpolate(held, (produced + i) * down - base * up);
    produced += count;
    const next = Math.floor((produced * down) / up);
    held = held.slice(Math.min(held.length, next - base));
    base = next;
    return out;
  };
  return {
    push: (block) => {
      held = concatSamples(held, block);
      consumed += block.length;
      // Up to the last output whose inputs have all arrived.
      return produce(Math.floor(((consumed - reach) * up) / down));
    },
    end: () => {
      held = concatSamples(held, new Float32Array(reach + 1));
      return produce(Math.floor((consumed * up) / down));
    },
  };
}

/** Interpolates the sample at a position in thirds of an input sample after the base. */
function interpolate(held: Float32Array, thirds: number): number {
  const first = Math.floor(thirds / up);
  const weights = phases[thirds - first * up] ?? new Float32Array(0);
  let sum = 0;
  for (let k = 0; k < weights.length; k++) sum += (weights[k] ?? 0) * (held[first + k] ?? 0);
  return sum;
}

export function concatSamples(first: Float32Array, second: Float32Array): Float32Array<ArrayBuffer> {
  const all = new Float32Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
