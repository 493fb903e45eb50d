import { z } from 'zod';
import { createDocument, type CreateDocumentOptions, type ZodOpenApiOperationObject } from 'zod-openapi';
import { problems } from '../../../shared/contracts/problem';
import { webhookEventSchema, webhookHeadersSchema } from '../../../shared/contracts/webhook-event.schema';
import type { Route } from '../http/route';
import { parametersOf, requestBodyOf, headerParameters, takesKeyInQuery } from './requests';
import { responsesOf, sharedParts } from './responses';
import { tags } from '../http/tags';

const problemTable = Object.entries(problems)
  .map(([code, { status, title }]) => `| \`${code}\` | ${status} | ${title} |`)
  .join('\n');

const introduction = `Outdial places automated outbound voice calls, durably. You post a **job**, a contact to call within a **campaign**; the
service waits out every scheduling constraint, makes the calls, analyses them, and tells your systems every change by **webhook**.

## Authentication

Send the API key as \`Authorization: Bearer <key>\`. Recordings and audio streams also take it as \`apiKey\` in the query. Each operation
names the scope that the key needs. Objects of another organization are answered as objects that do not exist.

## Compatibility

Unknown fields and parameters in requests are refused by name. Answers and webhooks may gain fields: ignore those that you do not know.

## Problems

Every refusal is problem details (RFC 9457, \`application/problem+json\`) with a \`code\` that never changes; its \`type\` is
\`urn:outdial:problem:<code>\`. Every path answers a method that it does not take with \`method_not_allowed\`.

| code | status | title |
| --- | --- | --- |
${problemTable}`;

/** `/jobs/:jobID` as OpenAPI writes it. */
export const documentPath = (path: string): string => path.replaceAll(/:([A-Za-z]+)/g, '{$1}');

const securityOf = (route: Route): Record<string, string[]>[] =>
  route.access === 'anybody'
    ? []
    : [{ bearer: [route.access] }, ...(takesKeyInQuery(route) ? [{ apiKey: [route.access] }] : [])];

function operationOf(route: Route): ZodOpenApiOperationObject {
  const { doc, access, operation } = route;
  const requestBody = requestBodyOf(route);
  return {
    operationId: operation,
    tags: [doc.tag],
    summary: doc.summary,
    description: access === 'anybody' ? doc.description : `${doc.description}\n\nScope: \`${access}\`.`,
    security: securityOf(route),
    ...parametersOf(route),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: responsesOf(route),
  };
}

function pathsOf(routes: readonly Route[]): Record<string, Record<string, ZodOpenApiOperationObject>> {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const route of routes) {
    (paths[documentPath(route.path)] ??= {})[route.method.toLowerCase()] = operationOf(route);
  }
  return paths;
}

const jobStateUpdated: ZodOpenApiOperationObject = {
  operationId: 'jobStateUpdated',
  tags: ['Webhooks'],
  summary: 'A job has moved',
  description:
    'Sent to every registered webhook that wants it, at least once, signed by Standard Webhooks. 2xx means delivered; anything else is tried again, 20 times over 70.6 hours.',
  security: [],
  requestParams: { header: webhookHeadersSchema },
  requestBody: { required: true, content: { 'application/json': { schema: webhookEventSchema } } },
  responses: {
    '2XX': { description: 'The event was taken; the body is not looked at.' },
    '410': { description: 'The receiver is gone: with DisableOnGone the webhook is switched off.' },
    default: { description: 'The event will be sent again. `Retry-After` may lengthen the wait, up to 6 hours.' },
  },
};

/** JSON Schema as it is read best: examples by their name in 2020-12, no bounds that only say "a number of JavaScript". */
const tidy: NonNullable<CreateDocumentOptions['override']> = ({ jsonSchema, zodSchema }) => {
  const { example, ...rest } = jsonSchema as typeof jsonSchema & { example?: unknown };
  if (example !== undefined) {
    delete (jsonSchema as { example?: unknown }).example;
    jsonSchema.examples = [example];
  }
  if (rest.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (rest.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  // Requests are refused with unknown fields, which strict objects say. Answers may gain fields.
  if (zodSchema instanceof z.ZodObject && zodSchema.def.catchall === undefined) delete jsonSchema.additionalProperties;
};

/**
 * Tidies what stands beside references, which the override does not see. Zod's word for an object, "no other fields", would mean "no fields
 * at all" there.
 */
function tidyReferences<Node>(node: Node): Node {
  if (typeof node !== 'object' || node === null) return node;
  if ('$ref' in node) {
    const beside = node as {
      additionalProperties?: unknown;
      outputId?: unknown;
      example?: unknown;
      examples?: unknown[];
    };
    delete beside.additionalProperties;
    delete beside.outputId;
    if (beside.example !== undefined) beside.examples = [beside.example];
    delete beside.example;
  }
  Object.values(node).forEach(tidyReferences);
  return node;
}

/** The OpenAPI document of some routes. */
export function createApiDocument(routes: readonly Route[], version: string) {
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Outdial',
        version,
        description: introduction,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/', description: 'The service that this document comes from.' }],
      tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
      paths: pathsOf(routes),
      webhooks: { job_state_updated: { post: jobStateUpdated } },
      components: {
        ...sharedParts,
        parameters: headerParameters,
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', description: 'The API key.' },
          apiKey: {
            type: 'apiKey',
            in: 'query',
            name: 'apiKey',
            description:
              'The API key in the query: recordings and audio streams only, for players that cannot send headers.',
          },
        },
      },
    },
    { override: tidy },
  );
  return tidyReferences(document);
}
export type ApiDocument = ReturnType<typeof createApiDocument>;
