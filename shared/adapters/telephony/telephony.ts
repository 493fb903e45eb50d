import type { Pacing } from '../../domain/campaign/pacing';
import type { EndedReason } from '../../domain/call/call';
import type { SpeechToTextSettings } from '../../domain/job/overrides';

/** One attempt to reach a contact. */
export interface DialRequest {
  /** Identifies the attempt permanently: the provider must never ring twice for one key. It is the ID of the call. */
  attemptKey: string;
  jobId: string;
  /** E.164. */
  to: string;
  /** E.164. */
  from: string;
  ringTimeoutMs: number;
  maxDurationMs: number;
  /** The job's free-form `Integrations` settings, for options of one provider. */
  integrations: Record<string, unknown>;
  /** For a provider that transcribes the contact's speech. */
  speechToText?: SpeechToTextSettings;
}

/** How a leg ended. `error` is set when the connection or the provider failed rather than a person hung up. */
export interface LegEnd {
  reason: EndedReason;
  atMs: number;
  error?: string;
}

/** Events of a leg, in this order: ringing, answered, contact_spoke…, ended. Ringing and answered may be missing. */
export type LegEvent =
  | { type: 'ringing'; atMs: number }
  | { type: 'answered'; atMs: number }
  /** An utterance of the contact, with its time in ms since the answer. */
  | { type: 'contact_spoke'; text: string; startMs: number; endMs: number; interrupted?: boolean }
  | ({ type: 'ended' } & LegEnd);

/** 20 ms of PCM, 16-bit mono little-endian: `user` at 16 kHz (640 bytes), `bot` at 24 kHz (960 bytes). */
export interface AudioFrame {
  channel: 'user' | 'bot';
  /** Milliseconds since the contact answered; a multiple of 20. */
  startMs: number;
  pcm: Buffer;
}

/** One live call. */
export interface CallLeg {
  readonly attemptKey: string;
  /** Subscribes to all further events. @returns a function that unsubscribes */
  onEvent(listener: (event: LegEvent) => void): () => void;
  /** Subscribes to the live audio of both sides. A leg produces no audio without subscribers. @returns a function that unsubscribes */
  onAudio(listener: (frame: AudioFrame) => void): () => void;
  /**
   * Speaks a text to the contact. Resolves when the text was spoken or interrupted.
   * @returns its time in ms since the answer
   */
  say(text: string): Promise<{ startMs: number; endMs: number; interrupted: boolean }>;
  /** Ends the call from our side. Has no effect on an ended call. */
  hangUp(): Promise<void>;
  /** Resolves when the call is over. Never rejects. */
  readonly ended: Promise<LegEnd>;
}

/** What the provider knows about an attempt, looked up after a crash. */
export type LegLookup =
  | { state: 'never_sent' }
  | { state: 'active' }
  | { state: 'ended'; end: LegEnd; answeredAtMs?: number }
  | { state: 'unknown' };

/** Connects calls to the telephone network. */
export interface TelephonyProvider {
  readonly name: string;
  /** How many calls the provider's line takes, over all organizations. */
  readonly pacing?: Pacing | undefined;
  /**
   * Rings the contact.
   * @throws {CallRefusedError} when nothing rang; any other error means that the outcome is unknown
   */
  dial(request: DialRequest): Promise<CallLeg>;
  /** Returns the state of an attempt whose worker was lost. */
  lookup(attemptKey: string): Promise<LegLookup>;
}

/** The provider refused the call before anything rang. */
export class CallRefusedError extends Error {
  override name = 'CallRefusedError';
  /** Set if the carrier gets too many calls at once: after how long the call may be dialed again. It used up no attempt. */
  readonly retryAfterMs: number | undefined;
  constructor(message: string, { retryAfterMs }: { retryAfterMs?: number } = {}) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}
