import type { CallAnalysis, EndedReason, LLMMessage } from '../../domain/call/call';

/** Input of the analysis of a call. */
export interface AnalysisRequest {
  endedReason: EndedReason | undefined;
  /** True when the contact answered. */
  connected: boolean;
  /** True when an operator stopped the call. */
  stopped: boolean;
  messages: readonly LLMMessage[];
  /** Summaries of the previous calls, oldest first. */
  previousSummaries: readonly string[];
  /** The campaign's JSON Schema for `Data`. Without one, `Data` has any shape. */
  analysisSchema: Record<string, unknown> | undefined;
}

/** Analyzes the transcript of a call. */
export interface CallAnalyzer {
  readonly name: string;
  analyze(request: AnalysisRequest): Promise<CallAnalysis>;
}
