import { frameMs, sampleBytes } from '../../domain/audio/format';
import { pcmOf, samplesOf } from '../../domain/audio/pcm';
import { createRateConverter } from '../../domain/audio/resample';
import { createPlayoutQueue, type Mark, type PlayoutQueue } from './playout-queue';
import type { VoiceOutput, VoiceRate } from './telephony';

/** A conversion of rates holds back less than this. */
const tailMs = 4;
/** How much audio may wait to be played. */
export const maxQueuedMs = 10 * 60_000;
/**
 * Speech begins this much later than it could, unless so much is queued: an agent that writes 20 ms every 20 ms does not
 * break up when one write is late.
 */
const leadMs = frameMs;
/** After a longer stall of this process the missed time is silence. Before, the contact's phone catches up. */
const maxLateMs = 200;

export interface PlayoutOptions {
  /** Samples per second of the frames. */
  rate: VoiceRate;
  /** Ms since the contact answered. It must not jump back. */
  elapsedMs: () => number;
  /** Calls `fn` once after `ms`. @returns a function that cancels the timer */
  after: (ms: number, fn: () => void) => () => void;
  /** Sends 20 ms of audio to the contact. @param pcm must not be changed. @param startMs since the answer; a multiple of 20 */
  send: (pcm: Buffer, startMs: number) => void;
  /** `sent`: a frame of silence is sent while nothing is queued, as a line needs that takes silence for a loss. */
  silence: 'sent' | 'skipped';
}

/** The audio to one contact, in real time. Every provider uses it, so that a voice agent finds the same on each line. */
export interface Playout {
  readonly voice: VoiceOutput;
  /** Starts to play when the contact answers. */
  start(): void;
  /** Plays what is due. Timers do so too; a reader of the frames calls it to have all up to now. */
  pump(): void;
  /** Drops what is queued, for good. */
  end(): void;
}

interface State extends PlayoutOptions {
  phase: 'before_answer' | 'open' | 'over';
  queue: PlayoutQueue;
  droppedMs: number;
  /** The start of the next frame. */
  nextMs: number;
  /** True while there is speech to play, or its last frame is heard. */
  playing: boolean;
  cancel?: (() => void) | undefined;
  silentFrame: Buffer;
  /** Converted, and less than a frame. */
  rest: Buffer;
  converter?: { rate: VoiceRate; convert: (pcm: Buffer) => Buffer } | undefined;
  /** Marks whose audio is in the frame that is being heard. */
  passed: Mark[];
}

/** Creates the playout of one leg. */
export function createPlayout(options: PlayoutOptions): Playout {
  const queue = createPlayoutQueue(maxQueuedMs);
  const phase = 'before_answer';
  const silentFrame = Buffer.alloc(frameBytes(options));
  const started = { phase, queue, droppedMs: 0, nextMs: 0, playing: false } as const;
  const state: State = { ...options, ...started, silentFrame, rest: none, passed: [] };
  return {
    voice: createVoice(state),
    start: () => {
      state.phase = 'open';
      state.playing = true;
      pump(state);
    },
    pump: () => pump(state),
    end: () => {
      pump(state);
      state.phase = 'over';
      state.cancel?.();
      drop(state, [...state.passed.splice(0), ...queue.clear()]);
    },
  };
}

const none = Buffer.alloc(0);

function createVoice(state: State): VoiceOutput {
  const { queue } = state;
  return {
    write: (pcm, rate) => {
      if (pcm.length % sampleBytes !== 0) throw new RangeError('Audio must be whole samples of 16 bits.');
      if (state.phase === 'over' || pcm.length === 0) return;
      // What is due must be played before it: audio cannot be heard before it was written.
      pump(state);
      state.droppedMs += queue.write(pcm, rate);
      if (state.phase === 'open' && !state.playing) startSpeech(state);
    },
    mark: () =>
      new Promise((resolve) => {
        const mark: Mark = (heard) => resolve(heard ? 'heard' : 'dropped');
        pump(state);
        if (state.phase === 'over') mark(false);
        else if (state.phase === 'open' && !state.playing) mark(true);
        else if (!queue.mark(mark)) mark(false);
      }),
    clear: () => {
      pump(state);
      drop(state, queue.clear());
    },
    get queuedMs() {
      return Math.ceil(queue.queuedMs + (state.rest.length / sampleBytes / state.rate) * 1000);
    },
    get droppedMs() {
      return Math.ceil(state.droppedMs);
    },
  };
}

