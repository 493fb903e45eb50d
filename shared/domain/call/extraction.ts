import type { AnalysisFailure, FieldEvidence, SchemaError } from './evidence';

/** A message as a model may read it: redacted for that. */
export interface ReadableMessage {
  /** Its place in the `Messages` of the call, from 0. */
  index: number;
  speaker: 'agent' | 'contact';
  text: string;
  /** The text is the stored one, so places in it are places in the stored message. */
  isStored: boolean;
}

/** A call as a model may read it. */
export interface ReadableCall {
  callId: string;
  messages: readonly ReadableMessage[];
}

/** What a model is asked. */
export interface ExtractionRequest {
  /** Oldest first. */
  calls: readonly ReadableCall[];
  /** The campaign's analysis schema. */
  schema: Record<string, unknown>;
  /** When the answer is of no more use, in ms from now. */
  withinMs: number;
  /** Tokens that the job has taken already. */
  tokensUsed: number;
}

export interface TokenUsage {
  input: number;
  output: number;
}

/** What a model answered, as far as the transcript confirms it. */
export interface Extraction {
  /** Empty if the model gave none. */
  summary: string;
  /** Every field of the schema; `null` where nothing in the transcript confirms a value. */
  data: Record<string, unknown>;
  evidence: Record<string, FieldEvidence>;
  schemaErrors: SchemaError[];
  /** The oldest messages did not fit. */
  truncated: boolean;
  tokens: TokenUsage;
}

/** Extracts the data of an analysis from transcripts by a model. */
export interface Extractor {
  readonly model: string;
  /** @throws {ExtractionError} */
  extract(request: ExtractionRequest): Promise<Extraction>;
}

/** A model gave no usable answer. The message names no word of a transcript. */
export class ExtractionError extends Error {
  override name = 'ExtractionError';
  constructor(
    readonly failure: AnalysisFailure,
    message: string,
    readonly details: { retryAfterMs?: number | undefined; tokens?: TokenUsage; cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause });
  }
}
