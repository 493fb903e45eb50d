import { newSamples } from './pcm';

/** Holds samples by their position in a stream, for the time from `start()` on. */
export interface SampleRing {
  /** The position of the next sample that is read. */
  readonly start: number;
  /** Stores samples; those before the start, or beyond the capacity, are left out. */
  write(position: number, samples: Int16Array): void;
  /** Takes the next samples. What was never written is silence. */
  read(count: number): { samples: Int16Array; missing: number };
  /** Continues at another position. Samples before it are dropped. */
  moveTo(position: number): void;
}

/** @param capacity in samples */
export function createSampleRing(capacity: number): SampleRing {
  const values = new Int16Array(capacity);
  const isWritten = new Uint8Array(capacity);
  let start = 0;
  const indexOf = (position: number): number => ((position % capacity) + capacity) % capacity;
  return {
    get start() {
      return start;
    },
    write: (position, samples) => {
      const from = Math.max(0, start - position);
      const to = Math.min(samples.length, start + capacity - position);
      for (let i = from, at = indexOf(position + from); i < to; i++) {
        values[at] = samples[i] ?? 0;
        isWritten[at] = 1;
        at = at + 1 === capacity ? 0 : at + 1;
      }
    },
    read: (count) => {
      const samples = newSamples(count);
      let missing = 0;
      for (let i = 0, at = indexOf(start); i < count; i++) {
        const isMissing = isWritten[at] !== 1;
        samples[i] = isMissing ? 0 : (values[at] ?? 0);
        if (isMissing) missing++;
        isWritten[at] = 0;
        at = at + 1 === capacity ? 0 : at + 1;
      }
      start += count;
      return { samples, missing };
    },
    moveTo: (position) => {
      if (position <= start - capacity || position >= start + capacity) isWritten.fill(0);
      else for (let at = start; at < position; at++) isWritten[indexOf(at)] = 0;
      start = position;
    },
  };
}
