import { readFileSync } from 'node:fs';
import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import { documentFile } from '../../shared/adapters/api-document';

/** An answer as it came, to be held to the API's document. */
export interface Exchange {
  method: string;
  path: string;
  status: number;
  headers: Headers;
  /** The body as text; empty when there is none. */
  text: string;
}

interface Media {
  schema?: unknown;
  examples?: Record<string, unknown>;
}
interface Response {
  headers?: Record<string, { $ref?: string; required?: boolean }>;
  content?: Record<string, Media>;
}
interface Document {
  paths: Record<string, Record<string, { responses: Record<string, Response> }>>;
  components: { headers: Record<string, { required?: boolean }> };
}
type Node = Record<string, unknown>;

const holdsSchemas = ['properties', 'patternProperties', '$defs'];
const holdsOne = ['items', 'additionalProperties', 'propertyNames', 'schema'];
const holdsSome = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Clients must ignore unknown fields, so the document leaves responses open; here an undocumented field is a fault. */
function closed(schema: unknown): unknown {
  if (!isNode(schema)) return schema;
  const open = isNode(schema['properties']) && schema['additionalProperties'] === undefined;
  const parts = Object.entries(schema).map(([name, value]): [string, unknown] => {
    if (holdsSchemas.includes(name) && isNode(value)) {
      return [name, Object.fromEntries(Object.entries(value).map(([key, one]) => [key, closed(one)]))];
    }
    if (holdsOne.includes(name)) return [name, closed(value)];
    if (holdsSome.includes(name) && Array.isArray(value)) return [name, value.map(closed)];
    return [name, value];
  });
  return { ...Object.fromEntries(parts), ...(open ? { additionalProperties: false } : {}) };
}

/** The schemas of answers, closed: the document's own, and those of each media type. */
function closedSchemas(document: Document & { components: { schemas?: Node } }): Node {
  const { schemas = {} } = document.components;
  const named = Object.entries(schemas).map(([name, schema]) => [name, closed(schema)] as const);
  return { $id: 'api', components: { schemas: Object.fromEntries(named) } };
}

const document = JSON.parse(readFileSync(documentFile, 'utf8')) as Document;
const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, validateFormats: true });

(addFormats as unknown as (to: Ajv2020) => void)(ajv);
ajv.addFormat('binary', true);
ajv.addSchema(closedSchemas(document));

const compiled = new Map<Media, ValidateFunction>();
/** A check of a media type's schema; made at its first use. */
function checkOf(media: Media): ValidateFunction {
  const known = compiled.get(media);
  if (known) return known;
  const text = JSON.stringify(closed(media.schema ?? {})).replaceAll('"#/components/', '"api#/components/');
  const check = ajv.compile(JSON.parse(text) as Node);
  compiled.set(media, check);
  return check;
}

const templates = Object.keys(document.paths)
  .map((template) => ({
    template,
    pattern: new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{[^}]+\}/g, '[^/]+')}/?$`),
    placeholders: template.split('{').length,
  }))
  .sort((a, b) => a.placeholders - b.placeholders);

/** Pages for people, which the document does not describe. */
const isPage = (path: string): boolean => /^\/(docs|listen)(\/|$)/.test(path);

/** What an answer must be that belongs to no operation: a path, or a method, that there is not. */
const elsewhere = {
  path: ['route_not_found', 'unauthenticated', 'malformed_request'],
  method: ['method_not_allowed', 'unauthenticated', 'malformed_request'],
};
const problemMedia = (codes: readonly string[]): Media => ({
  schema: { $ref: '#/components/schemas/Problem' },
  examples: Object.fromEntries(codes.map((code) => [code, {}])),
});

function expected({ method, path, status }: Exchange): Response | string {
  const plain = path.split('?')[0] ?? '';
  const found = templates.find(({ pattern }) => pattern.test(plain))?.template;
  if (found === undefined) return { content: { 'application/problem+json': problemMedia(elsewhere.path) } };
  const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
  const operation = document.paths[found]?.[verb];
  if (operation) {
    const known = Object.keys(operation.responses).join(', ');
    return operation.responses[status] ?? `the status is not documented for ${found}; these are: ${known}`;
  }
  if (method === 'OPTIONS' && status === 204) return { headers: { Allow: { required: true } } };
  const headers = status === 405 ? { Allow: { required: true } } : {};
  return { headers, content: { 'application/problem+json': problemMedia(elsewhere.method) } };
}

function bodyFaults({ method, status, headers, text }: Exchange, { content = {} }: Response): string[] {
  const type = headers.get('content-type')?.split(';')[0] ?? '';
  const bodyless = method === 'HEAD' || status === 304;
  if (text === '' && (bodyless || Object.keys(content).length === 0)) return [];
  const media = content[type];
  if (media === undefined) return [`the content type "${type}" is not documented`];
  if (!/json$/.test(type)) return [];
  const body = JSON.parse(text) as { code?: string };
  const check = checkOf(media);
  const faults = check(body)
    ? []
    : (check.errors ?? []).map(
        ({ instancePath, message = '', params }) =>
          `${instancePath || 'the body'} ${message} ${JSON.stringify(params)}`,
      );
  const undocumented = type === 'application/problem+json' && media.examples?.[body.code ?? ''] === undefined;
  return undocumented ? [...faults, `the problem "${body.code ?? ''}" is not documented here`] : faults;
}

function headerFaults({ headers }: Exchange, { headers: documented = {} }: Response): string[] {
  return Object.entries(documented)
    .filter(([name, header]) => (header.$ref ? document.components.headers[name] : header)?.required === true)
    .filter(([name]) => !headers.has(name))
    .map(([name]) => `the header ${name} is missing`);
}

/** @returns what a response has beyond the API's document, or lacks of it; nothing for a conforming one */
export function faultsOf(exchange: Exchange): string[] {
  if (isPage(exchange.path)) return [];
  const response = expected(exchange);
  if (typeof response === 'string') return [response];
  return [...bodyFaults(exchange, response), ...headerFaults(exchange, response)];
}

/** Holds an answer to the API's document. @throws when it is not as documented */
export function holdToDocument(exchange: Exchange): void {
  const faults = faultsOf(exchange);
  if (faults.length === 0) return;
  const { method, path, status, text } = exchange;
  const asked = `${method} ${path.split('?')[0] ?? ''} answered ${status}`;
  throw new Error(`${asked}, not as docs/openapi.json says:\n- ${faults.join('\n- ')}\n${text.slice(0, 500)}`);
}
