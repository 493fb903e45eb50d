import { frameMs, sampleRates } from '../../../domain/audio/format';
import { pcmOf, samplesOf } from '../../../domain/audio/pcm';
import { createRateConverter } from '../../../domain/audio/resample';
import type { AudioFrame } from '../telephony';
import type { ContactAudio } from './contact-audio';
import { lineFrameBytes, lineRate } from './media-socket';

/** Turns both sides of the line into frames for recordings and listeners. */
export interface Frames {
  /** Emits a frame of each side. @param startMs since the answer; what was passed over after a stall of this process was silent */
  play(pcm: Buffer, startMs: number): void;
}

/** @param isHeard whether there are listeners: without them nothing is converted, and the contact's audio is dropped */
export function createFrames(contact: ContactAudio, isHeard: () => boolean, emit: (frame: AudioFrame) => void): Frames {
  const silence = Buffer.alloc(lineFrameBytes);
  const toBot = createRateConverter(lineRate, sampleRates.bot);
  let nextMs = 0;
  const emitBoth = (bot: Buffer): void => {
    const user = contact.take() ?? silence;
    const startMs = nextMs;
    nextMs += frameMs;
    if (!isHeard()) return;
    emit({ channel: 'user', startMs, pcm: user });
    emit({ channel: 'bot', startMs, pcm: pcmOf(toBot(samplesOf(bot))) });
  };
  return {
    play: (pcm, startMs) => {
      while (nextMs < startMs) emitBoth(silence);
      emitBoth(pcm);
    },
  };
}
