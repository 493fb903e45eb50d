import type { LLMMessage } from '../../domain/call/call';
import type { CallLeg } from '../telephony/telephony';

/** What the agent is told about the call it joins. */
export interface ConversationContext {
  jobId: string;
  callId: string;
  contactName?: string;
  /** The job's `Data`, for templating. */
  data: Record<string, unknown>;
  metadata: Record<string, unknown>;
  previousCallsSummary?: string;
  /** The campaign's `Agent` settings, free-form but for what the chosen agent documents. */
  agent: Record<string, unknown>;
  /** Called once for each finished message, in order of their start. */
  onMessage: (message: LLMMessage) => void;
}

/** What talks with the contact. */
export interface VoiceAgent {
  readonly name: string;
  /** Leads the conversation from the answer on; resolves when the leg has ended. Rejects when the agent itself failed: the caller then hangs up. */
  converse(leg: CallLeg, context: ConversationContext): Promise<void>;
}
