import { telephoneRate } from '../../../domain/audio/format';
import { mulaw } from '../../../domain/audio/g711';
import { pcmOf, samplesOf } from '../../../domain/audio/pcm';
import { createRateConverter } from '../../../domain/audio/resample';
import type { AudioFrame } from '../../telephony/telephony';

/** Decodes an agent's G.711 μ-law to PCM, 16-bit mono little-endian at the same rate. */
export const decodeMulaw = (audio: Uint8Array): Buffer => pcmOf(mulaw.decode(audio));

/** A frame of the contact: PCM at 16 kHz, and at 8 kHz if the line has it. */
type ContactFrame = Pick<AudioFrame, 'pcm' | 'narrowband'>;

/** @returns a function that turns the frames of one stream into G.711 μ-law at 8 kHz */
export function createContactAudio(): (frame: ContactFrame) => Buffer {
  const convert = createRateConverter(16_000, telephoneRate);
  return ({ pcm, narrowband }) =>
    mulaw.encode(narrowband === undefined ? convert(samplesOf(pcm)) : samplesOf(narrowband));
}
