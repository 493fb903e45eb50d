import { isUtf8 } from 'node:buffer';
import express, { type NextFunction, type Request, type Response } from 'express';
import { ProblemError } from './problem';

const maxBodyBytes = 256 * 1024;

const hasBody = (req: Request): boolean =>
  req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;

/** RFC 8259 allows no other charset. */
const jsonParameters = new Set(['', 'charset=utf-8', 'charset="utf-8"']);

/**
 * Whether a `Content-Type` is JSON in UTF-8. Splits instead of matching a pattern, so that the time is linear in the
 * header, which the client chooses.
 */
export function isJsonType(contentType: string): boolean {
  const [type, ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  return type === 'application/json' && parameters.every((parameter) => jsonParameters.has(parameter));
}

function requireJson(req: Request, _res: Response, next: NextFunction): void {
  if (hasBody(req) && !isJsonType(req.headers['content-type'] ?? '')) {
    throw new ProblemError('unsupported_media_type', {
      detail: 'Send the body as "Content-Type: application/json" in UTF-8.',
      headers: { Accept: 'application/json' },
    });
  }
  next();
}

const parseJson = express.json({
  limit: maxBodyBytes,
  // Pass any JSON value on to the schema, whose messages are more precise.
  strict: false,
  type: () => true,
  verify: (_req, _res, bytes) => {
    if (!isUtf8(bytes)) throw new Error('The body is not valid UTF-8.');
  },
});

/** Treats a missing body as an empty object: endpoints whose fields are all optional need no body. */
function defaultToEmptyBody(req: Request, _res: Response, next: NextFunction): void {
  if (req.body === undefined) req.body = {};
  next();
}

/** Reads a JSON body into `req.body`. */
export const jsonBody = [requireJson, parseJson, defaultToEmptyBody];
