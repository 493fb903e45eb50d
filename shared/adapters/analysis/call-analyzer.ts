import type { CallAnalysis, EndedReason, LLMMessage } from '../../domain/call/call';

/** What is known of a call when it is analyzed. */
export interface AnalysisRequest {
  endedReason: EndedReason | undefined;
  /** True when the contact picked up. */
  connected: boolean;
  /** True when one of our people stopped the call. */
  stopped: boolean;
  messages: readonly LLMMessage[];
  /** Summaries of the calls before this one, oldest first. */
  previousSummaries: readonly string[];
  /** The campaign's JSON Schema for `Data`; absent = free. */
  analysisSchema: Record<string, unknown> | undefined;
}

/** Turns a transcript into a {@link CallAnalysis}. */
export interface CallAnalyzer {
  readonly name: string;
  analyze(request: AnalysisRequest): Promise<CallAnalysis>;
}
