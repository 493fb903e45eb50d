import { requiredDataLimits as limits } from '../../domain/call/limits';

type JsonSchema = Record<string, unknown>;

/** Whether a schema requires more of each analysis than {@link buildPlaceholderData} builds. */
export const exceedsPlaceholderLimits = (schema: JsonSchema): boolean => !isWithinLimits(placeholderObject(schema));

/**
 * Builds an object of the shape of a JSON Schema without findings, because rules without a model cannot answer a
 * campaign's questions. Properties with a `default` or `const` get it. Other required properties get null if allowed,
 * else the first value of their `enum`, else the empty value of their type. The rest is omitted. `$ref` is not followed.
 * A schema that requires too much gives an empty object.
 */
export function buildPlaceholderData(schema: JsonSchema | undefined): Record<string, unknown> {
  const data = schema ? placeholderObject(schema) : {};
  return isWithinLimits(data) ? data : {};
}

/** Stops counting at the limit: the items of an array are one shared value, so a small value may stand for billions. */
function isWithinLimits(data: unknown): boolean {
  let [values, textBytes] = [0, 0];
  const countText = (text: string): void => {
    textBytes += Buffer.byteLength(JSON.stringify(text));
  };
  const visit = (value: unknown): boolean => {
    values++;
    if (typeof value === 'string') countText(value);
    if (values > limits.values || textBytes > limits.textBytes) return false;
    if (Array.isArray(value)) return value.every(visit);
    if (!isSchema(value)) return true;
    return Object.entries(value).every(([name, child]) => {
      countText(name);
      return visit(child);
    });
  };
  return visit(data);
}

function placeholderObject(schema: JsonSchema): Record<string, unknown> {
  const properties = isSchema(schema['properties']) ? schema['properties'] : {};
  const listed: unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
  const required = new Set(listed.filter((name) => typeof name === 'string'));
  const names = new Set([...Object.keys(properties), ...required]);
  const entries: [string, unknown][] = [];
  for (const name of names) {
    const property = Object.hasOwn(properties, name) ? properties[name] : {};
    const fixed = isSchema(property) ? fixedValue(property) : undefined;
    if (fixed !== undefined) entries.push([name, fixed]);
    else if (required.has(name)) entries.push([name, isSchema(property) ? placeholderValue(property) : null]);
  }
  return Object.fromEntries(entries);
}

function fixedValue(schema: JsonSchema): unknown {
  return schema['const'] ?? schema['default'];
}

function placeholderValue(schema: JsonSchema): unknown {
  const fixed = fixedValue(schema);
  if (fixed !== undefined) return fixed;
  const choices = Array.isArray(schema['enum']) ? schema['enum'] : undefined;
  const types = [schema['type']].flat().filter((type) => typeof type === 'string');
  if (choices ? choices.includes(null) : types.includes('null') || schema['nullable'] === true) return null;
  if (choices && choices.length > 0) return choices[0];
  const alternatives = [schema['anyOf'], schema['oneOf']].find((list) => Array.isArray(list));
  if (types.length === 0 && alternatives) return placeholderOfAny(alternatives);
  return emptyValue(types[0] ?? (schema['properties'] ? 'object' : 'null'), schema);
}

function placeholderOfAny(alternatives: readonly unknown[]): unknown {
  const values = alternatives.filter(isSchema).map(placeholderValue);
  return values.includes(null) ? null : values[0];
}

function emptyValue(type: string, schema: JsonSchema): unknown {
  switch (type) {
    case 'object':
      return placeholderObject(schema);
    case 'array':
      return emptyArray(schema);
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return nearestToZero(schema);
    case 'string':
      return '-'.repeat(minimumOf(schema, 'minLength', limits.textBytes));
    default:
      return null;
  }
}

function emptyArray(schema: JsonSchema): unknown[] {
  const items = isSchema(schema['items']) ? schema['items'] : {};
  const item = placeholderValue(items);
  return Array.from({ length: minimumOf(schema, 'minItems', limits.values) }, () => item);
}

/** A minimum length of at least 0. One over the limit becomes one that is just over it. */
function minimumOf(schema: JsonSchema, keyword: 'minItems' | 'minLength', limit: number): number {
  return Math.max(0, Math.min(limit + 1, numberOr(schema[keyword], 0)));
}

function nearestToZero(schema: JsonSchema): number {
  const least = Math.max(numberOr(schema['minimum'], -Infinity), numberOr(schema['exclusiveMinimum'], -Infinity) + 1);
  const most = Math.min(numberOr(schema['maximum'], Infinity), numberOr(schema['exclusiveMaximum'], Infinity) - 1);
  return Math.min(Math.max(0, least), most);
}

function numberOr(value: unknown, fallback: number): number {
  return typeof value === 'number' ? value : fallback;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
