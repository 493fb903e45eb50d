// G.711 μ-law at 8 kHz, as Twilio Media Streams carries it, and 16-bit PCM at 16 kHz, which the speech programs use.

import { Buffer } from 'node:buffer';

const encodeSample = (sample) => {
  const magnitude = Math.min(Math.abs(sample), 32_635) + 0x84;
  let exponent = 7;
  for (let mask = 0x4000; (magnitude & mask) === 0 && exponent > 0; mask >>= 1) exponent--;
  return ~((sample < 0 ? 0x80 : 0) | (exponent << 4) | ((magnitude >> (exponent + 3)) & 0x0f)) & 0xff;
};

const decoded = Int16Array.from({ length: 256 }, (_, byte) => {
  const code = ~byte & 0xff;
  const magnitude = (((code & 0x0f) << 3) + 0x84) << ((code & 0x70) >> 4);
  return code & 0x80 ? 0x84 - magnitude : magnitude - 0x84;
});

/** Halves the sampling rate, with a small low-pass filter before, and encodes. */
export function toMulaw(samples) {
  const audio = Buffer.alloc(Math.floor(samples.length / 2));
  const at = (index) => samples[index] ?? 0;
  for (let i = 0; i < audio.length; i++)
    audio[i] = encodeSample(Math.round((at(2 * i - 1) + 2 * at(2 * i) + at(2 * i + 1)) / 4));
  return audio;
}

/** Decodes, and doubles the sampling rate by interpolation. */
export function fromMulaw(audio) {
  const samples = new Int16Array(audio.length * 2);
  for (let i = 0; i < audio.length; i++) {
    const [one, next] = [decoded[audio[i]], decoded[audio[i + 1] ?? audio[i]]];
    samples[2 * i] = one;
    samples[2 * i + 1] = (one + next) >> 1;
  }
  return samples;
}

/** How loud samples are: the root of their mean square. */
export const loudnessOf = (samples) =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples.length));
