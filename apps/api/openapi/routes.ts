import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { documentFile } from '../../../shared/adapters/api-document';
import { matchesEtag } from '../http/etag';
import { type Reply, route } from '../http/route';

/** The bytes are shared by all responses: a reader that is slow, or reads nothing, costs no copy. */
interface ServedDocument {
  bytes: Buffer;
  etag: string;
}
let cached: ServedDocument | undefined;
/** Reads the document on the first request: the command that writes the file must start without it. */
function loadDocument(): ServedDocument {
  if (cached) return cached;
  const bytes = Buffer.from(JSON.stringify(JSON.parse(readFileSync(documentFile, 'utf8'))));
  cached = { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` };
  return cached;
}

function replyWithDocument(ifNoneMatch: string | undefined): Reply {
  const { bytes, etag } = loadDocument();
  // The document is public. A new version of the service becomes visible within minutes.
  const headers = { ETag: etag, 'Cache-Control': 'public, max-age=300', 'Access-Control-Allow-Origin': '*' };
  if (matchesEtag(ifNoneMatch, etag)) return { status: 304, body: undefined, headers };
  return { status: 200, body: bytes, headers: { ...headers, 'Content-Type': 'application/json; charset=utf-8' } };
}

export const openApiRoutes = [
  route({
    method: 'GET',
    path: '/openapi.json',
    operation: 'getApiDocument',
    doc: {
      tag: 'Service',
      summary: 'This document',
      description: 'Returns the OpenAPI 3.1 document of this API. `/docs` shows it as a page.',
      responses: {
        200: {
          description: 'The document.',
          schema: z.record(z.string(), z.unknown()).meta({ description: 'An OpenAPI 3.1 document.' }),
          headers: ['ETag'],
        },
        304: { description: 'The document matches `If-None-Match`.', headers: ['ETag'] },
      },
    },
    access: 'public',
    handle: ({ header }) => replyWithDocument(header('if-none-match')),
  }),
];
