import type { FieldProblem } from '../../../domain/field-problem';
import { definitionKeywords, escapePointer, findDefinition, isJsonObject, type JsonSchema } from './json-schema';

/**
 * Bounds on an analysis schema. With every `$ref` replaced by what it names, so that a few definitions that name each other
 * twice do not become billions of checks.
 */
export const schemaLimits = { bytes: 32 * 1024, depth: 10, properties: 200, subschemas: 2_000, pattern: 500 } as const;

const inMaps = ['properties', 'patternProperties', 'dependentSchemas'] as const;
const inLists = ['allOf', 'anyOf', 'oneOf', 'prefixItems'] as const;
const inKeywords = [
  'items',
  'additionalProperties',
  'contains',
  'not',
  'if',
  'then',
  'else',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
] as const;
/** Keywords by which a schema refers to others in ways that are not needed here. */
const unsupported = ['$anchor', '$dynamicAnchor', '$dynamicRef', '$recursiveRef', '$recursiveAnchor', '$vocabulary'];

/** The schemas directly inside a schema, with their pointers, without definitions. */
function* childrenOf(schema: JsonSchema, pointer: string): Generator<[unknown, string]> {
  for (const keyword of inMaps) {
    const map = schema[keyword];
    if (!isJsonObject(map)) continue;
    for (const [name, child] of Object.entries(map)) yield [child, `${pointer}/${keyword}/${escapePointer(name)}`];
  }
  for (const keyword of inLists) {
    const list = schema[keyword];
    if (Array.isArray(list))
      for (const [index, child] of list.entries()) yield [child, `${pointer}/${keyword}/${index}`];
  }
  for (const keyword of inKeywords) if (isJsonObject(schema[keyword])) yield [schema[keyword], `${pointer}/${keyword}`];
}

interface Walk {
  root: JsonSchema;
  problems: FieldProblem[];
  subschemas: number;
  properties: number;
  /** The references that are being followed. */
  following: string[];
  /** Where one keyword was reported, so that a definition that is used twice is reported once. */
  reported: Set<string>;
}

/** Finds what exceeds the bounds, and what refers to something that is not in the schema. */
export function findBoundProblems(root: JsonSchema): FieldProblem[] {
  const bytes = Buffer.byteLength(JSON.stringify(root));
  if (bytes > schemaLimits.bytes)
    return [
      { pointer: '', detail: `The schema has ${bytes} bytes of JSON; at most ${schemaLimits.bytes} are allowed.` },
    ];
  const walk: Walk = { root, problems: [], subschemas: 0, properties: 0, following: [], reported: new Set() };
  checkRoot(walk);
  visit(walk, root, { pointer: '', depth: 1 });
  for (const keyword of definitionKeywords) {
    const definitions = root[keyword];
    if (!isJsonObject(definitions)) continue;
    for (const [name, schema] of Object.entries(definitions)) {
      walk.following = [`/${keyword}/${escapePointer(name)}`];
      visit(walk, schema, { pointer: walk.following[0] ?? '', depth: 2 });
    }
  }
  if (walk.subschemas > schemaLimits.subschemas)
    report(
      walk,
      '',
      `The schema has more than ${schemaLimits.subschemas} subschemas, counting each use of a definition.`,
    );
  if (walk.properties > schemaLimits.properties)
    report(
      walk,
      '',
      `The schema has more than ${schemaLimits.properties} properties, counting each use of a definition.`,
    );
  return walk.problems;
}

function report({ problems, reported }: Walk, pointer: string, detail: string): void {
  const key = `${pointer}\n${detail}`;
  if (reported.has(key)) return;
  reported.add(key);
  problems.push({ pointer, detail });
}

const draft = 'https://json-schema.org/draft/2020-12/schema';

function checkRoot(walk: Walk): void {
  const { $schema, type } = walk.root;
  if ($schema !== undefined && $schema !== draft) report(walk, '/$schema', `Expected "${draft}", or no $schema.`);
  if (type !== undefined && type !== 'object')
    report(walk, '/type', 'Expected "object": the analysis data is an object.');
}

const isOverLimit = ({ subschemas, properties }: Walk): boolean =>
  subschemas > schemaLimits.subschemas || properties > schemaLimits.properties;

function visit(walk: Walk, schema: unknown, { pointer, depth }: { pointer: string; depth: number }): void {
  walk.subschemas++;
  if (!isJsonObject(schema) || isOverLimit(walk)) return;
  if (depth > schemaLimits.depth) {
    report(
      walk,
      pointer,
      `The schema is nested deeper than ${schemaLimits.depth} levels, counting definitions in place.`,
    );
    return;
  }
  if (isJsonObject(schema['properties'])) walk.properties += Object.keys(schema['properties']).length;
  checkKeywords(walk, schema, pointer);
  followReference(walk, schema, { pointer, depth });
  for (const [child, at] of childrenOf(schema, pointer)) visit(walk, child, { pointer: at, depth: depth + 1 });
}

function checkKeywords(walk: Walk, schema: JsonSchema, pointer: string): void {
  checkPattern(walk, schema, pointer);
  for (const keyword of unsupported)
    if (Object.hasOwn(schema, keyword))
      report(walk, `${pointer}/${keyword}`, `The keyword ${keyword} is not supported.`);
  if (pointer === '') return;
  for (const keyword of ['$id', '$schema', ...definitionKeywords])
    if (Object.hasOwn(schema, keyword))
      report(walk, `${pointer}/${keyword}`, `The keyword ${keyword} is supported only at the root of the schema.`);
}

function checkPattern(walk: Walk, schema: JsonSchema, pointer: string): void {
  const { pattern, patternProperties } = schema;
  if (typeof pattern === 'string') reportPattern(walk, pattern, `${pointer}/pattern`);
  if (!isJsonObject(patternProperties)) return;
  for (const text of Object.keys(patternProperties))
    reportPattern(walk, text, `${pointer}/patternProperties/${escapePointer(text)}`);
}

function reportPattern(walk: Walk, pattern: string, pointer: string): void {
  const { pattern: max } = schemaLimits;
  if (pattern.length > max) report(walk, pointer, `A pattern has at most ${max} characters.`);
  try {
    new RegExp(pattern, 'u');
  } catch {
    report(walk, pointer, 'Expected a regular expression (ECMA-262, with the flag "u").');
  }
}

function followReference(walk: Walk, schema: JsonSchema, { pointer, depth }: { pointer: string; depth: number }): void {
  const { $ref } = schema;
  if ($ref === undefined) return;
  const found = typeof $ref === 'string' ? findDefinition(walk.root, $ref) : undefined;
  if (found === undefined) {
    const detail =
      'Expected a reference to a definition of this schema, such as "#/$defs/address". Others are not followed.';
    report(walk, `${pointer}/$ref`, detail);
    return;
  }
  if (walk.following.includes(found.pointer)) {
    report(walk, `${pointer}/$ref`, 'A definition may not contain itself.');
    return;
  }
  walk.following.push(found.pointer);
  visit(walk, found.schema, { pointer: found.pointer, depth: depth + 1 });
  walk.following.pop();
}
