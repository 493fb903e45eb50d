import { truncate } from '../truncate';
import type { CallAnalysis, LLMMessage, ToolCall } from './call';

/**
 * How much of a call is stored, in characters. Redaction takes time in proportion to a text, and a database refuses
 * documents over 16 MB, so nothing that a client or a model writes may be longer.
 */
export const storedTextLimits = {
  /** One message, or the arguments of one tool call. */
  message: 16_000,
  /** All messages of a call as JSON: more than a day of speech. */
  transcript: 4_000_000,
  /** What an agent reports that a call produced, as JSON. */
  output: 64 * 1024,
  /** An analysis as JSON. */
  analysis: 256 * 1024,
} as const;

/**
 * What `CallAnalysis.Data` may hold: values, and characters as JSON. Validation against a schema takes time in proportion to
 * both.
 */
export const analysisDataLimits = { values: 1_000, characters: 64 * 1024 } as const;

/** True if a value is within {@link analysisDataLimits}. It stops counting at the limit. */
export function isWithinDataLimits(value: unknown): boolean {
  let values = 0;
  const visit = (node: unknown): boolean => {
    if (++values > analysisDataLimits.values) return false;
    return typeof node !== 'object' || node === null || Object.values(node).every(visit);
  };
  return visit(value) && ((JSON.stringify(value) as string | undefined) ?? '').length <= analysisDataLimits.characters;
}

/** What a voice agent says: lines of a script, and characters of one text, before and after its placeholders are filled. */
export const scriptLimits = { lines: 500, characters: 4_000 } as const;

const maxToolCalls = 20;
const maxNameLength = 200;

/** Shortens a message to what is stored of it. Arguments that are too long become an empty object: they stay JSON. */
export function boundMessage(message: LLMMessage): LLMMessage {
  const { content, tool_calls: calls, tool_call_id: id } = message;
  return {
    ...message,
    content: content === null ? null : truncate(content, storedTextLimits.message),
    ...(calls === undefined ? {} : { tool_calls: calls.slice(0, maxToolCalls).map(boundToolCall) }),
    ...(id === undefined ? {} : { tool_call_id: truncate(id, maxNameLength) }),
  };
}

const boundToolCall = ({ id, type, function: { name, arguments: given } }: ToolCall): ToolCall => ({
  id: truncate(id, maxNameLength),
  type,
  function: { name: truncate(name, maxNameLength), arguments: given.length > storedTextLimits.message ? '{}' : given },
});

/** Leaves out of an analysis what makes it too long: first its `Data`, then all but its summary and its conclusions. */
export function boundAnalysis(analysis: CallAnalysis): CallAnalysis {
  if (fits(analysis)) return analysis;
  const { Evidence: _evidence, SchemaErrors: _errors, ...rest } = analysis;
  const withoutData = { ...rest, Data: {} };
  if (fits(withoutData)) return withoutData;
  const { CallSummary, ConversationEndReason, AskedIfBotOrAI } = analysis;
  return {
    CallSummary: truncate(CallSummary, storedTextLimits.message),
    Data: {},
    ConversationEndReason,
    AskedIfBotOrAI,
  };
}

const fits = (analysis: CallAnalysis): boolean => JSON.stringify(analysis).length <= storedTextLimits.analysis;
