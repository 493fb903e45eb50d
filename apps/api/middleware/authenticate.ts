import type { NextFunction, Request } from 'express';
import type { ApiDeps } from '../deps';
import { createKeyring } from './keyring';
import type { ApiResponse } from './locals';
import { ProblemError } from './problem';

const unauthenticated = () =>
  new ProblemError('unauthenticated', {
    detail: 'Send the API key as "Authorization: Bearer <key>".',
    headers: { 'WWW-Authenticate': 'Bearer' },
  });

/** Lets a request on when its bearer key is known; the organisation it acts for is the key's. */
export function authenticate({ store, nowMs }: Pick<ApiDeps, 'store' | 'nowMs'>) {
  const keyring = createKeyring((hash) => store.apiKeys.findByHash(hash), nowMs);
  return async (req: Request, res: ApiResponse, next: NextFunction): Promise<void> => {
    const [, key] = /^bearer +(\S+)$/i.exec(req.headers.authorization ?? '') ?? [];
    const apiKey = key === undefined ? undefined : await keyring.find(key);
    if (!apiKey) throw unauthenticated();
    res.locals.apiKey = apiKey;
    next();
  };
}
