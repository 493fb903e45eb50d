import type { PcmRate } from './format';
import { newSamples, toSample } from './pcm';

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
  /**
   * For each phase of the outputs: the weights of the inputs `-reach + 1 … reach` around it, which sum to 1. In double precision, as
   * the samples that they are multiplied with: to widen both for each product takes half of the time.
   */
  phases: readonly Float64Array[];
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
    return Float64Array.from(raw, (one) => one / sum);
  });
  return { up, down, reach, phases };
}

const none = new Float64Array(0);
const filters = new Map<string, Filter>();
function filterFor(from: PcmRate, to: PcmRate): Filter {
  const key = `${from}/${to}`;
  const filter = filters.get(key) ?? designFilter(from, to);
  filters.set(key, filter);
  return filter;
}

/** Adds up `length` products, a multiple of four, of weights and of samples from `start` on. Four sums, so that no addition waits for another. */
function dotProduct(weights: Float64Array, samples: Float64Array, start: number, length: number): number {
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  for (let k = 0, n = start; k < length; k += 4, n += 4) {
    first += (weights[k] as number) * (samples[n] as number);
    second += (weights[k + 1] as number) * (samples[n + 1] as number);
    third += (weights[k + 2] as number) * (samples[n + 2] as number);
    fourth += (weights[k + 3] as number) * (samples[n + 3] as number);
  }
  return first + second + third + fourth;
}

/** Computes `count` outputs, the first at `position`, in units of 1/up of an input sample after `held[reach - 1]`. */
function interpolate(
  { up, down, reach, phases }: Filter,
  { held, position, count }: { held: Float64Array; position: number; count: number },
  out: Float32Array,
): void {
  const whole = Math.floor(down / up);
  const part = down - whole * up;
  let start = Math.floor(position / up);
  let phase = position - start * up;
  for (let i = 0; i < count; i++) {
    out[i] = dotProduct(phases[phase] ?? none, held, start, 2 * reach);
    start += whole;
    phase += part;
    if (phase >= up) {
      phase -= up;
      start++;
    }
  }
}

/** The inputs of a stream that its later outputs need. */
interface FilterStream {
  /** Takes inputs. @returns how many outputs are complete now: those whose inputs have all arrived */
  push(block: ArrayLike<number>): number;
  /** Takes the silence behind the last input. @returns how many outputs remain */
  end(): number;
  /** Computes the next outputs. */
  produce(out: Float32Array, count: number): void;
}

function createFilterStream(filter: Filter): FilterStream {
  const { up, down, reach } = filter;
  // The inputs that later outputs need, `reach - 1` of them before input number `base`. One array for the whole stream: a
  // process converts thousands of frames a second, and collecting their arrays would stall it.
  let held = new Float64Array(reach - 1);
  let heldLength = held.length;
  let base = 0;
  let consumed = 0;
  let produced = 0;
  const hold = (block: ArrayLike<number>): void => {
    const length = heldLength + block.length;
    if (length > held.length) {
      const longer = new Float64Array(length);
      longer.set(held);
      held = longer;
    }
    held.set(block, heldLength);
    heldLength = length;
  };
  const countUntil = (until: number): number => Math.max(0, until - produced);
  return {
    push: (block) => {
      hold(block);
      consumed += block.length;
      return countUntil(Math.floor(((consumed - reach) * up) / down));
    },
    end: () => {
      hold(new Float64Array(reach + down));
      return countUntil(Math.floor((consumed * up) / down));
    },
    produce: (out, count) => {
      interpolate(filter, { held, position: produced * down - base * up, count }, out);
      produced += count;
      const next = Math.floor((produced * down) / up);
      const dropped = Math.min(heldLength, next - base);
      held.copyWithin(0, dropped, heldLength);
      heldLength -= dropped;
      base = next;
    },
  };
}

/** A polyphase, band-limited filter: output `n` has the position of input `n × from / to`. */
export function createResampler(from: PcmRate, to: PcmRate): Resampler {
  const stream = createFilterStream(filterFor(from, to));
  const take = (count: number): Float32Array => {
    const out = new Float32Array(count);
    stream.produce(out, count);
    return out;
  };
  return { push: (block) => take(stream.push(block)), end: () => take(stream.end()) };
}

/** Whether no sample is heard. */
function isSilent(samples: Int16Array): boolean {
  for (const sample of samples) if (sample !== 0) return false;
  return true;
}

/**
 * Converts live PCM frame by frame: 20 ms in give 20 ms out at once, so the output is delayed, by 1.5 ms (from 16 kHz to
 * 24 kHz) or 3 ms. Keep one converter for each stream: it continues where the last frame ended.
 */
export function createRateConverter(from: PcmRate, to: PcmRate): (samples: Int16Array) => Int16Array {
  if (from === to) return (samples) => samples;
  const filter = filterFor(from, to);
  const { up, down, reach } = filter;
  const stream = createFilterStream(filter);
  stream.push(new Float64Array(reach));
  let computed = new Float32Array(0);
  /** Inputs of digital silence before the next one. The stream begins with it. */
  let silentInputs = 2 * reach;
  return (samples) => {
    const silent = isSilent(samples);
    // One side of a call is silent while the other speaks. Silence after all that the filter holds is silence, and whole outputs of it
    // leave the filter as it is.
    if (silent && silentInputs >= 2 * reach && (samples.length * up) % down === 0)
      return newSamples((samples.length * up) / down).fill(0);
    silentInputs = silent ? silentInputs + samples.length : 0;
    const count = stream.push(samples);
    if (count > computed.length) computed = new Float32Array(count);
    stream.produce(computed, count);
    const out = newSamples(count);
    for (let i = 0; i < count; i++) out[i] = toSample(computed[i] as number);
    return out;
  };
}

export function concatSamples(first: Float32Array, second: Float32Array): Float32Array<ArrayBuffer> {
  const all = new Float32Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
