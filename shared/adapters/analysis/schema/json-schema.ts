/** A JSON Schema that is an object. */
export type JsonSchema = Record<string, unknown>;

export const isJsonObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** One part of a JSON pointer (RFC 6901). */
export const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
const unescapePointer = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');

/** The properties of a schema, which are the fields of the analysis; none of what is not a schema. */
export function fieldsOf(schema: JsonSchema | undefined): [name: string, schema: unknown][] {
  const properties = schema?.['properties'];
  return isJsonObject(properties) ? Object.entries(properties) : [];
}

/** Data in which nothing is known: `null` for every field. */
export const unknownData = (schema: JsonSchema | undefined): Record<string, unknown> =>
  Object.fromEntries(fieldsOf(schema).map(([name]) => [name, null]));

/** The keywords that hold definitions, to which a `$ref` may point. */
export const definitionKeywords = ['$defs', 'definitions'] as const;

/** A schema that a `$ref` names: `#/$defs/<name>` or `#/definitions/<name>`. @returns `undefined` for any other reference */
export function findDefinition(root: JsonSchema, ref: string): { pointer: string; schema: unknown } | undefined {
  const [hash, keyword = '', name = '', ...rest] = ref.split('/');
  if (hash !== '#' || rest.length > 0 || !definitionKeywords.some((known) => known === keyword)) return undefined;
  const definitions = root[keyword];
  const key = unescapePointer(name);
  if (!isJsonObject(definitions) || !Object.hasOwn(definitions, key)) return undefined;
  return { pointer: `/${keyword}/${name}`, schema: definitions[key] };
}
