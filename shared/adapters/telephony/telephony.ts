import type { Pacing } from '../../domain/campaign/pacing';
import type { Trunk } from '../../domain/campaign/trunk';
import type { TrunkHealth } from '../../domain/campaign/trunk-state';
import type { MachineListenerOptions, MachineVerdict } from '../../domain/audio/machine-detection';
import type { PcmRate } from '../../domain/audio/format';
import type { EndedReason } from '../../domain/call/call';
import type { DtmfDigit } from '../../domain/call/dtmf';
import type { CallCost } from '../../domain/call/cost';
import type { EndedDetail, LineRecord } from '../../domain/call/line';
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
  /**
   * The trunks that may take the call, in the order in which they are tried; no other may. A provider gets its own names,
   * and none if it has one line; several providers as one get the names that campaigns use.
   */
  trunks?: readonly string[];
  /**
   * Takes a place of one of the {@link trunks}, by the same name, before the call is placed on it: each has its own limits. The
   * call then has no place of the others any more. It may be called again. Never rejects. @returns false if it has none
   */
  takeTrunk?: (trunk: string) => Promise<boolean>;
  ringTimeoutMs: number;
  maxDurationMs: number;
  /** The job's free-form `Integrations` settings, for options of one provider. */
  integrations: Record<string, unknown>;
  /** For the detection of answering machines; absent options have their defaults. Other fields are ignored. */
  machineDetection?: MachineListenerOptions;
  /** For a provider that transcribes the contact's speech. */
  speechToText?: SpeechToTextSettings;
}

/** How a leg ended. `error` is set when the connection or the provider failed rather than a person hung up. */
export interface LegEnd {
  reason: EndedReason;
  atMs: number;
  /** A sentence. It may quote the carrier, so it is stored sealed. */
  error?: string;
  /** More precise than the reason, for retry rules. */
  detail?: EndedDetail;
  /** The final SIP status, for a line that speaks SIP. */
  sip?: { code: number; phrase: string };
  /** The cause by ITU-T Q.850. */
  q850?: number;
  /** The provider's own code. */
  providerCode?: string;
  /** Which side ended the call; absent if that is unknown, as after a crash. */
  by?: 'contact' | 'us' | 'line';
  /** The number can never be reached: the job fails, and is not called again. */
  permanent?: true;
  /**
   * Set if the carrier gets too many calls at once, and nothing rang: after how long the call may be dialed again. It used
   * up no attempt.
   */
  retryAfterMs?: number;
}

/**
 * Events of a leg, in this order: ringing, early_media, answered, then keys and machine, and ended last. All but the
 * last may be missing. `atMs` is a Unix time.
 */
export type LegEvent =
  | { type: 'ringing'; atMs: number }
  /** The network plays audio before the answer. It is not part of the call: agents and recordings do not get it. */
  | { type: 'early_media'; atMs: number }
  | { type: 'answered'; atMs: number }
  /** The contact pressed a key. */
  | { type: 'dtmf'; digit: DtmfDigit; atMs: number }
  /** Our side pressed a key. */
  | { type: 'dtmf_sent'; digit: DtmfDigit; atMs: number }
  | MachineEvent
  | ({ type: 'ended' } & LegEnd);

/** Who answered: a person or a machine. Repeated when more is known, such as the instant of the beep. */
export interface MachineEvent {
  type: 'machine';
  verdict: MachineVerdict;
  /** 0 to 1. */
  confidence: number;
  /** What decided, a code for people and logs. */
  cause: string;
  atMs: number;
  /** When the machine began to record. */
  beepAtMs?: number;
  /** The machine has stopped speaking since then. Its beep, or more speech, may follow. */
  pausedAtMs?: number;
  /** The machine speaks again since then: no message can be left yet. */
  resumedAtMs?: number;
}

/** 20 ms of PCM, 16-bit mono little-endian: `user` at 16 kHz (640 bytes), `bot` at 24 kHz (960 bytes). */
export interface AudioFrame {
  channel: 'user' | 'bot';
  /** Milliseconds since the contact answered; a multiple of 20. */
  startMs: number;
  pcm: Buffer;
  /** The same audio at 8 kHz (320 bytes), if that is what the line carries: it saves conversions. */
  narrowband?: Buffer;
}

/** Samples per second of audio to the contact. */
export type VoiceRate = PcmRate;

/** Audio to the contact. What is written before the answer is played from the answer on. */
export interface VoiceOutput {
  /**
   * Plays audio after what is already queued. Beyond ten minutes in the queue it is dropped: see {@link droppedMs}.
   * @param pcm 16-bit mono little-endian, of any length; it may be reused afterwards
   */
  write(pcm: Buffer, rate: VoiceRate): void;
  /**
   * Marks the end of what was written so far. Resolves when the contact has heard it, or as `dropped` when it was cleared
   * or the leg ended first. Never rejects.
   */
  mark(): Promise<'heard' | 'dropped'>;
  /** Drops what is queued: the contact interrupted. */
  clear(): void;
  /** How much is queued and not yet played, in ms. */
  readonly queuedMs: number;
  /** How much was dropped because the queue was full, in ms. */
  readonly droppedMs: number;
}

/** Why we hang up, unless the conversation was over. It becomes the detail of the end. */
export type HangUpReason = Extract<EndedDetail, 'stopped' | 'answering_machine'>;

