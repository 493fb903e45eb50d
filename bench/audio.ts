/**
 * Measures the audio functions in processor time, which other programs on the machine do not change much: conversions as
 * multiples of real time, detectors in µs per frame of 20 ms.
 * Run: `npx tsx bench/audio.ts`. Exits with 1 if a target is missed.
 */
import { createDtmfDetector } from '../shared/domain/audio/dtmf-detector';
import type { PcmRate } from '../shared/domain/audio/format';
import { alaw, mulaw, type G711Codec } from '../shared/domain/audio/g711';
import { createJitterBuffer } from '../shared/domain/audio/jitter-buffer';
import { createMachineDetector } from '../shared/domain/audio/machine-detector';
import { createRateConverter } from '../shared/domain/audio/resample';
import { concat, silence, sine, speech } from '../tests/support/audio-clips';
import { openSipCalls } from './audio/sip-calls';
import { report, type Measured } from './report';
import { cpuSecondsOf } from './timing';

/** Seconds of audio in each clip, and how often it is processed; the first rounds are a warm-up. */
const [clipSeconds, rounds, warmUps] = [28, 9, 2];
const framesInClip = clipSeconds * 50;
/** A call that keeps the detectors at work: a greeting with pauses, a beep, then more speech. */
const clipAt = (rate: PcmRate): Int16Array =>
  concat([silence(500), speech(4_000), silence(400), sine(1_000, 500), speech(20_000), silence(2_600)], rate);

/** @returns the processor time of one round in seconds: the median of all rounds */
function measureCpuSeconds(act: () => void): number {
  const seconds = Array.from({ length: warmUps + rounds }, () => cpuSecondsOf(act));
  return seconds.slice(warmUps).sort((a, b) => a - b)[Math.floor(rounds / 2)]!;
}

function eachFrame(clip: Int16Array, rate: PcmRate, act: (frame: Int16Array, atMs: number) => void): void {
  const samples = rate / 50;
  for (let at = 0, atMs = 0; at + samples <= clip.length; at += samples, atMs += 20)
    act(clip.subarray(at, at + samples), atMs);
}

/** Runs a clip of 28 s ten times, because one run takes about as long as the clock of the processor time ticks. */
const repeat = (act: () => void): void => {
  for (let n = 0; n < 10; n++) act();
};

function measureSpeed(what: string, act: () => void): Measured {
  const seconds = measureCpuSeconds(() => repeat(act)) / 10;
  const detail = `${clipSeconds} s in ${(seconds * 1_000).toFixed(1)} ms`;
  return {
    what: `${what}, relative to real time`,
    value: Math.round(clipSeconds / seconds),
    detail,
    target: { atLeast: 200 },
  };
}

function measureFrame(what: string, act: () => void, target?: Measured['target']): Measured {
  const seconds = measureCpuSeconds(() => repeat(act)) / 10;
  const line = {
    what: `${what}, µs per frame`,
    value: (seconds * 1e6) / framesInClip,
    detail: `${framesInClip} frames`,
  };
  return target === undefined ? line : { ...line, target };
}

/** The collection of garbage counts: it takes other threads too. */
function measureSipCalls(): Measured {
  const [calls, frames] = [50, 200];
  const pass = openSipCalls(calls);
  const seconds = measureCpuSeconds(() => {
    for (let n = 0; n < frames; n++) pass();
  });
  return {
    what: `audio of ${calls} calls over SIP with recordings and agents, µs per call and frame`,
    value: (seconds * 1e6) / (calls * frames),
    detail: `${frames} frames of both sides; 20,000 µs would be a whole core for each call`,
  };
}

function detectMachine(clip: Int16Array, rate: PcmRate): void {
  const detector = createMachineDetector({ rate });
  eachFrame(clip, rate, (frame, atMs) => void detector.push(frame, atMs));
}

function main(): void {
  const clips = { 8_000: clipAt(8_000), 16_000: clipAt(16_000), 24_000: clipAt(24_000) } as const;
  const rates = [8_000, 16_000, 24_000] as const;
  const measureCodec = (name: string, codec: G711Codec) =>
    measureSpeed(`${name}, encoded and decoded`, () =>
      eachFrame(clips[8_000], 8_000, (frame) => void codec.decode(codec.encode(frame))),
    );
  const pairs = rates.flatMap((from) => rates.filter((to) => to !== from).map((to) => [from, to] as const));
  const lines = [
    measureCodec('mu-law', mulaw),
    measureCodec('A-law', alaw),
    ...pairs.map(([from, to]) =>
      measureSpeed(`${from / 1_000} kHz to ${to / 1_000} kHz`, () => {
        const convert = createRateConverter(from, to);
        eachFrame(clips[from], from, (frame) => void convert(frame));
      }),
    ),
    measureFrame('answering machine detector', () => detectMachine(clips[8_000], 8_000), { atMost: 20 }),
    measureFrame('answering machine detector at 16 kHz, with the conversion', () =>
      detectMachine(clips[16_000], 16_000),
    ),
    measureFrame('DTMF detector', () => {
      const detector = createDtmfDetector();
      eachFrame(clips[8_000], 8_000, (frame) => void detector.push(frame));
    }),
    measureFrame('jitter buffer', () => {
      const buffer = createJitterBuffer();
      eachFrame(clips[8_000], 8_000, (samples, atMs) => {
        buffer.push({ sequence: (atMs / 20) % 65_536, timestamp: atMs * 8, samples }, atMs);
        buffer.pull(atMs);
      });
    }),
    measureSipCalls(),
  ];
  process.exitCode = report('audio', lines);
}

main();
