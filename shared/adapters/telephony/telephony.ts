import type { EndedReason } from '../../domain/call/call';

/** One attempt to reach a contact, as the line is asked to make it. */
export interface DialRequest {
  /** Names the attempt for ever; the line must never ring twice for one key. It is the call's id. */
  attemptKey: string;
  jobId: string;
  /** E.164. */
  to: string;
  /** E.164. */
  from: string;
  ringTimeoutMs: number;
  maxDurationMs: number;
  /** The job's free-form `Integrations` settings, for what is particular to one provider. */
  integrations: Record<string, unknown>;
}

/** How a leg ended. `error` is set when the line or the provider failed rather than a person hung up. */
export interface LegEnd {
  reason: EndedReason;
  atMs: number;
  error?: string;
}

/** What happens on the line, in this order: ringing, answered, contact_spoke…, ended. Ringing and answered may be missing. */
export type LegEvent =
  | { type: 'ringing'; atMs: number }
  | { type: 'answered'; atMs: number }
  /** What the contact said, with its place in the conversation in ms since the answer. */
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
  /** Hears every event from now on; returns a function that ends the listening. */
  onEvent(listener: (event: LegEvent) => void): () => void;
  /** Both directions of audio, live, from now on. A leg makes no audio while nobody listens. */
  onAudio(listener: (frame: AudioFrame) => void): () => void;
  /**
   * Lets the contact hear the assistant say a text; resolves when it was said, or cut short.
   * @returns its place in the conversation, in ms since the answer
   */
  say(text: string): Promise<{ startMs: number; endMs: number; interrupted: boolean }>;
  /** Ends the call from our side; harmless when it has ended. */
  hangUp(): Promise<void>;
  /** Settles once, when the call is over. Never rejects. */
  readonly ended: Promise<LegEnd>;
}

/** What the line knows of an attempt, asked after a crash. */
export type LegLookup =
  | { state: 'never_sent' }
  | { state: 'active' }
  | { state: 'ended'; end: LegEnd; answeredAtMs?: number }
  | { state: 'unknown' };

/** A line to the telephone network. */
export interface TelephonyProvider {
  readonly name: string;
  /** Rings the contact. Rejects only when it is certain that nothing rang (`CallNotPlacedError`) or when the fate is unknown (any other error). */
  dial(request: DialRequest): Promise<CallLeg>;
  /** What became of an attempt whose worker was lost. */
  lookup(attemptKey: string): Promise<LegLookup>;
}

/** The provider refused before anything rang. */
export class CallRefusedError extends Error {
  override name = 'CallNotPlacedError';
}
