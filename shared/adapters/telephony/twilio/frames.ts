import { frameMs, sampleRates, telephoneRate } from '../../../domain/audio/format';
import { mulaw } from '../../../domain/audio/g711';
import { createJitterBuffer } from '../../../domain/audio/jitter-buffer';
import { pcmOf, samplesOf } from '../../../domain/audio/pcm';
import { createRateConverter } from '../../../domain/audio/resample';
import type { AudioFrame } from '../telephony';

/** Both sides of a call as frames for recordings, listeners and agents. */
export interface Frames {
  /** Takes audio of the contact as it arrives. @param chunk from 1. @param timestampMs since the start of the stream */
  receive(audio: Buffer, chunk: number, timestampMs: number): void;
  /**
   * Takes 20 ms of ours, each 20 ms, and emits a frame of each side.
   * @param pcm 16-bit mono little-endian at 8 kHz. @param startMs since the answer; what lies between was silent
   */
  play(pcm: Buffer, startMs: number): void;
}

const frameSamples = (telephoneRate * frameMs) / 1000;
const samplesPerMs = telephoneRate / 1000;
const silence = new Int16Array(frameSamples);
/** Twilio's audio crosses the internet over TCP, so it comes late rather than never. */
const jitter = { delayMs: 40, maxDelayMs: 400 };
/** Timestamps of chunks that follow each other are uneven by less than this; more is a gap. */
const gapMs = 100;
const sequences = 0x10000;
const timestamps = 2 ** 32;

/** @param nowMs a clock that does not jump */
export function createFrames(emit: (frame: AudioFrame) => void, nowMs: () => number): Frames {
  const buffer = createJitterBuffer(jitter);
  const toBot = createRateConverter(telephoneRate, sampleRates.bot);
  const toUser = createRateConverter(telephoneRate, sampleRates.user);
  const due: Int16Array[] = [];
  let position = 0;
  let nextMs = 0;
  const takeUser = (): Int16Array => {
    for (let frame = buffer.pull(nowMs()); frame !== undefined; frame = buffer.pull(nowMs())) due.push(frame.samples);
    // Both sides are frames of one clock. After a stall of this process more are due than are emitted: the oldest are dropped.
    if (due.length * frameMs > jitter.maxDelayMs) due.splice(0, due.length - 1);
    return due.shift() ?? silence;
  };
  const emitBoth = (bot: Int16Array): void => {
    const user = takeUser();
    const startMs = nextMs;
    nextMs += frameMs;
    emit({ channel: 'user', startMs, pcm: pcmOf(toUser(user)), narrowband: Buffer.from(pcmOf(user)) });
    emit({ channel: 'bot', startMs, pcm: pcmOf(toBot(bot)) });
  };
  return {
    receive: (audio, chunk, timestampMs) => {
      const samples = mulaw.decode(audio);
      if (Math.abs(timestampMs * samplesPerMs - position) > gapMs * samplesPerMs) position = timestampMs * samplesPerMs;
      const timestamp = position % timestamps;
      position += samples.length;
      buffer.push({ sequence: chunk % sequences, timestamp, samples }, nowMs());
    },
    play: (pcm, startMs) => {
      while (nextMs < startMs) emitBoth(silence);
      emitBoth(samplesOf(pcm));
    },
  };
}
