import type { LLMMessage } from '../../domain/call/call';
import type { SpeechToTextSettings } from '../../domain/job/overrides';
import type { CallLeg } from '../telephony/telephony';

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
}

/** Speaks with the contact. */
export interface VoiceAgent {
  readonly name: string;
  /** Leads the conversation and resolves when the leg has ended. @throws when the agent fails; the caller must then hang up */
  converse(leg: CallLeg, context: ConversationContext): Promise<void>;
}
