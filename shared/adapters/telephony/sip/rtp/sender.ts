import { frameMs, sampleBytes, telephoneRate } from '../../../../domain/audio/format';
import { alaw, mulaw, type G711Codec } from '../../../../domain/audio/g711';
import { samplesOf } from '../../../../domain/audio/pcm';
import type { DtmfDigit } from '../../../../domain/call/dtmf';
import type { MediaDescription } from '../sdp/types';
import { eventBytes, writeEvent } from './dtmf';
import { createKeyQueue, type KeyQueue } from './key-queue';
import { rtpHeaderBytes, writeRtpHeader } from './packet';
import type { SenderInfo } from './rtcp';

/** The numbers of a stream. They begin at random, the sequence below 2^15 (RFC 3711 section 3.3.1). */
export interface StreamNumbers {
  ssrc: number;
  sequence: number;
  timestamp: number;
}

export interface RtpSenderOptions {
  numbers: StreamNumbers;
  /** The Unix time that position 0 of the stream has. */
  epochMs: number;
  /** Writes to a buffer that has room for the packet and its encryption, and sends. @param length of the packet */
  send: (buffer: Buffer, length: number) => void;
  /** A buffer for the next packet. It may be in use until a few packets later. */
  takeBuffer: () => Buffer;
}

/** The audio and the keys that we send, as RTP packets. It has no clock: every call gets the Unix time in ms. */
export interface RtpSender {
  /** The other side describes what it takes. Nothing is sent while it takes none. */
  start(
    remote: Pick<MediaDescription, 'codec' | 'payloadType' | 'telephoneEventType' | 'ptimeMs'>,
    mayGo: boolean,
  ): void;
  /** Sends 20 ms of PCM at 8 kHz. @throws {RangeError} if it has another length */
  write(pcm: Buffer, startMs: number, nowMs: number): void;
  /** Sends what must not wait for audio: at first and once a second a frame of silence, which keeps NATs open; and keys. */
  tick(nowMs: number): void;
  pressKey(digit: DtmfDigit, durationMs: number): Promise<void>;
  /** Begins a stream with other numbers: another source has the same. */
  renumber(numbers: StreamNumbers): void;
  /** Whether a packet with these numbers was sent lately: the other side echoes ours. */
  hasSent(sequence: number, timestamp: number): boolean;
  /** @returns what was sent; `undefined` if nothing since the last call */
  info(nowMs: number): SenderInfo | undefined;
  end(): void;
  readonly ssrc: number;
  /** Packets. */
  readonly sent: number;
}

const frameSamples = (telephoneRate * frameMs) / 1000;
const samplesPerMs = telephoneRate / 1000;
/** Without audio to send for so long, silence is sent; and the keys that wait for audio. */
const [keepAliveMs, keyWaitMs] = [1_000, 2 * frameMs];
/** Packets hold from 10 to 60 ms. */
const [leastPtimeMs, mostPtimeMs] = [10, 60];
const codecs: Readonly<Record<MediaDescription['codec'], G711Codec>> = { PCMU: mulaw, PCMA: alaw };
/** Packets that are remembered to recognize their echo. */
const remembered = 256;

interface State extends RtpSenderOptions {
  remote: (Parameters<RtpSender['start']>[0] & { packetBytes: number }) | undefined;
  mayGo: boolean;
  keys: KeyQueue;
  /** Where the audio of the playout is: its position is that of its time plus this, in samples since the epoch. */
  offset: number | undefined;
  /** Positions after the last frame, and after the last packet: a gap between packets gets a marker. */
  nextPosition: number;
  sentUntil: number;
  lastSentMs: number;
  lastWriteMs: number;
  /** Encoded audio that does not fill a packet yet, and the position of its first sample. */
  pending: Buffer;
  pendingBytes: number;
  pendingPosition: number;
  recent: Float64Array;
  sent: number;
  /** Of the stream with the current numbers. */
  stream: { packets: number; octets: number; reported: number };
}

