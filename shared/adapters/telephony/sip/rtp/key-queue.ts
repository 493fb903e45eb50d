import { synthesizeDtmf } from '../../../../domain/audio/dtmf';
import { frameMs, telephoneRate } from '../../../../domain/audio/format';
import type { DtmfDigit } from '../../../../domain/call/dtmf';

/** What a key is in one frame of 20 ms: an event (RFC 4733), or a tone. */
export type KeyFrame =
  | {
      kind: 'event';
      digit: DtmfDigit;
      /** Where the key began, in samples. */
      position: number;
      /** So far, in samples. */
      duration: number;
      isEnd: boolean;
    }
  | { kind: 'tone'; samples: Int16Array };

/** The keys that wait to be sent, and the one that is. */
export interface KeyQueue {
  /**
   * @param inBand as a tone: the other side understands no events
   * @returns when it was sent, or dropped
   * @throws {RangeError} if the duration is out of range
   */
  press(digit: DtmfDigit, durationMs: number, inBand: boolean): Promise<void>;
  /** Takes what a frame holds of a key; `undefined` if none is pressed. @param position of the frame, in samples */
  take(position: number): KeyFrame | undefined;
  /** Drops all keys. */
  clear(): void;
  readonly isPressing: boolean;
}

const frameSamples = (telephoneRate * frameMs) / 1000;
/** What receivers recognize at least, and what one event can hold with 16 bits. */
const [shortestMs, longestMs] = [40, 8_000];
/** The end of an event is sent three times (RFC 4733 section 2.5.1.4); after a tone there is as much silence. */
const extraFrames = 2;

interface PressedKey {
  digit: DtmfDigit;
  frames: number;
  taken: number;
  position: number;
  /** The whole tone, if it is sent as audio. */
  tone: Int16Array | undefined;
  resolve: () => void;
}

export function createKeyQueue(): KeyQueue {
  let keys: PressedKey[] = [];
  return {
    press: async (digit, durationMs, inBand) => {
      if (!(durationMs >= shortestMs && durationMs <= longestMs))
        throw new RangeError(`A key is pressed for ${shortestMs} to ${longestMs} ms, not for ${durationMs}.`);
      const frames = Math.ceil(durationMs / frameMs);
      const tone = inBand
        ? synthesizeDtmf(digit, telephoneRate, { toneMs: frames * frameMs, gapMs: extraFrames * frameMs })
        : undefined;
      await new Promise<void>((resolve) => keys.push({ digit, frames, taken: 0, position: 0, tone, resolve }));
    },
    take: (position) => {
      const [key] = keys;
      if (key === undefined) return undefined;
      if (key.taken === 0) key.position = position;
      const frame = takeFrame(key);
      if (key.taken === key.frames + extraFrames) {
        keys.shift();
        key.resolve();
      }
      return frame;
    },
    clear: () => {
      const dropped = keys;
      keys = [];
      for (const { resolve } of dropped) resolve();
    },
    get isPressing() {
      return keys.length > 0;
    },
  };
}

function takeFrame(key: PressedKey): KeyFrame {
  const at = key.taken++ * frameSamples;
  if (key.tone) return { kind: 'tone', samples: key.tone.subarray(at, at + frameSamples) };
  const duration = Math.min(key.taken, key.frames) * frameSamples;
  return {
    kind: 'event',
    digit: key.digit,
    position: key.position,
    duration,
    isEnd: key.taken >= key.frames,
  };
}
