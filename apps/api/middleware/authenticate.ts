import type { NextFunction, Request } from 'express';
import type { ApiDeps } from '../deps';
import type { ApiResponse } from './locals';
import { admit } from './request-key';

/** Players cannot send headers: these paths also take the key in the query. */
const takesQueryKey = /\/calls\/[^/]+\/(recordings\/[^/]+|stream-audio-[^/]+)$/;

/** Lets a request on when its key opens the door; the organisation it acts for is the key's. */
export function authenticate(deps: Pick<ApiDeps, 'keyring' | 'nowMs'>) {
  return async (req: Request, res: ApiResponse, next: NextFunction): Promise<void> => {
    const { apiKey: queryKey } = takesQueryKey.test(req.path) ? req.query : {};
    res.locals.apiKey = await admit(req, deps, typeof queryKey === 'string' ? queryKey : undefined);
    next();
  };
}
