import express, { type NextFunction, type Request, type Response } from 'express';
import { ProblemError } from './problem';

const maxBodyBytes = 256 * 1024;
const formType = 'application/x-www-form-urlencoded';

function requireForm(req: Request, _res: Response, next: NextFunction): void {
  const [type = ''] = (req.headers['content-type'] ?? '').split(';');
  if (type.trim().toLowerCase() !== formType && Number(req.headers['content-length'] ?? 0) > 0)
    throw new ProblemError('unsupported_media_type', {
      detail: `Send the body as "Content-Type: ${formType}".`,
      headers: { Accept: formType },
    });
  next();
}

const parseForm = express.urlencoded({ extended: false, limit: maxBodyBytes, parameterLimit: 100, type: () => true });

function defaultToEmptyBody(req: Request, _res: Response, next: NextFunction): void {
  // The parser's object has no prototype, which schemas expect of plain objects.
  req.body = { ...(req.body as Record<string, unknown> | undefined) };
  next();
}

/** Reads a form into `req.body`. */
export const formBody = [requireForm, parseForm, defaultToEmptyBody];
