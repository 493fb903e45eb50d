import { z } from 'zod';
import { createDocument, type CreateDocumentOptions, type ZodOpenApiOperationObject } from 'zod-openapi';
import { problems } from '../../../shared/contracts/problem';
import { eventSchema } from '../../../shared/contracts/event.schema';
import {
  otherEventSchema,
  webhookEventSchema,
  webhookHeadersSchema,
} from '../../../shared/contracts/webhook-event.schema';
import { acceptsQueryKey, acceptsTicket } from '../http/query-key';
import type { Route } from '../http/route';
import { secureCookieName } from '../http/session-cookie';
import { tags } from '../http/tags';
import { parametersOf, requestBodyOf, headerParameters } from './requests';
import { responsesOf, sharedParts } from './responses';

const problemTable = Object.entries(problems)
  .map(([code, { status, title }]) => `| \`${code}\` | ${status} | ${title} |`)
  .join('\n');

const introduction = `Outdial places automated outbound voice calls, durably. You post a **job**, a contact to call within a **campaign**; the
service waits for every scheduling constraint, places the calls, analyzes them, and reports every change to your systems by **webhook**.

## Authentication

Send the API key as \`Authorization: Bearer <key>\`. Each operation names the scope that the key needs. Where headers cannot be
set, recordings and audio streams accept a one-use \`ticket\` in the query, or the key itself as \`apiKey\`: prefer the ticket, because URLs
end up in logs and histories. The console's pages send the cookie of a session. Objects of another organization are reported as missing.

## Compatibility

Requests with unknown fields or parameters are rejected. So is what would not be stored as it was sent (I-JSON, RFC 7493): numbers that a double cannot hold exactly, unpaired surrogates, keys that occur twice. Responses and webhooks may gain fields: ignore unknown ones.

## Problems

Every error response is problem details (RFC 9457, \`application/problem+json\`) with a stable \`code\`; its \`type\` is
\`urn:outdial:problem:<code>\`. Every path answers unsupported methods with \`method_not_allowed\`.

| code | status | title |
| --- | --- | --- |
${problemTable}`;

/** Converts `/jobs/:jobID` to OpenAPI's notation. */
export const documentPath = (path: string): string => path.replaceAll(/:([A-Za-z]+)/g, '{$1}');

const securityOf = (route: Route): Record<string, string[]>[] =>
  route.access === 'public'
    ? []
    : [
        { bearer: scopesOf(route) },
        { session: scopesOf(route) },
        ...(route.basicAuth === true ? [{ basic: scopesOf(route) }] : []),
        ...(acceptsTicket(route) ? [{ ticket: scopesOf(route) }] : []),
        ...(acceptsQueryKey(route) ? [{ apiKey: scopesOf(route) }] : []),
      ];

/** The scope that the key needs, if any. */
const scopesOf = ({ access }: Route): string[] => (access === 'public' || access === 'any_key' ? [] : [access]);

function operationOf(route: Route): ZodOpenApiOperationObject {
  const { doc, operation } = route;
  const requestBody = requestBodyOf(route);
  return {
    operationId: operation,
    tags: [doc.tag],
    summary: doc.summary,
    description: [doc.description, ...scopesOf(route).map((scope) => `Scope: \`${scope}\`.`)].join('\n\n'),
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
  summary: 'Job state changed',
  description:
    'Sent at least once to every registered webhook that subscribes to it, signed according to Standard Webhooks. A 2xx response means delivered; anything else is retried, up to 20 attempts over 70.6 hours.',
  security: [],
  requestParams: { header: webhookHeadersSchema },
  requestBody: { required: true, content: { 'application/json': { schema: webhookEventSchema } } },
  responses: {
    '2XX': { description: 'The event was accepted; the response body is ignored.' },
    '410': { description: 'The receiver is gone: with DisableOnGone, the webhook is disabled.' },
    default: { description: 'The event is sent again. `Retry-After` may lengthen the delay, up to 6 hours.' },
  },
};

const otherEvent: ZodOpenApiOperationObject = {
  ...jobStateUpdated,
  operationId: 'otherEvent',
  summary: 'Event of another kind',
  description: `Sent to the webhooks whose \`Events\` name its kind, like \`job_state_updated\`.`,
  requestBody: { required: true, content: { 'application/json': { schema: otherEventSchema } } },
};

/** Tidies JSON Schema: `examples` as in 2020-12, no bounds that only mean "a JavaScript number". */
const tidy: NonNullable<CreateDocumentOptions['override']> = ({ jsonSchema, zodSchema }) => {
  const { example, ...rest } = jsonSchema as typeof jsonSchema & { example?: unknown };
  if (example !== undefined) {
    delete (jsonSchema as { example?: unknown }).example;
    jsonSchema.examples = [example];
  }
  if (rest.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (rest.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  // Strict objects reject unknown fields in requests. Responses may gain fields.
  if (zodSchema instanceof z.ZodObject && zodSchema.def.catchall === undefined) delete jsonSchema.additionalProperties;
};

/**
 * Tidies the siblings of references, which the override does not visit. Zod's `additionalProperties: false` would
 * forbid all fields there.
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

/** Creates the OpenAPI document of routes. */
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
      servers: [{ url: '/', description: 'The service that serves this document.' }],
      tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
      paths: pathsOf(routes),
      webhooks: { job_state_updated: { post: jobStateUpdated }, other_event: { post: otherEvent } },
      components: {
        ...sharedParts,
        // No response holds it as JSON of its own: it is in the frames of a stream.
        schemas: { Event: eventSchema },
        parameters: headerParameters,
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', description: 'The API key.' },
          basic: {
            type: 'http',
            scheme: 'basic',
            description: 'The id of the organization and the API key, for clients made for Twilio.',
          },
          ticket: {
            type: 'apiKey',
            in: 'query',
            name: 'ticket',
            description:
              'A one-use ticket of `createAudioTicket`, `createRecordingTicket` or `createSignInTicket`, for what it was created for only.',
          },
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: secureCookieName,
            description:
              'The cookie of `createSession`, for pages of this service. Requests that change something must come from the same origin.',
          },
          apiKey: {
            type: 'apiKey',
            in: 'query',
            name: 'apiKey',
            description:
              'The API key in the query, for recordings and audio streams only: media players cannot send headers.',
          },
        },
      },
    },
    { override: tidy },
  );
  return tidyReferences(document);
}
export type ApiDocument = ReturnType<typeof createApiDocument>;
