import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request } from 'express';
import { newId } from '../../../shared/adapters/ids';
import type { ApiResponse } from './locals';

/** The caller's request id if it is harmless in a log, or a new one. */
export function requestIdOf(req: IncomingMessage): string {
  const given = req.headers['x-request-id'];
  return typeof given === 'string' && /^[\w-]{1,64}$/.test(given) ? given : newId('req');
}

/** Gives a request its id, which stands in the answer, in problems and in the log. */
export function requestId(req: Request, res: ApiResponse, next: NextFunction): void {
  const id = requestIdOf(req);
  res.locals.requestId = id;
  res.setHeader('X-Request-Id', id);
  next();
}
