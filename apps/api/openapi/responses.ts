import type {
  ZodOpenApiComponentsObject,
  ZodOpenApiHeadersObject,
  ZodOpenApiResponseObject,
  ZodOpenApiResponsesObject,
} from 'zod-openapi';
import { createProblem, problems, type ProblemCode } from '../../../shared/contracts/problem';
import { problemSchema } from '../../../shared/contracts/problem.schema';
import { headers, type HeaderName } from '../http/response-headers';
import type { ResponseDoc, Route } from '../http/route';
import { groupByStatus, problemHeaders, problemsOf } from './route-problems';

const requestId = 'req_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e';

/** The documented headers of a response. */
function headersOf(names: readonly HeaderName[], required: (name: HeaderName) => boolean): ZodOpenApiHeadersObject {
  const shown = names.map((name) => {
    const { description, example } = headers[name];
    const schema = { type: 'string' as const, examples: [example] };
    return [name, { description, required: required(name), schema }] as const;
  });
  const always: ZodOpenApiHeadersObject = { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } };
  return Object.assign(always, Object.fromEntries(shown));
}

/** Headers that a row implies for every successful response. */
const implied = ({ method, access }: Route): HeaderName[] => [
  ...(method === 'POST' ? (['Idempotent-Replayed'] as const) : []),
  ...(access === 'public' ? [] : (['RateLimit', 'RateLimit-Policy'] as const)),
];

function toResponse(
  { description, schema, content = {}, headers: own = [] }: ResponseDoc,
  route: Route,
): ZodOpenApiResponseObject {
  const names = [...own, ...implied(route)];
  const media = { ...(schema === undefined ? {} : { 'application/json': schema }), ...content };
  return {
    description,
    headers: headersOf(names, (name) => headers[name].always),
    ...(Object.keys(media).length === 0
      ? {}
      : { content: Object.fromEntries(Object.entries(media).map(([type, of]) => [type, { schema: of }])) }),
  };
}

/** The problem responses of one status: their codes name the examples. */
function toProblemResponse(codes: readonly ProblemCode[]): ZodOpenApiResponseObject {
  const names = [...new Set(codes.flatMap((code) => problemHeaders[code] ?? []))];
  const always = (name: HeaderName): boolean => codes.every((code) => problemHeaders[code]?.includes(name) === true);
  return {
    description: codes.map((code) => `\`${code}\`: ${problems[code].title}`).join(' '),
    headers: headersOf(names, always),
    content: {
      'application/problem+json': {
        schema: problemSchema,
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}

/** All responses of an operation. */
export function responsesOf(route: Route): ZodOpenApiResponsesObject {
  const found: Record<string, ZodOpenApiResponseObject> = {};
  for (const [status, doc] of Object.entries(route.doc.responses)) found[status] = toResponse(doc, route);
  for (const [status, codes] of groupByStatus(problemsOf(route))) found[String(status)] = toProblemResponse(codes);
  return found;
}

/** An example of each problem, and the header of every response. */
export const sharedParts = {
  headers: {
    'X-Request-Id': {
      description: headers['X-Request-Id'].description,
      required: true,
      schema: { type: 'string', examples: [headers['X-Request-Id'].example] },
    },
  },
  examples: Object.fromEntries(
    (Object.keys(problems) as ProblemCode[]).map((code) => [
      code,
      { summary: problems[code].title, value: createProblem(code, { requestId }) },
    ]),
  ),
} satisfies ZodOpenApiComponentsObject;
