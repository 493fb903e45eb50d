/** Decodes G.711 μ-law to PCM, 16-bit mono little-endian at the same rate. */
export function decodeMulaw(audio: Uint8Array): Buffer {
  const pcm = Buffer.allocUnsafe(audio.length * 2);
  for (let index = 0; index < audio.length; index++) pcm.writeInt16LE(decoded[audio[index] ?? 0] ?? 0, index * 2);
  return pcm;
}

const decoded = Int16Array.from({ length: 256 }, (_, code) => {
  const bits = ~code & 0xff;
  const magnitude = (((bits & 0xf) << 3) + 0x84) << ((bits & 0x70) >> 4);
  return bits & 0x80 ? 0x84 - magnitude : magnitude - 0x84;
});

function encodeSample(sample: number): number {
  const magnitude = Math.min(Math.abs(sample), 32_635) + 0x84;
  let exponent = 7;
  for (let mask = 0x4000; (magnitude & mask) === 0 && exponent > 0; mask >>= 1) exponent--;
  return ~((sample < 0 ? 0x80 : 0) | (exponent << 4) | ((magnitude >> (exponent + 3)) & 0xf)) & 0xff;
}

/** @returns a function that turns frames of the contact's audio, PCM at 16 kHz, into G.711 μ-law at 8 kHz */
export function createContactAudio(): (pcm: Buffer) => Buffer {
  return (pcm) => {
    const audio = Buffer.allocUnsafe(pcm.length / 4);
    for (let index = 0; index < audio.length; index++)
      audio[index] = encodeSample((pcm.readInt16LE(index * 4) + pcm.readInt16LE(index * 4 + 2)) >> 1);
    return audio;
  };
}
