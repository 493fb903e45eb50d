import { createDtmfDetector } from '../../../../domain/audio/dtmf-detector';
import { frameMs, telephoneRate } from '../../../../domain/audio/format';
import { alaw, mulaw, type G711Codec } from '../../../../domain/audio/g711';
import { createJitterBuffer, type JitterBuffer } from '../../../../domain/audio/jitter-buffer';
import type { DtmfDigit } from '../../../../domain/call/dtmf';
import type { MediaDescription } from '../sdp/types';
import { createConcealment } from './concealment';
import { createEventReceiver } from './dtmf';
import type { RtpPacket } from './packet';
import { createReception, type Reception } from './reception';

export interface RtpReceiverOptions {
  /** The payload type that our offer gave to keys. */
  telephoneEventType: number;
  onFrame: (samples: Int16Array, atMs: number) => void;
  onKey: (digit: DtmfDigit, atMs: number) => void;
}

/** Numbers since the start, over all streams. */
export interface ReceiverCounts {
  received: number;
  duplicates: number;
  lost: number;
  late: number;
  concealed: number;
}

/** The audio and the keys of the other side, from its RTP packets. It has no clock: every call gets the Unix time in ms. */
export interface RtpReceiver {
  /** The other side describes what it sends. The first call begins the frames. */
  start(remote: Pick<MediaDescription, 'codec' | 'payloadType' | 'telephoneEventType'>, nowMs: number): void;
  /** Whether a payload type belongs to the call. */
  knows(payloadType: number): boolean;
  receive(packet: RtpPacket, nowMs: number): void;
  /** Gives out the frames up to now. */
  tick(nowMs: number): void;
  counts(): ReceiverCounts;
  /** What is reported of the current stream. */
  readonly reception: Reception | undefined;
}

const frameSamples = (telephoneRate * frameMs) / 1000;
/** What any offer of ours allows, by their fixed numbers (RFC 3551 section 6). */
const fixedTypes: Readonly<Record<number, G711Codec>> = { 0: mulaw, 8: alaw };
/** Noise to be made in place of silence (RFC 3389): we take it for silence. */
const comfortNoiseType = 13;
const noSamples = new Int16Array(0);

/** The packets with one SSRC. */
interface Stream {
  ssrc: number;
  jitter: JitterBuffer;
  reception: Reception;
  events: ReturnType<typeof createEventReceiver>;
}

interface State extends RtpReceiverOptions {
  codecs: Record<number, G711Codec>;
  eventTypes: Set<number>;
  detector: ReturnType<typeof createDtmfDetector> | undefined;
  detectorStartMs: number;
  stream: Stream | undefined;
  /** The streams before. */
  past: ReceiverCounts;
  concealment: ReturnType<typeof createConcealment>;
  concealed: number;
  /** Audio was played, and what is missing after it is a loss. */
  isAudible: boolean;
  nextFrameMs: number | undefined;
}

const none: ReceiverCounts = { received: 0, duplicates: 0, lost: 0, late: 0, concealed: 0 };

export function createRtpReceiver(options: RtpReceiverOptions): RtpReceiver {
  const state: State = {
    ...options,
    codecs: { ...fixedTypes },
    eventTypes: new Set([options.telephoneEventType]),
    ...{ detector: undefined, detectorStartMs: 0 },
    ...{ stream: undefined, past: none, concealment: createConcealment(), concealed: 0 },
    ...{ isAudible: false, nextFrameMs: undefined },
  };
  return {
    start: ({ codec, payloadType, telephoneEventType }, nowMs) => {
      state.nextFrameMs ??= nowMs;
      state.codecs = { ...fixedTypes, [payloadType]: codec === 'PCMU' ? mulaw : alaw };
      if (telephoneEventType === undefined) startDetector(state, state.nextFrameMs);
      else {
        state.detector = undefined;
        state.eventTypes.add(telephoneEventType);
      }
    },
    knows: (type) => type in state.codecs || type === comfortNoiseType || state.eventTypes.has(type),
    receive: (packet, nowMs) => receive(state, packet, nowMs),
    tick: (nowMs) => {
      for (; state.nextFrameMs !== undefined && state.nextFrameMs <= nowMs; state.nextFrameMs += frameMs)
        playFrame(state, state.nextFrameMs);
    },
    counts: () => ({ ...addCounts(state.past, countsOf(state.stream)), concealed: state.concealed }),
    get reception() {
      return state.stream?.reception;
    },
  };
}

function startDetector(state: State, nowMs: number): void {
  if (state.detector !== undefined) return;
  state.detector = createDtmfDetector(telephoneRate);
  state.detectorStartMs = nowMs;
}

const countsOf = (stream: Stream | undefined): ReceiverCounts =>
  stream ? { ...stream.jitter.counts(), concealed: 0 } : none;
const addCounts = (one: ReceiverCounts, other: ReceiverCounts): ReceiverCounts => ({
  received: one.received + other.received,
  duplicates: one.duplicates + other.duplicates,
  lost: one.lost + other.lost,
  late: one.late + other.late,
  concealed: one.concealed + other.concealed,
});

function beginStream(state: State, ssrc: number): Stream {
  state.past = addCounts(state.past, countsOf(state.stream));
  return { ssrc, jitter: createJitterBuffer(), reception: createReception(ssrc), events: createEventReceiver() };
}

function receive(state: State, packet: RtpPacket, nowMs: number): void {
  const stream = state.stream?.ssrc === packet.ssrc ? state.stream : beginStream(state, packet.ssrc);
  state.stream = stream;
  const { payloadType: type, sequence, timestamp } = packet;
  const codec = state.eventTypes.has(type) ? undefined : state.codecs[type];
  const samples = codec ? codec.decode(packet.payload) : noSamples;
  const fate = stream.jitter.push({ sequence, timestamp, samples }, nowMs);
  if (fate === 'stray') return;
  stream.reception.add(sequence, codec ? timestamp : undefined, nowMs);
  if (codec) return;
  // The sender has put a key or silence in place of audio.
  state.isAudible = false;
  if (!state.eventTypes.has(type)) return;
  const digit = stream.events.receive(packet);
  if (digit === undefined) return;
  // It sends events without having said so: the same key may be in its audio too.
  state.detector = undefined;
  state.onKey(digit, nowMs);
}

/** Plays one frame for each 20 ms, whatever arrives: the jitter buffer never has two due at once. */
function playFrame(state: State, atMs: number): void {
  const frame = takeFrame(state, state.stream?.jitter.pull(atMs));
  state.onFrame(frame, atMs);
  for (const { digit, startMs } of state.detector?.push(frame) ?? [])
    state.onKey(digit as DtmfDigit, Math.round(state.detectorStartMs + startMs));
}

function takeFrame(state: State, pulled: { samples: Int16Array; missing: number } | undefined): Int16Array {
  const { concealment } = state;
  if (pulled !== undefined && pulled.missing < frameSamples) {
    state.isAudible = true;
    concealment.take(pulled.samples);
    return pulled.samples;
  }
  if (!state.isAudible) {
    concealment.forget();
    return pulled?.samples ?? new Int16Array(frameSamples);
  }
  state.concealed++;
  const frame = concealment.conceal();
  state.isAudible = !concealment.hasFaded;
  return frame;
}
