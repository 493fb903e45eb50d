import type { LLMMessage } from '../../domain/call/call';
import type { SpeechToTextSettings } from '../../domain/job/overrides';
import type { CallLeg } from '../telephony/telephony';

/** A request to hand the call over. Both texts may be personal data: they are bounded, redacted and stored sealed. */
export interface TransferRequest {
  /** A number, an extension or a name. */
  to?: string | undefined;
  /** Why. */
  note?: string | undefined;
}

/** The call that an agent joins. */
export interface ConversationContext {
  jobId: string;
  callId: string;
  contactName?: string;
  /** The job's `Data`, for templates. */
  data: Record<string, unknown>;
  metadata: Record<string, unknown>;
  previousCallsSummary?: string;
  /** The campaign's `Agent` settings. The selected agent defines their fields. */
  agent: Record<string, unknown>;
  /** For an agent that transcribes the contact's speech. */
  speechToText?: SpeechToTextSettings;
  /** Called once for each finished message, in order of the start times. */
  onMessage: (message: LLMMessage) => void;
  /** The contact asked to be called back at this instant (Unix ms). The last request counts. */
  onCallback: (atMs: number) => void;
  /** The contact asked for a person, or the agent wants to hand the call over. It is recorded; no call is connected. */
  onTransfer: (request: TransferRequest) => void;
}

/** Speaks with the contact. */
export interface VoiceAgent {
  readonly name: string;
  /** Leads the conversation and resolves when the leg has ended. @throws when the agent fails; the caller must then hang up */
  converse(leg: CallLeg, context: ConversationContext): Promise<void>;
}