/** One live call. */
export interface CallLeg {
  readonly attemptKey: string;
  /** The line says who answered, by `machine` events. Otherwise its audio is listened to. */
  readonly detectsMachines?: boolean;
  /** What is known of the line so far: the provider, and its id of the call once it has one. */
  readonly line: LineRecord;
  /** Subscribes to changes of {@link line}. @returns a function that unsubscribes */
  onLine(listener: (line: LineRecord) => void): () => void;
  /** Subscribes to all further events. There are none before the caller of `dial` can subscribe. @returns a function that unsubscribes */
  onEvent(listener: (event: LegEvent) => void): () => void;
  /** Subscribes to the live audio of both sides. A leg produces no audio without subscribers. @returns a function that unsubscribes */
  onAudio(listener: (frame: AudioFrame) => void): () => void;
  /** Audio to the contact. */
  readonly voice: VoiceOutput;
  /**
   * Presses keys, after the audio already queued: `0`–`9`, `*`, `#`, `A`–`D`, and `w` and `W` for a pause of half a
   * second and a second. Before the answer they wait for it. Resolves when they were sent, or the call is over.
   * @throws {RangeError} if `digits` holds anything else, or more than 100 characters
   */
  sendDtmf(digits: string): Promise<void>;
  /** Ends the call from our side. Has no effect on an ended call. */
  hangUp(options?: { reason?: HangUpReason }): Promise<void>;
  /** Resolves when the call is over. Never rejects. */
  readonly ended: Promise<LegEnd>;
}

/** An utterance of the contact as text, with its time in ms since the answer. */
export interface ContactSpeech {
  text: string;
  startMs: number;
  endMs: number;
  interrupted?: boolean;
}

/** A leg that speaks and understands text. Only the simulator has one: real lines carry audio. */
export interface SpeakingLeg extends CallLeg {
  /**
   * Speaks a text to the contact. Resolves when the text was spoken or interrupted.
   * @returns its time in ms since the answer
   */
  say(text: string): Promise<{ startMs: number; endMs: number; interrupted: boolean }>;
  /** Subscribes to what the contact says. The last utterance comes before `ended`. @returns a function that unsubscribes */
  onSpeech(listener: (speech: ContactSpeech) => void): () => void;
}

export const canSpeak = (leg: CallLeg): leg is SpeakingLeg => 'say' in leg && 'onSpeech' in leg;

/** What the provider knows about an attempt, looked up after a crash. */
export type LegLookup =
  | { state: 'never_sent' }
  | { state: 'active' }
  | { state: 'ended'; end: LegEnd; answeredAtMs?: number }
  | { state: 'unknown' };

/** What a process knows of a line, or a trunk. */
export interface LineState {
  health: TrunkHealth;
  /** Calls of this process on it. */
  calls: number;
}

/** Connects calls to the telephone network. */
export interface TelephonyProvider {
  readonly name: string;
  /** How many calls the provider's line takes, over all organizations. */
  readonly pacing?: Pacing | undefined;
  /** Its legs speak and understand text, see {@link SpeakingLeg}: it needs no agent that speaks for itself. */
  readonly speaksText?: boolean | undefined;
  /** What is known of the line, or of each trunk by its own name. Absent if nothing is. */
  lineStates?(): Readonly<Record<string, LineState>>;
  /** The trunks of a provider with several, by their own names. The first ones are tried first. */
  readonly trunks?: readonly Trunk[] | undefined;
  /**
   * Rings the contact.
   * @throws {CallRefusedError} when nothing rang; any other error means that the outcome is unknown
   */
  dial(request: DialRequest): Promise<CallLeg>;
  /**
   * Returns the state of an attempt whose worker was lost, and ends the call if it finds it alive and no worker of its own
   * handles it: nothing speaks to its contact any more.
   * @param line what was stored of the attempt's line, if anything was
   * @param startedMs when the attempt began at the earliest, a Unix time in ms
   * @throws if that cannot be found out yet: the caller asks again
   */
  lookup(attemptKey: string, line?: LineRecord, startedMs?: number): Promise<LegLookup>;
  /**
   * Reads what a call has cost, if the provider says that, which it may do minutes after the end.
   * @returns `undefined` if it is not known yet, or the call is unknown. @throws if the provider does not answer
   */
  readCost?(line: LineRecord): Promise<CallCost | undefined>;
  /** Ends the calls that it still has, and frees its connections. To be called once, when the process ends. */
  close?(): Promise<void>;
}

/** What the line answered to a call that it refused before anything rang. */
export type RefusalEnd = Partial<Pick<LegEnd, 'reason' | 'detail' | 'sip' | 'q850' | 'providerCode' | 'permanent'>>;

/** The provider refused the call before anything rang. */
export class CallRefusedError extends Error {
  override name = 'CallRefusedError';
  /** Set if the carrier gets too many calls at once: after how long the call may be dialed again. It used up no attempt. */
  readonly retryAfterMs: number | undefined;
  /** What the line answered, if it did. Without a detail the refusal counts as a failure of the provider. */
  readonly end: RefusalEnd;
  constructor(message: string, { retryAfterMs, end = {} }: { retryAfterMs?: number; end?: RefusalEnd } = {}) {
    super(message);
    this.retryAfterMs = retryAfterMs;
    this.end = end;
  }
}
