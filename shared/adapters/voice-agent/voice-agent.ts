import type { AgentReport } from '../../domain/call/agent-report';
import type { MachineVerdict } from '../../domain/audio/machine-detection';
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
export interface AgentCall {
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
}

/** A call that is about to be dialed. */
export interface PlannedCall extends AgentCall {
  orgId: string;
  /** The caller ID, E.164. */
  from: string;
  /** The number of the contact, E.164. */
  to: string;
}

/** A request to leave a message on an answering machine. */
export interface MessageRequest {
  /** What to say, with placeholders; if absent, the agent chooses its words. */
  text?: string | undefined;
}

/** What an agent reports during the conversation. */
export interface ConversationReports {
  /** Called once for each finished message, in order of the start times. */
  onMessage: (message: LLMMessage) => void;
  /** The contact asked to be called back at this instant (Unix ms). The last request counts. */
  onCallback: (atMs: number) => void;
  /** The contact asked for a person, or the agent wants to hand the call over. It is recorded; no call is connected. */
  onTransfer: (request: TransferRequest) => void;
  /** The agent found out who answered: what it says stands against the line. */
  onMachine?: (verdict: MachineVerdict) => void;
  /**
   * Resolves when the agent is to leave its message on an answering machine, and then to end the call. Absent, or never
   * settled, if it is not to.
   */
  messageRequested?: Promise<MessageRequest>;
  /** Called whenever the agent reports an outcome. */
  onReport?: (report: AgentReport) => void;
}

export interface ConversationContext extends AgentCall, ConversationReports {}

/** Speaks with the contact. */
export interface VoiceAgent {
  readonly name: string;
  /** The id of a call by which its agent may hang up, in Twilio's format; `undefined` if the agent runs in this process. */
  callSidOf?(call: Pick<AgentCall, 'agent' | 'callId'>): string | undefined;
  /** True if the agent of a campaign speaks text, so that it needs a line that does. @param settings `Agent` of the campaign */
  needsText?(settings: Record<string, unknown>): boolean;
  /**
   * Connects to an agent that runs elsewhere, before the phone rings.
   * @returns `undefined` if the agent of this call runs in this process
   * @throws {AgentRefusedError} if the agent does not take the call
   */
  connect?(call: PlannedCall): Promise<ConnectedAgent | undefined>;
  /**
   * Leads the conversation and resolves when the leg has ended.
   * @throws when the agent fails; the caller must then hang up. An {@link AgentFailedError} has a message for the record
   */
  converse(leg: CallLeg, context: ConversationContext): Promise<void>;
}

/** An agent that is connected and waits for the contact to answer. */
export interface ConnectedAgent {
  /** False once the agent has closed the connection. */
  readonly isConnected: boolean;
  /** As {@link VoiceAgent.converse}. */
  converse(leg: CallLeg, reports: ConversationReports): Promise<void>;
  /** Ends the connection of a call that is not dialed. */
  release(): void;
}
