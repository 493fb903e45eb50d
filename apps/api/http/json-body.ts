import { isUtf8 } from 'node:buffer';
import express, { type NextFunction, type Request, type Response } from 'express';
import { jsonPointer } from '../../../shared/contracts/issues';
import { readJson } from '../../../shared/domain/json-faults';
import { invalidBody, ProblemError } from './problem';

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

/** `express.json` gives no access to the text, which alone says what its value would have lost. */
const readText = express.text({
  limit: maxBodyBytes,
  type: () => true,
  verify: (_req, _res, bytes) => {
    if (!isUtf8(bytes)) throw new Error('The body is not valid UTF-8.');
  },
});

/**
 * Parses the body. Any JSON value is passed on to the schema, whose messages are more precise. A missing body is an empty
 * object: endpoints whose fields are all optional need no body.
 */
function parseJson(req: Request, _res: Response, next: NextFunction): void {
  const text = req.body as string | undefined;
  req.body = text === undefined || text === '' ? {} : parseExactJson(text);
  next();
}

/** @throws {ProblemError} if the text is no JSON, or its value would not be what was sent; points at every such member */
export function parseExactJson(text: string): unknown {
  const read = readJson(text);
  if (read === undefined) throw new ProblemError('malformed_json', { detail: 'The body is not valid JSON.' });
  const { value, faults } = read;
  if (faults.length > 0) throw invalidBody(faults.map(({ path, detail }) => ({ pointer: jsonPointer(path), detail })));
  return value;
}

/** Reads a JSON body into `req.body`. */
export const jsonBody = [requireJson, readText, parseJson];
