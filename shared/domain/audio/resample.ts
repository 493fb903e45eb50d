import type { PcmRate } from './format';
import { toSample } from './pcm';

/** Resamples a stream block by block. Input and output have the same duration, and no delay between them. */
export interface Resampler {
  /** @returns the samples that later blocks cannot change */
  push(block: Float32Array | Int16Array): Float32Array;
  /** @returns the remaining samples */
  end(): Float32Array;
}

/** Zero crossings of the sinc on each side. More make the filter steeper and its delay longer. */
const crossings = 24;
/** Kaiser's parameter: 70 dB of attenuation in the stop band. */
const beta = 7;
/** The filter's cutoff as a share of the lower Nyquist frequency; what is above that frequency is 70 dB down. */
const cutoff = 0.925;

/** The modified Bessel function of order 0. */
function besselI0(x: number): number {
  let [sum, term] = [1, 1];
  for (let k = 1; term > 1e-12 * sum; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

interface Filter {
  up: number;
  down: number;
  /** Number of input samples on each side that determine an output sample. */
  reach: number;
  /** For each phase of the outputs: the weights of the inputs `-reach + 1 … reach` around it, which sum to 1. */
  phases: readonly Float32Array[];
}

function designFilter(from: PcmRate, to: PcmRate): Filter {
  const divisor = from % to === 0 ? to : to % from === 0 ? from : 8_000;
  const [up, down] = [to / divisor, from / divisor];
  const narrowing = Math.max(1, down / up);
  const reach = crossings * narrowing;
  const weightOf = (distance: number): number => {
    if (Math.abs(distance) >= reach) return 0;
    const angle = (Math.PI * distance * cutoff) / narrowing;
    const sinc = distance === 0 ? 1 : Math.sin(angle) / angle;
    return sinc * besselI0(beta * Math.sqrt(1 - (distance / reach) ** 2));
  };
  const phases = Array.from({ length: up }, (_, phase) => {
    const fraction = phase / up;
    const raw = Array.from({ length: 2 * reach }, (__, k) => weightOf(k - reach + 1 - fraction));
    const sum = raw.reduce((total, one) => total + one, 0);
    return Float32Array.from(raw, (one) => one / sum);
  });
  return { up, down, reach, phases };
}

const none = new Float32Array(0);
const filters = new Map<string, Filter>();
function filterFor(from: PcmRate, to: PcmRate): Filter {
  const key = `${from}/${to}`;
  const filter = filters.get(key) ?? designFilter(from, to);
  filters.set(key, filter);
  return filter;
}

/** Multiplies weights, a multiple of four of them, with the samples from `start` on. Four sums, so that no addition waits for another. */
function dotProduct(weights: Float32Array, samples: Float32Array, start: number): number {
  let [first, second, third, fourth] = [0, 0, 0, 0];
  for (let k = 0, n = start; k < weights.length; k += 4, n += 4) {
    first += (weights[k] ?? 0) * (samples[n] ?? 0);
    second += (weights[k + 1] ?? 0) * (samples[n + 1] ?? 0);
    third += (weights[k + 2] ?? 0) * (samples[n + 2] ?? 0);
    fourth += (weights[k + 3] ?? 0) * (samples[n + 3] ?? 0);
  }
  return first + second + third + fourth;
}

/** Computes `count` outputs, the first at `position`, in units of 1/up of an input sample after `held[reach - 1]`. */
function interpolate({ up, down, phases }: Filter, held: Float32Array, position: number, count: number): Float32Array {
  const out = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    const at = position + i * down;
    const first = Math.floor(at / up);
    const weights = phases[at - first * up] ?? none;
    out[i] = dotProduct(weights, held, first);
  }
  return out;
}

/** A polyphase, band-limited filter: output `n` has the position of input `n × from / to`. */
export function createResampler(from: PcmRate, to: PcmRate): Resampler {
  const filter = filterFor(from, to);
  const { up, down, reach } = filter;
  // The inputs that later outputs need, `reach - 1` of them before input number `base`. One array for the whole stream: a
  // process converts thousands of frames a second, and collecting their arrays would stall it.
  let held = new Float32Array(reach - 1);
  let heldLength = held.length;
  let base = 0;
  let consumed = 0;
  let produced = 0;
  const hold = (block: ArrayLike<number>): void => {
    const length = heldLength + block.length;
    if (length > held.length) held = concatSamples(held, new Float32Array(length - held.length));
    held.set(block, heldLength);
    heldLength = length;
  };
  const produce = (until: number): Float32Array => {
    const count = Math.max(0, until - produced);
    const out = interpolate(filter, held, produced * down - base * up, count);
    produced += count;
    const next = Math.floor((produced * down) / up);
    const dropped = Math.min(heldLength, next - base);
    held.copyWithin(0, dropped, heldLength);
    heldLength -= dropped;
    base = next;
    return out;
  };
  return {
    push: (block) => {
      hold(block);
      consumed += block.length;
      // Up to the last output whose inputs have all arrived.
      return produce(Math.floor(((consumed - reach) * up) / down));
    },
    end: () => {
      hold(new Float32Array(reach + down));
      return produce(Math.floor((consumed * up) / down));
    },
  };
}

/**
 * Converts live PCM frame by frame: 20 ms in give 20 ms out at once, so the output is delayed, by 1.5 ms (from 16 kHz to
 * 24 kHz) or 3 ms. Keep one converter for each stream: it continues where the last frame ended.
 */
export function createRateConverter(from: PcmRate, to: PcmRate): (samples: Int16Array) => Int16Array {
  if (from === to) return (samples) => samples;
  const resampler = createResampler(from, to);
  resampler.push(new Float32Array(filterFor(from, to).reach));
  return (samples) => {
    const converted = resampler.push(samples);
    const out = new Int16Array(converted.length);
    for (let i = 0; i < out.length; i++) out[i] = toSample(converted[i] ?? 0);
    return out;
  };
}

export function concatSamples(first: Float32Array, second: Float32Array): Float32Array<ArrayBuffer> {
  const all = new Float32Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
