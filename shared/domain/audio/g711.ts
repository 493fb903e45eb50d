import { newSamples } from './pcm';

/**
 * G.711, 64 kbit/s: one byte for each sample at 8 kHz. Samples get the codes that the ITU's reference software (G.191) gives
 * them: a negative sample `-x - 1` gets the code of `x` with the other sign.
 */
export interface G711Codec {
  /** Encodes samples at 8 kHz, one byte each. */
  encode(samples: Int16Array): Buffer;
  /** Decodes bytes to samples at 8 kHz. */
  decode(bytes: Uint8Array): Int16Array;
  /** The code of a sample of 0. */
  readonly silence: number;
}

/** Mu-law adds this to a magnitude, so that every segment begins at a power of two. */
const mulawBias = 132;

function encodeMulawSample(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const biased = Math.min(32_767, (sample < 0 ? ~sample : sample) + mulawBias);
  const segment = 24 - Math.clz32(biased);
  return ~(sign | (segment << 4) | ((biased >> (segment + 3)) & 0x0f)) & 0xff;
}

function decodeMulawByte(byte: number): number {
  const code = ~byte;
  const magnitude = ((((code & 0x0f) << 3) + mulawBias) << ((code & 0x70) >> 4)) - mulawBias;
  return (code & 0x80) === 0 ? magnitude : -magnitude;
}

function encodeAlawSample(sample: number): number {
  const sign = sample < 0 ? 0 : 0x80;
  const magnitude = (sample < 0 ? ~sample : sample) >> 4;
  const segment = Math.max(0, 28 - Math.clz32(magnitude));
  const mantissa = (segment < 2 ? magnitude : magnitude >> (segment - 1)) & 0x0f;
  return (sign | (segment << 4) | mantissa) ^ 0x55;
}

function decodeAlawByte(byte: number): number {
  const code = byte ^ 0x55;
  const segment = (code & 0x70) >> 4;
  const step = (((code & 0x0f) | (segment > 0 ? 0x10 : 0)) << 4) + 8;
  const magnitude = segment > 1 ? step << (segment - 1) : step;
  return (code & 0x80) === 0 ? -magnitude : magnitude;
}

function createCodec(encodeSample: (sample: number) => number, decodeByte: (byte: number) => number): G711Codec {
  // Indexed by the sample's 16 bits, so negative samples are in the upper half.
  const codes = Uint8Array.from({ length: 65_536 }, (_, bits) => encodeSample((bits << 16) >> 16));
  const values = Int16Array.from({ length: 256 }, (_, byte) => decodeByte(byte));
  return {
    encode: (samples) => {
      const bytes = Buffer.allocUnsafe(samples.length);
      for (let i = 0; i < samples.length; i++) bytes[i] = codes[(samples[i] as number) & 0xffff] as number;
      return bytes;
    },
    decode: (bytes) => {
      const samples = newSamples(bytes.length);
      for (let i = 0; i < bytes.length; i++) samples[i] = values[bytes[i] as number] as number;
      return samples;
    },
    silence: encodeSample(0),
  };
}

/** Mu-law, of North America and Japan: PCMU, RTP payload type 0. */
export const mulaw = createCodec(encodeMulawSample, decodeMulawByte);
/** A-law, of all other countries: PCMA, RTP payload type 8. */
export const alaw = createCodec(encodeAlawSample, decodeAlawByte);
