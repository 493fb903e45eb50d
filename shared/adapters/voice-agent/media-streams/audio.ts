import { mulaw } from '../../../domain/audio/g711';
import { pcmOf, samplesOf } from '../../../domain/audio/pcm';
import { createRateConverter } from '../../../domain/audio/resample';

/** Decodes an agent's G.711 μ-law to PCM, 16-bit mono little-endian at the same rate. */
export const decodeMulaw = (audio: Uint8Array): Buffer => pcmOf(mulaw.decode(audio));

/** @returns a function that turns the frames of one stream, PCM at 16 kHz, into G.711 μ-law at 8 kHz */
export function createContactAudio(): (pcm: Buffer) => Buffer {
  const convert = createRateConverter(16_000, 8_000);
  return (pcm) => mulaw.encode(convert(samplesOf(pcm)));
}
