import type { AnalysisSource, FieldEvidence, SchemaError } from './evidence';

/** States of one call attempt. */
export const callStates = ['creating', 'active', 'ended', 'failed'] as const;
export type CallState = (typeof callStates)[number];

/** How a call ended, as the provider reports it. */
export const endedReasons = [
  'assistant_error',
  'assistant_hung_up',
  'contact_hung_up',
  'contact_busy',
  'contact_did_not_answer',
  'call_timeout',
] as const;
export type EndedReason = (typeof endedReasons)[number];

/**
 * What failed on our side, or on the line, so that a call did not take place or broke off. What the contact or the carrier's
 * rate limit did is no failure, nor is a call that we were asked to end.
 */
export const technicalFailures = [
  'provider_refused',
  'provider_failed',
  'assistant_refused',
  'assistant_failed',
  'connection_failed',
  'worker_lost',
] as const;
export type TechnicalFailure = (typeof technicalFailures)[number];

/** How the conversation ended, by the analysis of the transcript. */
export const conversationEndReasons = [
  'conversation_complete',
  'call_dropped',
  'user_refusal',
  'left_voicemail',
  'abandoned_answering_machine',
  'wrong_contact',
  'no_answer',
  'other_unsuccessful',
] as const;
export type ConversationEndReason = (typeof conversationEndReasons)[number];

/** A tool call of the assistant, in the format of OpenAI's chat messages. */
export interface ToolCall {
  id: string;
  type: 'function';
  function: { name: string; arguments: string };
}

/**
 * One message of a conversation: OpenAI's chat format plus times, so that a transcript can be passed to a model again.
 * `created_at` is RFC 3339; `start_ms` and `end_ms` count from the instant at which the contact answered.
 */
export interface LLMMessage {
  role: 'system' | 'assistant' | 'user' | 'tool';
  content: string | null;
  created_at: string;
  start_ms?: number;
  end_ms?: number;
  tool_calls?: ToolCall[];
  tool_call_id?: string;
  interrupted?: boolean;
  redacted?: boolean;
}

/** The result of a call's analysis. `Data` follows the campaign's analysis schema. */
export interface CallAnalysis {
  CallSummary: string;
  Data: Record<string, unknown>;
  ConversationEndReason: ConversationEndReason;
  AskedIfBotOrAI: boolean;
  ExpressedEmotion?: string | null;
  TranscriptionErrors?: string[] | null;
  /** What each field of `Data` rests on; absent in analyses of earlier versions. */
  Evidence?: Record<string, FieldEvidence>;
  /** Where `Data` contradicts the analysis schema; absent for none. */
  SchemaErrors?: SchemaError[];
  /** What filled `Data`; absent if no model did. */
  Source?: AnalysisSource;
}
