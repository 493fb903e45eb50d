/** Turns a stream at 16 kHz into one at 24 kHz, block by block; together the blocks are as long as what came in. */
export interface Resampler {
  /** @returns as much as can be known already */
  push(block: Float32Array): Float32Array;
  /** The rest. */
  end(): Float32Array;
}

/** Input samples on each side that an output sample is made from. */
const reach = 16;
/** Three outputs for two inputs: the places of the outputs between the inputs repeat. */
const [up, down] = [3, 2] as const;

/** A windowed sinc; all that a 16 kHz stream holds lies below its own Nyquist, so nothing needs to be cut. */
function computeWeight(distance: number): number {
  if (Math.abs(distance) >= reach) return 0;
  const angle = Math.PI * distance;
  const sinc = distance === 0 ? 1 : Math.sin(angle) / angle;
  const window = 0.5 * (1 + Math.cos(angle / reach));
  return sinc * window;
}

/** For each of the three places: the weights of the inputs `-reach + 1 … reach` around it, which sum to 1. */
const phases = Array.from({ length: up }, (_, phase) => {
  const fraction = phase / up;
  const raw = Float32Array.from({ length: 2 * reach }, (__, k) => computeWeight(k - reach + 1 - fraction));
  const sum = raw.reduce((total, one) => total + one, 0);
  return raw.map((one) => one / sum);
});

/** 16 kHz to 24 kHz by a polyphase filter without delay: output `n` stands where input `n × 2/3` does. */
export function createResampler(): Resampler {
  // `held` begins `reach - 1` inputs before input number `base`.
  let held = new Float32Array(reach - 1);
  let base = 0;
  let taken = 0;
  let made = 0;
  const make = (until: number): Float32Array => {
    const count = Math.max(0, until - made);
    const out = new Float32Array(count);
    for (let i = 0; i < count; i++) out[i] = interpolate(held, (made + i) * down - base * up);
    made += count;
    const next = Math.floor((made * down) / up);
    held = held.slice(Math.min(held.length, next - base));
    base = next;
    return out;
  };
  return {
    push: (block) => {
      held = concatSamples(held, block);
      taken += block.length;
      // The last output whose inputs are all here.
      return make(Math.floor(((taken - reach) * up) / down));
    },
    end: () => {
      held = concatSamples(held, new Float32Array(reach + 1));
      return make(Math.floor((taken * up) / down));
    },
  };
}

/** The sample at a place that is given in thirds of an input after the base. */
function interpolate(held: Float32Array, thirds: number): number {
  const first = Math.floor(thirds / up);
  const weights = phases[thirds - first * up] ?? new Float32Array(0);
  let sum = 0;
  for (let k = 0; k < weights.length; k++) sum += (weights[k] ?? 0) * (held[first + k] ?? 0);
  return sum;
}

function concatSamples(first: Float32Array, second: Float32Array): Float32Array<ArrayBuffer> {
  const all = new Float32Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