export function createRtpSender(options: RtpSenderOptions): RtpSender {
  const state: State = {
    ...{ ...options, numbers: { ...options.numbers }, remote: undefined, mayGo: false, keys: createKeyQueue() },
    ...{ offset: undefined, nextPosition: 0, sentUntil: -1, lastSentMs: -Infinity, lastWriteMs: -Infinity },
    ...{ pending: Buffer.alloc(2 * mostPtimeMs * samplesPerMs), pendingBytes: 0, pendingPosition: 0 },
    ...{ recent: new Float64Array(remembered).fill(-1), sent: 0, stream: { packets: 0, octets: 0, reported: 0 } },
  };
  return {
    start: (remote, mayGo) => {
      flush(state);
      const ptimeMs = Math.max(leastPtimeMs, Math.min(mostPtimeMs, Math.round(remote.ptimeMs / 10) * 10 || frameMs));
      state.remote = { ...remote, packetBytes: ptimeMs * samplesPerMs };
      state.mayGo = mayGo;
      if (!mayGo) state.keys.clear();
    },
    write: (pcm, startMs, nowMs) => {
      if (pcm.length !== frameSamples * sampleBytes)
        throw new RangeError(`A frame has ${frameSamples * sampleBytes} bytes, not ${pcm.length}.`);
      state.lastWriteMs = nowMs;
      state.offset ??= clockPosition(state, nowMs) - startMs * samplesPerMs;
      sendFrame(state, { pcm, position: state.offset + startMs * samplesPerMs, nowMs });
    },
    tick: (nowMs) => {
      const isDue = nowMs - state.lastSentMs >= keepAliveMs;
      const isKeyDue = state.keys.isPressing && nowMs - state.lastWriteMs >= keyWaitMs;
      if (!state.mayGo || (!isDue && !isKeyDue)) return;
      sendFrame(state, { pcm: undefined, position: clockPosition(state, nowMs), nowMs });
      flush(state);
    },
    pressKey: (digit, durationMs) => {
      const pressed = state.keys.press(digit, durationMs, state.remote?.telephoneEventType === undefined);
      if (!state.mayGo) state.keys.clear();
      return pressed;
    },
    renumber: (numbers) => {
      flush(state);
      state.numbers = { ...numbers };
      state.sentUntil = -1;
      state.stream = { packets: 0, octets: 0, reported: 0 };
    },
    hasSent: (sequence, timestamp) => state.recent[sequence % remembered] === sequence * 2 ** 32 + timestamp,
    info: (nowMs) => {
      const { packets, octets, reported } = state.stream;
      if (packets === reported) return undefined;
      state.stream.reported = packets;
      return { atMs: nowMs, timestamp: timestampOf(state, clockPosition(state, nowMs)), packets, octets };
    },
    end: () => {
      state.mayGo = false;
      state.keys.clear();
    },
    get ssrc() {
      return state.numbers.ssrc;
    },
    get sent() {
      return state.sent;
    },
  };
}

const clockPosition = ({ epochMs }: State, nowMs: number): number => Math.round((nowMs - epochMs) * samplesPerMs);
const timestampOf = ({ numbers }: State, position: number): number => (numbers.timestamp + position) >>> 0;

/** Sends a frame: a key, if one is pressed, or audio, or silence. Time goes on while the call is held. */
function sendFrame(
  state: State,
  { pcm, position, nowMs }: { pcm: Buffer | undefined; position: number; nowMs: number },
): void {
  const { remote, keys } = state;
  const at = Math.max(position, state.nextPosition);
  state.nextPosition = at + frameSamples;
  if (remote === undefined || !state.mayGo) return;
  state.lastSentMs = nowMs;
  const key = keys.take(at);
  const codec = codecs[remote.codec];
  if (key?.kind === 'event') sendEvent(state, key);
  else if (key?.kind === 'tone') append(state, at, codec.encode(key.samples));
  else append(state, at, pcm === undefined ? Buffer.alloc(frameSamples, codec.silence) : codec.encode(samplesOf(pcm)));
}

function sendEvent(state: State, key: { digit: DtmfDigit; position: number; duration: number; isEnd: boolean }): void {
  flush(state);
  const type = state.remote?.telephoneEventType ?? 0;
  const packet = state.takeBuffer();
  writeEvent(packet.subarray(rtpHeaderBytes), key.digit, key.duration, key.isEnd);
  const isFirst = key.duration === frameSamples;
  sendPacket(state, packet, { type, position: key.position, bytes: eventBytes, marker: isFirst });
  // The audio after a key continues it: no gap.
  state.sentUntil = state.nextPosition;
}

/** Collects encoded audio until it fills a packet. */
function append(state: State, position: number, encoded: Buffer): void {
  const bytes = state.remote?.packetBytes ?? frameSamples;
  if (position !== state.pendingPosition + state.pendingBytes) flush(state);
  if (state.pendingBytes === 0) state.pendingPosition = position;
  encoded.copy(state.pending, state.pendingBytes);
  state.pendingBytes += encoded.length;
  while (state.pendingBytes >= bytes) sendAudio(state, bytes);
}

/** Sends what does not fill a packet. */
function flush(state: State): void {
  if (state.pendingBytes > 0) sendAudio(state, state.pendingBytes);
}

function sendAudio(state: State, bytes: number): void {
  const packet = state.takeBuffer();
  state.pending.copy(packet, rtpHeaderBytes, 0, bytes);
  const position = state.pendingPosition;
  state.pending.copyWithin(0, bytes, state.pendingBytes);
  state.pendingPosition += bytes;
  state.pendingBytes -= bytes;
  const marker = position !== state.sentUntil;
  sendPacket(state, packet, { type: state.remote?.payloadType ?? 0, position, bytes, marker });
  state.sentUntil = position + bytes;
}

function sendPacket(
  state: State,
  packet: Buffer,
  { type, position, bytes, marker }: { type: number; position: number; bytes: number; marker: boolean },
): void {
  const { numbers } = state;
  const timestamp = timestampOf(state, position);
  const { ssrc, sequence } = numbers;
  numbers.sequence = (sequence + 1) & 0xffff;
  writeRtpHeader(packet, { payloadType: type, marker, sequence, timestamp, ssrc });
  state.recent[sequence % remembered] = sequence * 2 ** 32 + timestamp;
  state.sent++;
  state.stream.packets++;
  state.stream.octets += bytes;
  state.send(packet, rtpHeaderBytes + bytes);
}
