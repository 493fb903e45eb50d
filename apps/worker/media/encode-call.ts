import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createEncoder } from 'wasm-media-encoders';
import { recordingSealing } from '../../../shared/adapters/recordings/sealed';
import { type AudioChannel, bytesOf, sampleBytes, sampleRates } from '../../../shared/domain/audio/format';
import { encodeMp3Info, mp3InfoBytes } from './mp3-info';
import type { RecordingFile } from '../../../shared/domain/call/call-record';
import { concatSamples, createResampler } from '../../../shared/domain/audio/resample';
import { createRecordingWriter } from './recording-file';
import { readTrack, type SpoolSealing } from './track-file';

/** Audio is encoded in blocks of this length, so that memory does not grow with the call. */
const blockMs = 1_000;
/** These bit rates suffice for speech, by ear and by LAME's presets. */
const formats = {
  'input.mp3': { sampleRate: sampleRates.user, channels: 1, bitrateKbps: 32 },
  'output.mp3': { sampleRate: sampleRates.bot, channels: 1, bitrateKbps: 48 },
  'merged.mp3': { sampleRate: sampleRates.bot, channels: 2, bitrateKbps: 80 },
} as const satisfies Record<RecordingFile, { sampleRate: 16_000 | 24_000; channels: 1 | 2; bitrateKbps: number }>;

const modulePath = require.resolve('wasm-media-encoders/wasm/mp3');
/** The compiled code of the encoder: to decode and compile it takes longer than to encode a short call. */
let compiled: object | undefined;

const createMp3 = async () => {
  const code = compiled ?? (await readFile(modulePath));
  return createEncoder('audio/mpeg', code as Uint8Array, (module: object) => (compiled = module));
};

interface Mp3Writer {
  /** @param channels must have the same length */
  write(...channels: Float32Array[]): Promise<void>;
  end(): Promise<void>;
}

async function createMp3Writer(
  dir: string,
  name: RecordingFile,
  sealing: SpoolSealing | undefined,
): Promise<Mp3Writer> {
  const format = formats[name];
  const { sampleRate, channels, bitrateKbps } = format;
  const encoder = await createMp3();
  encoder.configure({ sampleRate, channels, bitrate: bitrateKbps });
  const seal = sealing && recordingSealing({ ID: sealing.callId }, name, { key: Buffer.from(sealing.key) });
  const file = await createRecordingWriter(join(dir, name), mp3InfoBytes(sampleRate), seal);
  let samples = 0;
  let audioBytes = 0;
  // The encoder returns its own memory, which its next call overwrites. The write takes place before that.
  const put = async (bytes: Uint8Array): Promise<void> => {
    await file.write(bytes);
    audioBytes += bytes.length;
  };
  return {
    write: async (...sides) => {
      samples += sides[0]?.length ?? 0;
      await put(encoder.encode(sides));
    },
    end: async () => {
      await put(encoder.finalize());
      await file.end(encodeMp3Info({ ...format, audioBytes, samples }));
    },
  };
}

/** Reads one side in blocks of samples from -1 to 1. */
async function* readSamples(
  dir: string,
  channel: AudioChannel,
  sealing: SpoolSealing | undefined,
): AsyncGenerator<Float32Array, undefined> {
  for await (const block of readTrack(dir, channel, { blockBytes: bytesOf(channel, blockMs), sealing })) {
    // A crash may have truncated the last sample.
    const length = Math.floor(block.length / sampleBytes);
    yield Float32Array.from({ length }, (_, i) => block.readInt16LE(i * sampleBytes) / 32_768);
  }
}

/** Encodes the spooled audio in a folder into three files next to it. Idempotent. */
export async function encodeCall(dir: string, sealing?: SpoolSealing): Promise<void> {
  const writer = (file: RecordingFile) => createMp3Writer(dir, file, sealing);
  const [input, output, merged] = await Promise.all([writer('input.mp3'), writer('output.mp3'), writer('merged.mp3')]);
  const [user, bot] = [readSamples(dir, 'user', sealing), readSamples(dir, 'bot', sealing)];
  const resampler = createResampler(sampleRates.user, sampleRates.bot);
  let [left, right] = [new Float32Array(0), new Float32Array(0)];
  for (;;) {
    const [heard, said] = [await user.next(), await bot.next()];
    if (heard.done === true && said.done === true) break;
    if (heard.done !== true) await input.write(heard.value);
    if (said.done !== true) await output.write(said.value);
    left = concatSamples(left, heard.done === true ? resampler.end() : resampler.push(heard.value));
    right = concatSamples(right, said.done === true ? new Float32Array(0) : said.value);
    const both = Math.min(left.length, right.length);
    await merged.write(left.subarray(0, both), right.subarray(0, both));
    left = left.slice(both);
    right = right.slice(both);
  }
  left = concatSamples(left, resampler.end());
  const rest = Math.max(left.length, right.length);
  await merged.write(
    concatSamples(left, new Float32Array(rest - left.length)),
    concatSamples(right, new Float32Array(rest - right.length)),
  );
  await Promise.all([input.end(), output.end(), merged.end()]);
}
