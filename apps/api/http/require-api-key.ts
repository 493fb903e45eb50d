import type { NextFunction, Request } from 'express';
import type { ApiDeps } from './deps';
import type { ApiResponse } from './locals';
import { authenticate } from './authenticate';

/** Players cannot send headers: these paths also take the key in the query. */
const acceptsQueryKey = /\/calls\/[^/]+\/(recordings\/[^/]+|stream-audio-[^/]+)$/;

/** Lets a request on when its key opens the door; the organization it acts for is the key's. */
export function requireApiKey(deps: Pick<ApiDeps, 'apiKeyCache' | 'nowMs'>) {
  return async (req: Request, res: ApiResponse, next: NextFunction): Promise<void> => {
    const { apiKey: queryKey } = acceptsQueryKey.test(req.path) ? req.query : {};
    res.locals.apiKey = await authenticate(req, deps, typeof queryKey === 'string' ? queryKey : undefined);
    next();
  };
}
