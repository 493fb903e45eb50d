import type { NextFunction, Request } from 'express';
import type { ApiDeps } from './deps';
import type { ApiResponse } from './locals';
import { authenticate } from './authenticate';

/** Media players cannot send headers: these paths also accept the key in the query. */
const acceptsQueryKey = /\/calls\/[^/]+\/(recordings\/[^/]+|stream-audio-[^/]+)$/;

/** Passes a request on if its API key is valid; the request acts for the key's organization. */
export function requireApiKey(deps: Pick<ApiDeps, 'apiKeyCache' | 'nowMs'>) {
  return async (req: Request, res: ApiResponse, next: NextFunction): Promise<void> => {
    const { apiKey: queryKey } = acceptsQueryKey.test(req.path) ? req.query : {};
    res.locals.apiKey = await authenticate(req, deps, typeof queryKey === 'string' ? queryKey : undefined);
    next();
  };
}