function startSpeech(state: State): void {
  state.playing = true;
  const soonMs = Math.ceil(state.elapsedMs() / frameMs) * frameMs;
  state.nextMs = Math.max(state.nextMs, soonMs + (state.queue.queuedMs >= leadMs + frameMs ? 0 : leadMs));
  pump(state);
}

/** Plays the frames whose time has come, and sets the timer of the next. */
function pump(state: State): void {
  if (state.phase !== 'open') return;
  state.cancel?.();
  state.cancel = undefined;
  const nowMs = state.elapsedMs();
  if (nowMs - state.nextMs > maxLateMs) state.nextMs = Math.floor(nowMs / frameMs) * frameMs;
  while (state.playing && state.nextMs <= nowMs) playFrame(state);
  if (state.playing) state.cancel = state.after(state.nextMs - nowMs, () => pump(state));
}

function playFrame(state: State): void {
  if (state.rest.length === 0) state.passed.push(...state.queue.takeMarks());
  for (const mark of state.passed.splice(0)) mark(true);
  const frame = takeFrame(state);
  const startMs = state.nextMs;
  if (frame === undefined && state.silence === 'skipped') {
    state.playing = false;
    return;
  }
  state.nextMs += frameMs;
  state.send(frame ?? state.silentFrame, startMs);
}

const frameBytes = ({ rate }: Pick<State, 'rate'>): number => (rate * frameMs * sampleBytes) / 1000;

/** @returns 20 ms of what is queued, filled up with silence; `undefined` if nothing is */
function takeFrame(state: State): Buffer | undefined {
  const bytes = frameBytes(state);
  while (state.rest.length < bytes) {
    const missingMs = ((bytes - state.rest.length) / sampleBytes / state.rate) * 1000;
    state.passed.push(...state.queue.takeMarks());
    const taken = state.queue.take(missingMs);
    if (taken === undefined) {
      changeRate(state, undefined);
      break;
    }
    const converter = state.converter?.rate === taken.rate ? state.converter : changeRate(state, taken.rate);
    const converted = converter?.convert(taken.pcm) ?? none;
    state.rest = state.rest.length === 0 ? converted : Buffer.concat([state.rest, converted]);
  }
  if (state.rest.length === 0) return undefined;
  if (state.rest.length === bytes) {
    const whole = state.rest;
    state.rest = none;
    return whole;
  }
  const frame = Buffer.alloc(bytes);
  state.rest.copy(frame);
  state.rest = state.rest.subarray(Math.min(bytes, state.rest.length));
  return frame;
}

/** Ends the conversion so far, with the samples that it holds back, and begins one from another rate. */
function changeRate(state: State, rate: VoiceRate | undefined): State['converter'] {
  const { converter } = state;
  if (converter && converter.rate !== state.rate) {
    const silence = Buffer.alloc((converter.rate * tailMs * sampleBytes) / 1000);
    state.rest = Buffer.concat([state.rest, converter.convert(silence)]);
  }
  state.converter = undefined;
  if (rate !== undefined) {
    const convert = createRateConverter(rate, state.rate);
    state.converter = { rate, convert: (pcm) => pcmOf(convert(samplesOf(pcm))) };
  }
  return state.converter;
}

function drop(state: State, marks: readonly Mark[]): void {
  state.rest = none;
  state.converter = undefined;
  for (const mark of marks) mark(false);
}
