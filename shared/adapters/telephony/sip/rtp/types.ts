import type { DtmfDigit } from '../../../../domain/call/dtmf';
import type { MediaDescription, SrtpKey, SrtpSuite } from '../sdp/types';

/** The clock and the timers of all media sessions of a process. `createRealClock` has this shape. */
export interface MediaClock {
  /** Unix time in ms. It never jumps. */
  nowMs(): number;
  /** Calls `fn` once after `ms`. @returns a function that cancels the timer */
  setTimer(fn: () => void, ms: number): () => void;
}

/** Receives failures that end no call. A pino logger fits. */
export interface MediaLogger {
  warn(fields: object, message: string): void;
}

/** An IP address and a UDP port. */
export interface MediaAddress {
  address: string;
  port: number;
}

/** The first and the last port for media, both included. `[0, 0]`: ports that the system chooses. */
export type PortRange = readonly [number, number];

export interface MediaSessionsOptions {
  /** The local IP address that the sockets are bound to. */
  host: string;
  ports: PortRange;
  clock?: MediaClock;
  logger?: MediaLogger;
  /** The payload type that our offers give to keys (RFC 4733); 101 if absent. */
  telephoneEventType?: number;
}

/** The media of all calls of a process: one range of ports, and one timer. */
export interface MediaSessions {
  /**
   * Binds the sockets of a call, so that its offer can name their ports.
   * @param options.srtp encrypts with a new key in this suite; the offer must hold it
   * @param options.srtpOptional encrypts nothing if the other side answers without a key; otherwise that is an error
   * @throws {NoFreePortError} if every port of the range is taken: nothing was sent
   */
  open(options?: { srtp?: SrtpSuite; srtpOptional?: boolean }): Promise<MediaSession>;
}

/** Numbers of one session since its start. */
export interface MediaStats {
  /** RTP packets that were sent. */
  sent: number;
  /** RTP packets of the other side, without duplicates. */
  received: number;
  duplicates: number;
  /** Packets that are missing in their sequence. */
  lost: number;
  /** Packets that came after they were due. */
  late: number;
  /** Frames that were filled up because no packet came for them. */
  concealed: number;
  /** Datagrams that were dropped: malformed, not authentic, or from another source. */
  dropped: number;
  /** The interarrival jitter of RFC 3550 section 6.4.1, in ms. */
  jitterMs: number;
  /** The share of our packets that the other side missed lately, 0 to 1, if it reports it. */
  lostByPeer?: number;
  /** The time to the other side and back, if its reports allow to compute it. */
  roundTripMs?: number;
}

/** The audio of one call over RTP (RFC 3550). Functions that subscribe return a function that unsubscribes. */
export interface MediaSession {
  /** The port for RTP, even; that for RTCP is the next one. */
  readonly localPort: number;
  /** The key by which we encrypt, for the offer. */
  readonly localSrtp?: SrtpKey;
  /**
   * Starts to exchange audio, or continues with a changed description. Until the call is answered audio may be missing for as
   * long as it rings; afterwards the other side must send, unless it holds the call. So it is called at the answer also if that
   * holds no new description.
   * @param phase `early` for a description before the answer; `answered` if absent
   * @throws {SrtpMismatchError} if only one side has a key, and encryption is not optional
   */
  start(remote: MediaDescription, phase?: 'early' | 'answered'): void;
  /**
   * Sends 20 ms of audio. A playout with `silence: 'sent'` calls it: `send: media.write`.
   * @param pcm 16-bit little-endian at 8 kHz, 320 bytes
   * @param startMs the playout's position, a multiple of 20 that grows
   * @throws {RangeError} if it has another length
   */
  readonly write: (pcm: Buffer, startMs: number) => void;
  /**
   * Subscribes to the audio of the other side: from the start on one frame of 160 samples at 8 kHz for each 20 ms, also while
   * nothing arrives. After a stall of the process the missed frames follow at once.
   * @param listener `atMs` is the Unix time at which the frame begins to sound; 20 more for each frame
   */
  onFrame(listener: (samples: Int16Array, atMs: number) => void): () => void;
  /** Subscribes to the keys that the other side presses, each once, when it begins. `atMs` is a Unix time. */
  onDtmf(listener: (digit: DtmfDigit, atMs: number) => void): () => void;
  /**
   * Presses a key, after the keys before it. It replaces the audio that is written in that time. Resolves when it was sent, or
   * cannot be: the call is held, or over.
   * @param durationMs 40 to 8,000
   * @throws {RangeError} if the duration is out of range
   */
  sendDtmf(digit: DtmfDigit, durationMs: number): Promise<void>;
  /** Subscribes to the loss of the other side's audio: none for 30 s after the answer, or for 15 s later. Called once. */
  onLost(listener: () => void): () => void;
  stats(): MediaStats;
  /** Frees the ports. May be called again. */
  close(): Promise<void>;
}

/** Every port of the range is taken. */
export class NoFreePortError extends Error {
  override name = 'NoFreePortError';
}

/** One side encrypts and the other does not. */
export class SrtpMismatchError extends Error {
  override name = 'SrtpMismatchError';
}
