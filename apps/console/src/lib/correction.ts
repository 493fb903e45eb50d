import { describeFault } from './json.ts';

/** How a field of the analysis is entered. */
export type FieldKind = 'choice' | 'text' | 'number' | 'json';

export interface AnalysisField {
  kind: FieldKind;
  /** What may be chosen, of a `choice`: each as JSON, and as people read it. */
  choices: readonly (readonly [json: string, text: string])[];
  description?: string;
}

interface PropertySchema {
  type?: unknown;
  enum?: unknown;
  description?: unknown;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const yesAndNo: AnalysisField['choices'] = [
  ['true', 'yes'],
  ['false', 'no'],
];

function propertyOf(schema: unknown, name: string): PropertySchema {
  const { properties = {} } = (schema ?? {}) as { properties?: Record<string, PropertySchema> };
  return Object.hasOwn(properties, name) ? (properties[name] ?? {}) : {};
}

/** How a field is entered, by the campaign's `AnalysisSchema`. What the schema does not say plainly is entered as JSON. */
export function analysisField(schema: unknown, name: string): AnalysisField {
  const { type, enum: listed, description } = propertyOf(schema, name);
  const base = { choices: [], ...(isText(description) ? { description } : {}) };
  if (Array.isArray(listed)) {
    const choices = listed.filter((each) => each !== null);
    const textOf = (value: unknown): string => (isText(value) ? value : JSON.stringify(value));
    return { ...base, kind: 'choice', choices: choices.map((each) => [JSON.stringify(each), textOf(each)]) };
  }
  const types = [type].flat().filter((each) => each !== 'null');
  const [only] = types.length === 1 ? types : [];
  if (only === 'boolean') return { ...base, kind: 'choice', choices: yesAndNo };
  if (only === 'string') return { ...base, kind: 'text' };
  return { ...base, kind: only === 'number' || only === 'integer' ? 'number' : 'json' };
}

/** What the form begins with. `null` is what was not said: it has a box of its own. */
export function toDraft({ kind }: AnalysisField, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (kind === 'text') return isText(value) ? value : JSON.stringify(value);
  return kind === 'choice' ? JSON.stringify(value) : JSON.stringify(value, null, 2);
}

/** The value of a form, or what is wrong with it. */
export type ParsedDraft = { value: unknown } | { problem: string };

/** Reads what was entered. The service checks the value against the schema. */
export function parseDraft({ kind }: AnalysisField, draft: string): ParsedDraft {
  if (kind === 'text') return { value: draft };
  if (draft.trim() === '') return { problem: kind === 'choice' ? 'Choose a value.' : 'Enter a value.' };
  if (kind === 'number') {
    const value = Number(draft);
    const problem = Number.isFinite(value) ? describeFault(draft.trim()) : 'Enter a number.';
    return problem === undefined ? { value } : { problem };
  }
  try {
    const value: unknown = JSON.parse(draft);
    const problem = describeFault(draft);
    return problem === undefined ? { value } : { problem };
  } catch {
    return { problem: 'Enter JSON, such as "text", 3 or ["a", "b"].' };
  }
}
