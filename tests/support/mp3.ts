import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

export interface Decoded {
  sampleRate: number;
  channels: Float32Array[];
  lengthMs: number;
}

/** Decodes a file as a player does, with what its first frame says about its edges. */
export function decodeMp3(file: Uint8Array): Decoded {
  const script = join(__dirname, 'decode-mp3.mjs');
  const { stdout, stderr, status } = spawnSync(process.execPath, [script], { input: file, maxBuffer: 2 ** 29 });
  if (status !== 0) throw new Error(stderr.toString());
  const [sampleRate = 0, count = 0, samples = 0] = new Uint32Array(
    stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + 12),
  );
  const sides = stdout.buffer.slice(stdout.byteOffset + 12, stdout.byteOffset + stdout.length);
  const channels = Array.from({ length: count }, (_, i) => new Float32Array(sides, i * samples * 4, samples));
  return { sampleRate, channels, lengthMs: (samples * 1000) / sampleRate };
}

/** How alike two pieces of sound are, from -1 to 1. */
export function likeness(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let [both, first, second] = [0, 0, 0];
  for (let i = 0; i < Math.min(one.length, other.length); i++) {
    both += (one[i] ?? 0) * (other[i] ?? 0);
    first += (one[i] ?? 0) ** 2;
    second += (other[i] ?? 0) ** 2;
  }
  return both / Math.sqrt(first * second || 1);
}

/** 16-bit PCM as samples from -1 to 1. */
export const samplesOf = (pcm: Buffer): Float32Array =>
  Float32Array.from({ length: pcm.length / 2 }, (_, i) => pcm.readInt16LE(i * 2) / 32_768);
