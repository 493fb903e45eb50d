import { sampleBytes } from './format';

/** PCM in this service is little-endian; typed arrays have the byte order of the host. */
const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/**
 * Reads 16-bit little-endian PCM as samples. The result may share the memory of `pcm`.
 * @throws {RangeError} if the bytes are not whole samples
 */
export function samplesOf(pcm: Uint8Array): Int16Array {
  if (pcm.length % sampleBytes !== 0)
    throw new RangeError(`16-bit PCM has an even number of bytes, not ${pcm.length}.`);
  const isAligned = pcm.byteOffset % sampleBytes === 0;
  if (isLittleEndian && isAligned) return new Int16Array(pcm.buffer, pcm.byteOffset, pcm.length / sampleBytes);
  const samples = new Int16Array(pcm.length / sampleBytes);
  const bytes = Buffer.from(samples.buffer);
  bytes.set(pcm);
  if (!isLittleEndian) bytes.swap16();
  return samples;
}

/** Returns samples as 16-bit little-endian PCM. The result may share the memory of `samples`. */
export function pcmOf(samples: Int16Array): Buffer {
  const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  return isLittleEndian ? bytes : Buffer.from(bytes).swap16();
}

/**
 * Returns memory for so many samples, with any content. It is a part of the pool of buffers: an array of its own takes five times as long to
 * create, and longer to collect.
 */
export function newSamples(count: number): Int16Array {
  const { buffer, byteOffset } = Buffer.allocUnsafe(count * sampleBytes);
  return byteOffset % sampleBytes === 0 ? new Int16Array(buffer, byteOffset, count) : new Int16Array(count);
}

/** Rounds a computed sample and limits it to 16 bits. */
export const toSample = (value: number): number => Math.max(-32_768, Math.min(32_767, Math.round(value)));
