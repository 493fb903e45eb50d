import type { NextFunction, Request } from 'express';
import { newId } from '../../../shared/adapters/ids';
import type { ApiResponse } from './locals';

/** Takes the caller's request id if it is harmless in a log, or makes one; it stands in the answer, in problems and in the log. */
export function requestId(req: Request, res: ApiResponse, next: NextFunction): void {
  const given = req.get('x-request-id');
  const id = given !== undefined && /^[\w-]{1,64}$/.test(given) ? given : newId('req');
  res.locals.requestId = id;
  res.setHeader('X-Request-Id', id);
  next();
}
