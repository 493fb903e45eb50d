/** Words of a transcript on which a value rests. They were found there, whatever the model claimed. */
export interface Quote {
  CallID: string;
  /** The place of the message in the `Messages` of the call, from 0. */
  MessageIndex: number;
  Text: string;
  /** Where `Text` begins in the message, in UTF-16 units; absent if the message was redacted further before it left. */
  Start?: number;
}

/**
 * Why a field is null. `not_analyzed`: no model has read the calls. `not_said`: the model found no answer. `no_quote` and
 * `quote_not_found`: the model gave an answer, but no words that are in the transcript.
 */
export const unknownReasons = ['not_analyzed', 'not_said', 'no_quote', 'quote_not_found'] as const;
export type UnknownReason = (typeof unknownReasons)[number];

/** What a field of `CallAnalysis.Data` rests on: quotes, or the reason for which it is null. */
export type FieldEvidence = { Quotes: Quote[] } | { Unknown: UnknownReason };

/** A part of `CallAnalysis.Data` that contradicts the analysis schema. */
export interface SchemaError {
  /** A JSON pointer into `Data`. */
  Pointer: string;
  Detail: string;
}

/** What can analyze calls: phrases alone, or a model behind an OpenAI-compatible interface. */
export const analyzerNames = ['rules', 'openai'] as const;
export type AnalyzerName = (typeof analyzerNames)[number];

/** What filled `CallAnalysis.Data`. */
export interface AnalysisSource {
  Analyzer: AnalyzerName;
  /** The model, as it was configured. */
  Model?: string;
  /** The version of the campaign whose schema was used. */
  SchemaVersion: number;
  /** RFC 3339. */
  AnalyzedAt: string;
  /** How many calls of the job it covers. */
  Calls: number;
  /** The oldest messages did not fit into the limits and were not read. */
  Truncated?: true;
}

/** Why a model did not analyze a job. Codes are only ever added. */
export const analysisFailures = [
  'timeout',
  'rate_limited',
  'unavailable',
  'rejected',
  'refused',
  'invalid_answer',
  'answer_too_large',
  'token_limit',
  'schema_invalid',
  'not_configured',
] as const;
export type AnalysisFailure = (typeof analysisFailures)[number];
