import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request } from 'express';
import { newId } from '../../../shared/adapters/ids';
import type { ApiResponse } from './locals';

/**
 * The client's request id if it is safe to log, otherwise a new one. Only new ones begin with `req_`, so that logs and
 * the audit log show which ids a client chose.
 */
export function requestIdOf(req: IncomingMessage): string {
  const given = req.headers['x-request-id'];
  return typeof given === 'string' && /^(?!req_)[\w-]{1,64}$/.test(given) ? given : newId('req');
}

/** Assigns the request id that appears in the response, in problems and in the log. */
export function requestId(req: Request, res: ApiResponse, next: NextFunction): void {
  const id = requestIdOf(req);
  res.locals.requestId = id;
  res.setHeader('X-Request-Id', id);
  next();
}
