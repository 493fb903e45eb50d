import Ajv2020, { type ErrorObject } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { LRUCache } from 'lru-cache';
import type { SchemaError } from '../../../domain/call/evidence';
import type { FieldProblem } from '../../../domain/field-problem';
import { isWithinDataLimits } from '../../../domain/call/limits';
import { findBoundProblems } from './bounds';
import { escapePointer, fieldsOf, isJsonObject, type JsonSchema } from './json-schema';
import { CheckTimeoutError, runBounded } from './run-bounded';

const maxErrors = 50;

/** A schema that data can be checked against. */
export interface AnalysisValidator {
  /**
   * @param data fields that are `null` are unknown, so they contradict nothing
   * @returns where the others contradict the schema; empty if they do not, at most 50
   */
  validate(data: Readonly<Record<string, unknown>>): SchemaError[];
}

function createAjv(validateSchema: boolean): Ajv2020 {
  const ajv = new Ajv2020({
    strictSchema: true,
    strictNumbers: true,
    // These refuse schemas that are valid and clear.
    strictTypes: false,
    strictTuples: false,
    strictRequired: false,
    allErrors: true,
    validateSchema,
    addUsedSchema: false,
    logger: false,
  });
  addFormats(ajv);
  return ajv;
}

const pointerOf = ({ instancePath, keyword, params }: ErrorObject): string => {
  const missing: unknown =
    keyword === 'required' ? (params as { missingProperty?: unknown }).missingProperty : undefined;
  return typeof missing === 'string' ? `${instancePath}/${escapePointer(missing)}` : instancePath;
};

const detailOf = (error: ErrorObject): string => {
  const values: unknown = (error.params as { allowedValues?: unknown }).allowedValues;
  const allowed = Array.isArray(values) ? `: ${JSON.stringify(values).slice(0, 200)}` : '';
  return `Data ${error.message ?? 'is invalid'}${allowed}.`;
};

let metaAjv: Ajv2020 | undefined;

/** The instance that only checks schemas: it keeps none, so its memory does not grow. */
const metaSchema = (): Ajv2020 => (metaAjv ??= createAjv(true));

const unknownKeyword = /^strict mode: unknown keyword: "(.+)"$/s;
const atPath = / in schema at path "#(.*)"$/s;

/** Errors of data that was not checked. */
const unchecked = {
  large: { Pointer: '', Detail: 'Data has too many values to be checked.' },
  slow: { Pointer: '', Detail: 'Data was not checked: the schema takes too long.' },
} as const;

function compile(schema: JsonSchema): AnalysisValidator {
  // A field that is null is unknown, also if it is required.
  const { required: _required, $id: _id, ...rest } = schema;
  const check = createAjv(false).compile(rest);
  return {
    validate: (data) => {
      if (!isWithinDataLimits(data)) return [unchecked.large];
      const known = Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null));
      try {
        runBounded(() => void check(known));
      } catch (error) {
        if (!(error instanceof CheckTimeoutError)) throw error;
        return [unchecked.slow];
      }
      const errors = (check.errors ?? []).slice(0, maxErrors);
      return errors.map((error) => ({ Pointer: pointerOf(error), Detail: detailOf(error) }));
    },
  };
}

/** Unknown keywords, by pointer: the compiler names them without their places. */
function locateKeyword(schema: unknown, keyword: string, pointer = ''): string | undefined {
  if (Array.isArray(schema)) {
    for (const [index, item] of schema.entries()) {
      const found = locateKeyword(item, keyword, `${pointer}/${index}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (!isJsonObject(schema)) return undefined;
  // The names of properties are no keywords.
  const isMap = /\/(?:properties|patternProperties|\$defs|definitions|dependentSchemas)$/.test(pointer);
  if (!isMap && Object.hasOwn(schema, keyword)) return `${pointer}/${escapePointer(keyword)}`;
  for (const [name, child] of Object.entries(schema)) {
    const found = locateKeyword(child, keyword, `${pointer}/${escapePointer(name)}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function findCompileProblem(schema: JsonSchema): FieldProblem[] {
  try {
    compile(schema);
    return [];
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const [, keyword] = unknownKeyword.exec(message) ?? [];
    const path = atPath.exec(message)?.[1] ?? '';
    const pointer = keyword === undefined ? path : (locateKeyword(schema, keyword) ?? '');
    return [{ pointer, detail: `The schema is not valid JSON Schema 2020-12: ${message.slice(0, 500)}.` }];
  }
}

/** One problem for each place: an invalid keyword contradicts several parts of the schema of schemas. */
function listMetaProblems(errors: readonly ErrorObject[]): FieldProblem[] {
  const byPointer = new Map<string, FieldProblem>();
  for (const error of errors) {
    const pointer = pointerOf(error);
    const detail = `The schema is not valid JSON Schema 2020-12: it ${error.message ?? 'is invalid'}.`;
    if (!byPointer.has(pointer)) byPointer.set(pointer, { pointer, detail });
  }
  return [...byPointer.values()].slice(0, maxErrors);
}

/**
 * Finds what is wrong with an analysis schema: it must be JSON Schema 2020-12, refer to nothing outside itself, use known
 * keywords and formats only, and be within bounds.
 * @returns problems with pointers into the schema; empty for a valid one
 */
export function findSchemaProblems(schema: JsonSchema): FieldProblem[] {
  const bounds = findBoundProblems(schema);
  if (bounds.length > 0) return bounds.slice(0, maxErrors);
  const ajv = metaSchema();
  const { $id: _id, ...rest } = schema;
  if (ajv.validateSchema(rest) !== true) return listMetaProblems(ajv.errors ?? []);
  return findCompileProblem(schema);
}

const cache = new LRUCache<string, { validator: AnalysisValidator | undefined }>({ max: 100 });

/** @returns `undefined` for a schema that is not valid, which only earlier versions accepted */
export function createValidator(schema: JsonSchema): AnalysisValidator | undefined {
  const key = JSON.stringify(schema);
  const known = cache.get(key);
  if (known !== undefined) return known.validator;
  const validator = findSchemaProblems(schema).length === 0 ? compile(schema) : undefined;
  cache.set(key, { validator });
  return validator;
}

/**
 * Checks values in the place of fields, all of them within the time of one check; `null` is always allowed.
 * @returns problems with pointers into the values
 */
export function findValueProblems(
  schema: JsonSchema | undefined,
  values: Readonly<Record<string, unknown>>,
): FieldProblem[] {
  const names = new Set(fieldsOf(schema).map(([name]) => name));
  const pointers = Object.keys(values).map((name) => ({ name, pointer: `/${escapePointer(name)}` }));
  const unknown = pointers.filter(({ name }) => !names.has(name));
  const errors = schema === undefined ? [] : (createValidator(schema)?.validate(values) ?? []);
  // Errors of the whole are those of fields that are not given, unless nothing was checked.
  const ofValues = errors.filter(
    (error) =>
      error === unchecked.large ||
      error === unchecked.slow ||
      pointers.some(({ pointer }) => error.Pointer === pointer || error.Pointer.startsWith(`${pointer}/`)),
  );
  return [
    ...ofValues.map(({ Pointer, Detail }) => ({ pointer: Pointer, detail: Detail })),
    ...unknown.map(({ pointer }) => ({ pointer, detail: 'The analysis schema has no such field.' })),
  ];
}
