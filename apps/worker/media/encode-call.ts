import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { createMp3Encoder } from 'wasm-media-encoders';
import { type AudioChannel, bytesOf, sampleBytes, sampleRates } from '../../../shared/domain/audio/format';
import { mp3Info, mp3InfoBytes } from '../../../shared/domain/audio/mp3-info';
import type { RecordingFile } from '../../../shared/domain/audio/recording';
import { createResampler } from '../../../shared/domain/audio/resample';
import { pcmFile } from './spool';

/** Encoded in blocks of this many ms, so that memory does not grow with the call. */
const blockMs = 1_000;
/** Speech needs no more, by ear and by LAME's own presets. */
const formats = {
  'input.mp3': { sampleRate: sampleRates.user, channels: 1, bitrateKbps: 32 },
  'output.mp3': { sampleRate: sampleRates.bot, channels: 1, bitrateKbps: 48 },
  'merged.mp3': { sampleRate: sampleRates.bot, channels: 2, bitrateKbps: 80 },
} as const satisfies Record<RecordingFile, { sampleRate: 16_000 | 24_000; channels: 1 | 2; bitrateKbps: number }>;

interface Mp3Writer {
  /** Channels of the same length. */
  write(...channels: Float32Array[]): Promise<void>;
  end(): Promise<void>;
}

async function createMp3Writer(path: string, format: (typeof formats)[RecordingFile]): Promise<Mp3Writer> {
  const { sampleRate, channels, bitrateKbps } = format;
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate, channels, bitrate: bitrateKbps });
  const file = await open(path, 'w');
  let samples = 0;
  let audioBytes = 0;
  const infoBytes = mp3InfoBytes(sampleRate);
  // The encoder gives its own memory, which its next call overwrites; it is on its way to the file before that.
  const put = async (bytes: Uint8Array): Promise<void> => {
    await file.write(bytes, 0, bytes.length, infoBytes + audioBytes);
    audioBytes += bytes.length;
  };
  return {
    write: async (...sides) => {
      samples += sides[0]?.length ?? 0;
      await put(encoder.encode(sides));
    },
    end: async () => {
      await put(encoder.finalize());
      const info = mp3Info({ ...format, audioBytes, samples });
      await file.write(info, 0, info.length, 0);
      await file.close();
    },
  };
}

/** Reads one side in blocks, as samples from -1 to 1. */
async function* samplesOf(dir: string, channel: AudioChannel): AsyncGenerator<Float32Array, undefined> {
  const file = await openOrNone(join(dir, pcmFile(channel)));
  if (file === undefined) return;
  const block = Buffer.alloc(bytesOf(channel, blockMs));
  try {
    for (let position = 0; ;) {
      const { bytesRead } = await file.read(block, 0, block.length, position);
      // A crash may have cut the last sample in two.
      const count = Math.floor(bytesRead / sampleBytes);
      if (count === 0) return;
      position += count * sampleBytes;
      yield Float32Array.from({ length: count }, (_, i) => block.readInt16LE(i * sampleBytes) / 32_768);
    }
  } finally {
    await file.close();
  }
}

const openOrNone = (path: string): Promise<FileHandle | undefined> =>
  open(path, 'r').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  });

/** Encodes what is spooled in a folder into the three files beside it; repeating it gives the same files. */
export async function encodeCall(dir: string): Promise<void> {
  const writer = (file: RecordingFile) => createMp3Writer(join(dir, file), formats[file]);
  const [input, output, merged] = await Promise.all([writer('input.mp3'), writer('output.mp3'), writer('merged.mp3')]);
  const [user, bot] = [samplesOf(dir, 'user'), samplesOf(dir, 'bot')];
  const resampler = createResampler();
  let [left, right] = [new Float32Array(0), new Float32Array(0)];
  for (;;) {
    const [heard, said] = [await user.next(), await bot.next()];
    if (heard.done === true && said.done === true) break;
    if (heard.done !== true) await input.write(heard.value);
    if (said.done !== true) await output.write(said.value);
    left = joined(left, heard.done === true ? resampler.end() : resampler.push(heard.value));
    right = joined(right, said.done === true ? new Float32Array(0) : said.value);
    const both = Math.min(left.length, right.length);
    await merged.write(left.subarray(0, both), right.subarray(0, both));
    left = left.slice(both);
    right = right.slice(both);
  }
  left = joined(left, resampler.end());
  const rest = Math.max(left.length, right.length);
  await merged.write(
    joined(left, new Float32Array(rest - left.length)),
    joined(right, new Float32Array(rest - right.length)),
  );
  await Promise.all([input.end(), output.end(), merged.end()]);
}

function joined(first: Float32Array, second: Float32Array): Float32Array<ArrayBuffer> {
  const all = new Float32Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
