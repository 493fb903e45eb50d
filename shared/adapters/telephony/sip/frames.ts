import { frameMs, sampleBytes, sampleRates, telephoneRate } from '../../../domain/audio/format';
import { pcmOf, samplesOf } from '../../../domain/audio/pcm';
import { createRateConverter } from '../../../domain/audio/resample';
import type { AudioFrame } from '../telephony';

/** Turns both sides of an answered call into frames for recordings and listeners. */
export interface LineFrames {
  /** Takes 20 ms of the contact. @param samples at 8 kHz */
  receive(samples: Int16Array): void;
  /** Takes 20 ms that the contact hears. @param pcm at 8 kHz. @param startMs what was passed over before it was silent */
  play(pcm: Buffer, startMs: number): void;
}

const silence = Buffer.alloc((telephoneRate * frameMs * sampleBytes) / 1000);

/** @param isWanted whether anything subscribes: frames are not converted in vain */
export function createLineFrames(emit: (frame: AudioFrame) => void, isWanted: () => boolean): LineFrames {
  const user = createChannel('user', emit, isWanted);
  const bot = createChannel('bot', emit, isWanted);
  return {
    receive: (samples) => user(pcmOf(samples)),
    play: (pcm, startMs) => {
      while (bot.nextMs < startMs) bot(silence);
      bot(pcm);
    },
  };
}

/** The frames of one side follow each other without a gap. */
function createChannel(channel: AudioFrame['channel'], emit: (frame: AudioFrame) => void, isWanted: () => boolean) {
  const convert = createRateConverter(telephoneRate, sampleRates[channel]);
  const take = (narrowband: Buffer): void => {
    const startMs = take.nextMs;
    take.nextMs += frameMs;
    if (!isWanted()) return;
    // Subscribers may keep the frame, and the line uses its memory again.
    const copy = Buffer.from(narrowband);
    emit({ channel, startMs, pcm: pcmOf(convert(samplesOf(copy))), narrowband: copy });
  };
  take.nextMs = 0;
  return take;
}
