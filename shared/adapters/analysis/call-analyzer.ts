import type { CallAnalysis, ConversationEndReason, EndedReason, LLMMessage } from '../../domain/call/call';

/** A call that is over, as the analysis sees it. */
export interface AnalyzedCall {
  endedReason: EndedReason | undefined;
  /** True when the contact answered. */
  connected: boolean;
  /** True when an operator stopped the call. */
  stopped: boolean;
  /** How the conversation ended by the report of its agent, which takes precedence over the transcript. */
  reported?: ConversationEndReason | undefined;
  /** How the call ended, if the campaign's setting for answering machines ended it. A refusal in the transcript precedes it. */
  machine?: ConversationEndReason | undefined;
  messages: readonly LLMMessage[];
}

/** Input of the analysis that follows a call: the call, and all earlier calls of its job. */
export interface AnalysisRequest extends AnalyzedCall {
  /** Oldest first. */
  earlierCalls: readonly AnalyzedCall[];
  /** The campaign's JSON Schema for `Data`. Without one, `Data` has any shape. */
  analysisSchema: Record<string, unknown> | undefined;
}

/** Analyzes the transcripts of a job's calls. */
export interface CallAnalyzer {
  readonly name: string;
  /** True if an analysis takes milliseconds and calls no other service: then it is part of the call's own step. */
  readonly isQuick: boolean;
  /** @returns findings about all calls so far; only `ConversationEndReason` is about the last one alone */
  analyze(request: AnalysisRequest): Promise<CallAnalysis>;
}
