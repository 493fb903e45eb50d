import type { NextFunction, Request } from 'express';
import type { ApiDeps } from '../deps';
import { createKeyring } from './keyring';
import type { ApiResponse } from './locals';
import { requestKey, unauthenticated } from './request-key';

/** Players cannot send headers: these paths also take the key in the query. */
const takesQueryKey = /\/calls\/[^/]+\/(recordings\/[^/]+|stream-audio-[^/]+)$/;

/** Lets a request on when its bearer key is known; the organisation it acts for is the key's. */
export function authenticate({ store, nowMs }: Pick<ApiDeps, 'store' | 'nowMs'>) {
  const keyring = createKeyring((hash) => store.apiKeys.findByHash(hash), nowMs);
  return async (req: Request, res: ApiResponse, next: NextFunction): Promise<void> => {
    const { apiKey: queryKey } = takesQueryKey.test(req.path) ? req.query : {};
    const key = requestKey(req, typeof queryKey === 'string' ? queryKey : undefined);
    const apiKey = key === undefined ? undefined : await keyring.find(key);
    if (!apiKey) throw unauthenticated();
    res.locals.apiKey = apiKey;
    next();
  };
}
