import { frameMs } from '../../../domain/audio/format';
import { lineFrameBytes } from './media-socket';

/** The audio of the contact, between its arrival and the frame that it belongs to. */
export interface ContactAudio {
  /** @param pcm of any length, in the format of the line */
  push(pcm: Buffer): void;
  /** Takes the next frame of 20 ms, once every 20 ms; `undefined` if none has arrived in time. */
  take(): Buffer | undefined;
}

/** How much is held before the first frame, and after a gap: the network and both processes deliver unevenly. */
const leadFrames = 3;
/** What is older is dropped: after a stall everything arrives at once. */
const maxFrames = 25;
/** If this many frames of a period were never needed they are dropped: the clocks of both machines differ a little. */
const [spareFrames, periodFrames] = [4, 5_000 / frameMs];

/** Creates the buffer of one call. It has no clock: the reader of the frames sets the pace. */
export function createContactAudio(): ContactAudio {
  let held: Buffer = Buffer.alloc(0);
  let isFilling = true;
  let [taken, least] = [0, Infinity];
  const frames = (): number => Math.floor(held.length / lineFrameBytes);
  const drop = (count: number): void => void (held = held.subarray(count * lineFrameBytes));
  const trim = (): void => {
    least = Math.min(least, frames());
    if (++taken < periodFrames) return;
    if (least >= spareFrames) drop(1);
    [taken, least] = [0, Infinity];
  };
  return {
    push: (pcm) => {
      held = Buffer.concat([held, pcm]);
      if (frames() > maxFrames) drop(frames() - leadFrames);
    },
    take: () => {
      if (isFilling && frames() < leadFrames) return undefined;
      isFilling = frames() === 0;
      if (isFilling) return undefined;
      const frame = held.subarray(0, lineFrameBytes);
      drop(1);
      trim();
      return frame;
    },
  };
}
