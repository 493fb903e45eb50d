import { frameMs } from './format';
import { createPacketOrdering, type PacketCounts } from './packet-order';
import { createSampleRing } from './sample-ring';

/** A packet of an RTP stream, decoded. */
export interface AudioPacket {
  /** 16 bits. */
  sequence: number;
  /** 32 bits, in samples. */
  timestamp: number;
  /** Of any length; empty for a packet that carries no audio but a number of the sequence, such as a telephone event. */
  samples: Int16Array;
}

/** What became of a packet. Only `stored` packets are played. */
export type PacketFate = 'stored' | 'duplicate' | 'late' | 'stray';

export interface JitterCounts extends PacketCounts {
  /** Packets that arrived after their samples were due. */
  late: number;
  /** Samples that were dropped because too many were waiting. */
  skippedSamples: number;
}

/**
 * Turns packets, which the network delays unevenly, reorders, repeats and loses, into frames of 20 ms. It takes no clock of its
 * own: every call gets the current instant in ms.
 */
export interface JitterBuffer {
  push(packet: AudioPacket, nowMs: number): PacketFate;
  /**
   * Takes the next frame that is due. Call it every 20 ms until it returns `undefined`.
   * @returns a frame, with the number of its samples that did not arrive and are silent; `undefined` if none is due
   */
  pull(nowMs: number): { samples: Int16Array; missing: number } | undefined;
  counts(): JitterCounts;
}

export interface JitterBufferOptions {
  /** Samples per second. */
  rate?: number;
  /** How long the first packet waits; the delay to which the buffer returns when the network is even. */
  delayMs?: number;
  /** No packet waits longer. */
  maxDelayMs?: number;
}

/** The delay is reduced if every one of so many packets, 5 seconds of them, arrived earlier than it had to. */
const packetsInPeriod = 250;

/** Follows how long before its instant each packet arrives, to find a delay that is longer than it has to be. */
function createSlackMeter() {
  let [packets, leastMs] = [0, Infinity];
  return {
    /** @returns the least slack of a period, in ms, when the period ends */
    add: (slackMs: number): number | undefined => {
      leastMs = Math.min(leastMs, slackMs);
      if (++packets < packetsInPeriod) return undefined;
      const least = leastMs;
      [packets, leastMs] = [0, Infinity];
      return least;
    },
    reset: () => {
      [packets, leastMs] = [0, Infinity];
    },
  };
}

/** Plays samples at their instants. Positions count samples, like timestamps. */
interface Playout {
  /** Stores samples whose first one is not before the next frame. */
  accept(position: number, samples: Int16Array, nowMs: number): void;
  /** Stores the samples that are not too late, and lets all later ones wait longer. */
  acceptLate(position: number, samples: Int16Array, slackOfNewestMs: number): void;
  /** Plays on from `position`, which is due after `waitMs`. */
  moveTo(position: number, nowMs: number, waitMs: number): void;
  /** Begins with an earlier packet. @returns whether that was possible: nothing was played yet, and it is not overdue */
  beginAt(position: number, nowMs: number): boolean;
  /** By how many ms a position is too late for the next frame; negative if it is not. */
  lateMs(position: number): number;
  slackMs(position: number, nowMs: number): number;
  pull(nowMs: number): { samples: Int16Array; missing: number } | undefined;
  readonly skippedSamples: number;
}

function createPlayout({ rate, delayMs, maxDelayMs }: Required<JitterBufferOptions>): Playout {
  const samplesIn = (ms: number): number => Math.round((ms * rate) / 1000);
  const msOf = (samples: number): number => (samples * 1000) / rate;
  // Frames may be pulled late, so there is room for a second more than the delay.
  const capacity = samplesIn(maxDelayMs + 1_000);
  const ring = createSampleRing(capacity);
  const slack = createSlackMeter();
  let [zeroMs, hasPlayed, skippedSamples] = [0, false, 0];
  const slackMs = (position: number, nowMs: number): number => zeroMs + msOf(position) - nowMs;
  /** Drops the samples that are due next, so that those after them are due at their instant. */
  const skip = (samples: number): void => {
    ring.moveTo(ring.start + samples);
    zeroMs -= msOf(samples);
    skippedSamples += samples;
  };
  return {
    slackMs,
    lateMs: (position) => msOf(ring.start - position),
    accept: (position, samples, nowMs) => {
      const tooEarlyMs = slackMs(position, nowMs) - maxDelayMs;
      if (tooEarlyMs > 0) skip(samplesIn(tooEarlyMs));
      const beyond = position + samples.length - (ring.start + capacity);
      if (beyond > 0) skip(beyond);
      const leastMs = slack.add(slackMs(position, nowMs));
      if (leastMs !== undefined && leastMs >= delayMs + frameMs) skip(samplesIn(frameMs));
      ring.write(position, samples);
    },
    acceptLate: (position, samples, slackOfNewestMs) => {
      const lateMs = msOf(ring.start - position);
      if (slackOfNewestMs + lateMs <= maxDelayMs) zeroMs += lateMs;
      ring.write(position, samples);
    },
    moveTo: (position, nowMs, waitMs) => {
      ring.moveTo(position);
      slack.reset();
      zeroMs = nowMs + waitMs - msOf(position);
      hasPlayed = false;
    },
    beginAt: (position, nowMs) => {
      const isPossible = !hasPlayed && slackMs(position, nowMs) >= 0;
      if (isPossible) ring.moveTo(position);
      return isPossible;
    },
    pull: (nowMs) => {
      if (slackMs(ring.start, nowMs) > 0) return undefined;
      hasPlayed = true;
      return ring.read(samplesIn(frameMs));
    },
    get skippedSamples() {
      return skippedSamples;
    },
  };
}

/** @throws {RangeError} if the delays contradict each other */
export function createJitterBuffer(options: JitterBufferOptions = {}): JitterBuffer {
  const { rate = 8_000, delayMs = 60, maxDelayMs = 200 } = options;
  if (!(delayMs >= 0 && maxDelayMs >= delayMs + frameMs))
    throw new RangeError(`A jitter buffer cannot delay by ${delayMs} ms with a maximum of ${maxDelayMs} ms.`);
  const ordering = createPacketOrdering();
  const playout = createPlayout({ rate, delayMs, maxDelayMs });
  let late = 0;
  /** The newest timestamp, without the wrap around at 32 bits; `undefined` before the first packet. */
  let newestAt: number | undefined;

  return {
    push: ({ sequence, timestamp, samples }, nowMs) => {
      const order = ordering.classify(sequence);
      if (order === 'duplicate' || order === 'stray') return order;
      if (newestAt === undefined || order === 'restart') {
        newestAt = timestamp;
        playout.moveTo(timestamp, nowMs, delayMs);
      }
      const position = newestAt + ((timestamp - newestAt) | 0);
      if (order === 'newest') newestAt = position;
      if (samples.length === 0) return 'stored';
      if (playout.lateMs(position) > 0) {
        // If nothing newer has arrived either, the network has become slower, and the stream goes on from here.
        if (order === 'newest') playout.moveTo(position, nowMs, 0);
        else if (!playout.beginAt(position, nowMs)) {
          late++;
          playout.acceptLate(position, samples, playout.slackMs(newestAt, nowMs));
          return 'late';
        }
      }
      playout.accept(position, samples, nowMs);
      return 'stored';
    },
    pull: (nowMs) => (newestAt === undefined ? undefined : playout.pull(nowMs)),
    counts: () => ({ ...ordering.counts(), late, skippedSamples: playout.skippedSamples }),
  };
}
