import { samplesOf } from '../../../shared/domain/audio/pcm';

const frame = 640;
/** Of 32,768. Silence that was converted is not always zero. */
const audible = 300;

/** How much of the audio, 16-bit mono at 16 kHz, is other than silence: in frames of 20 ms, as ms. */
export function loudMs(pcm: Buffer): number {
  let ms = 0;
  for (let at = 0; at + frame <= pcm.length; at += frame)
    if (samplesOf(pcm.subarray(at, at + frame)).some((sample) => Math.abs(sample) > audible)) ms += 20;
  return ms;
}
