import type { FieldEvidence, Quote, SchemaError } from '../../../domain/call/evidence';
import { ExtractionError, type Extraction } from '../../../domain/call/extraction';
import { isWithinDataLimits, storedTextLimits } from '../../../domain/call/limits';
import { truncate } from '../../../domain/truncate';
import { createValidator } from '../schema/compile';
import { escapePointer, fieldsOf, isJsonObject, type JsonSchema } from '../schema/json-schema';
import { createQuoteFinder } from './find-quote';
import type { GivenMessages } from './prompt';

const maxQuotes = 5;
const maxQuoteCharacters = 1_000;
const maxErrors = 50;
/** A summary is for people and for the agent of the next call. */
const maxSummaryCharacters = 4_000;

type Answer = Pick<Extraction, 'summary' | 'data' | 'evidence' | 'schemaErrors'>;

const invalid = (message: string): ExtractionError => new ExtractionError('invalid_answer', message);

/** Models that know no structured output put JSON in a code block, or words around it. */
function parseJson(content: string): unknown {
  const [from, to] = [content.indexOf('{'), content.lastIndexOf('}')];
  if (from === -1 || to < from) throw invalid('The answer holds no JSON object.');
  try {
    return JSON.parse(content.slice(from, to + 1));
  } catch {
    throw invalid('The answer is not valid JSON.');
  }
}

/** Finds the quotes in the messages that the model was given. Another message than the named one may hold the words, too. */
function verifyQuotes(quotes: unknown, given: GivenMessages): Quote[] {
  const found: Quote[] = [];
  for (const quote of (Array.isArray(quotes) ? quotes : []).slice(0, maxQuotes)) {
    if (!isJsonObject(quote)) continue;
    const { MessageID, Text } = quote;
    if (typeof Text !== 'string' || Text.length > maxQuoteCharacters) continue;
    const verified = locate(Text, typeof MessageID === 'string' ? MessageID : '', given);
    if (verified !== undefined) found.push(verified);
  }
  return found;
}

function locate(text: string, id: string, given: GivenMessages): Quote | undefined {
  const find = createQuoteFinder(text);
  const named = given.get(id);
  for (const message of named === undefined ? given.values() : [named, ...given.values()]) {
    const found = find(message.text);
    if (found === undefined) continue;
    const { callId: CallID, index: MessageIndex, isStored } = message;
    return { CallID, MessageIndex, Text: found.text, ...(isStored ? { Start: found.start } : {}) };
  }
  return undefined;
}

/** A value counts only with words of the transcript. */
function verifyField(field: unknown, given: GivenMessages): { value: unknown; evidence: FieldEvidence } {
  const value: unknown = isJsonObject(field) ? (field['Value'] ?? null) : null;
  if (!isJsonObject(field) || value === null) return { value: null, evidence: { Unknown: 'not_said' } };
  const claimed = field['Quotes'];
  const Quotes = verifyQuotes(claimed, given);
  if (Quotes.length > 0) return { value, evidence: { Quotes } };
  const hasQuotes = Array.isArray(claimed) && claimed.length > 0;
  return { value: null, evidence: { Unknown: hasQuotes ? 'quote_not_found' : 'no_quote' } };
}

/** What the answer says of fields in a form that was not asked for. */
function findFormErrors(fields: JsonSchema, schema: JsonSchema): SchemaError[] {
  const names = new Set(fieldsOf(schema).map(([name]) => name));
  const unknown = Object.keys(fields)
    .filter((name) => !names.has(name))
    .map((name) => ({
      Pointer: `/${escapePointer(name)}`,
      Detail: 'The model gave a field that the schema does not have.',
    }));
  const broken = [...names]
    .filter((name) => !isJsonObject(fields[name]) || !Object.hasOwn(fields[name], 'Value'))
    .map((name) => ({ Pointer: `/${escapePointer(name)}`, Detail: 'The model gave no value for the field.' }));
  return [...unknown, ...broken];
}

/**
 * Reads an answer: values without words of the transcript become `null`; values that contradict the schema stay, with what
 * is wrong with them.
 * @throws {ExtractionError} if it is not of the form that was asked for
 */
export function readAnswer(content: string, schema: JsonSchema, given: GivenMessages): Answer {
  const answer = parseJson(content);
  if (!isJsonObject(answer) || !isJsonObject(answer['Fields'])) throw invalid('The answer has no object "Fields".');
  if (!isWithinDataLimits(valuesOf(answer['Fields'])))
    throw new ExtractionError('answer_too_large', 'The answer has too many values.');
  const { Fields, Summary } = answer;
  const data: Record<string, unknown> = {};
  const evidence: Record<string, FieldEvidence> = {};
  for (const [name] of fieldsOf(schema)) {
    const field = verifyField(Object.hasOwn(Fields, name) ? Fields[name] : undefined, given);
    data[name] = field.value;
    evidence[name] = field.evidence;
  }
  const errors = [...findFormErrors(Fields, schema), ...(createValidator(schema)?.validate(data) ?? [])];
  return {
    summary:
      typeof Summary === 'string'
        ? truncate(Summary.trim(), Math.min(maxSummaryCharacters, storedTextLimits.message))
        : '',
    data,
    evidence,
    schemaErrors: errors.slice(0, maxErrors),
  };
}

const valuesOf = (fields: JsonSchema): unknown[] =>
  Object.values(fields).map((field) => (isJsonObject(field) ? field['Value'] : field));
