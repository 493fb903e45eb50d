import { frameMs, sampleRates, telephoneRate } from '../../shared/domain/audio/format';
import { pcmOf, samplesOf } from '../../shared/domain/audio/pcm';
import { createRateConverter } from '../../shared/domain/audio/resample';
import type { AudioFrame } from '../../shared/adapters/telephony/telephony';

/** Turns both sides of the line, 20 ms each 20 ms, into frames for recordings and listeners. */
export function createFrames(emit: (frame: AudioFrame) => void) {
  const toBot = createRateConverter(telephoneRate, sampleRates.bot);
  const toUser = createRateConverter(telephoneRate, sampleRates.user);
  const received: Buffer[] = [];
  const silence = Buffer.alloc((telephoneRate * 2 * frameMs) / 1000);
  let nextMs = 0;
  const emitBoth = (bot: Buffer): void => {
    const user = received.shift() ?? silence;
    emit({ channel: 'user', startMs: nextMs, pcm: pcmOf(toUser(samplesOf(user))) });
    emit({ channel: 'bot', startMs: nextMs, pcm: pcmOf(toBot(samplesOf(bot))) });
    nextMs += frameMs;
  };
  return {
    receive: (pcm: Buffer): void => {
      // A phone that sends faster than it speaks must not fill the memory, nor one that sends other frames shift the time.
      if (received.length * frameMs < 1_000 && pcm.length === silence.length) received.push(pcm);
    },
    /** @param startMs after a stall of this process some frames were passed over: they were silent */
    play: (pcm: Buffer, startMs: number): void => {
      while (nextMs < startMs) emitBoth(silence);
      emitBoth(pcm);
    },
  };
}
