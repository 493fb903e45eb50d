import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request } from 'express';
import { type ApiKey, keyStateAt } from '../../../shared/domain/access/api-key';
import type { Scope } from '../../../shared/domain/access/scope';
import type { ApiKeyCache } from './api-key-cache';
import type { ApiResponse } from './locals';
import { pathPattern } from './path-parameters';
import { ProblemError } from './problem';
import { acceptsQueryKey, keyParameter } from './query-key';
import type { Route } from './route';

const unauthenticated = (detail: string, parameters = '') =>
  new ProblemError('unauthenticated', { detail, headers: { 'WWW-Authenticate': `Bearer${parameters}` } });

/** The API key of a request: the bearer token, or else the query parameter, which only some paths accept. */
function extractApiKey(req: IncomingMessage, queryKey?: string | null): string | undefined {
  const { authorization } = req.headers;
  if (authorization === undefined) return queryKey ?? undefined;
  return /^bearer +(\S+)$/i.exec(authorization)?.[1];
}

/** Finds the API key of a request. @throws {ProblemError} 401 with the challenge of RFC 6750 */
export async function authenticate(
  req: IncomingMessage,
  { apiKeyCache, nowMs }: { apiKeyCache: ApiKeyCache; nowMs: () => number },
  queryKey?: string | null,
): Promise<ApiKey> {
  const key = extractApiKey(req, queryKey);
  if (key === undefined) throw unauthenticated('Send the API key as "Authorization: Bearer <key>".');
  const apiKey = await apiKeyCache.find(key);
  if (!apiKey) throw unauthenticated('Unknown API key.', ' error="invalid_token"');
  const state = keyStateAt(apiKey, nowMs());
  if (state === 'active') return apiKey;
  apiKeyCache.recordRefusal(apiKey, state);
  throw unauthenticated(
    state === 'expired' ? 'The API key has expired.' : 'The API key has been revoked.',
    ' error="invalid_token"',
  );
}

/** Passes a request on if its API key is valid; the request acts for the key's organization. */
export function requireApiKey(routes: readonly Route[], deps: { apiKeyCache: ApiKeyCache; nowMs: () => number }) {
  const queryKeyPaths = routes.filter(acceptsQueryKey).map(({ path }) => pathPattern(path));
  return async (req: Request, res: ApiResponse, next: NextFunction): Promise<void> => {
    const queryKey = queryKeyPaths.some((pattern) => pattern.test(req.path)) ? req.query[keyParameter] : undefined;
    res.locals.apiKey = await authenticate(req, deps, typeof queryKey === 'string' ? queryKey : undefined);
    next();
  };
}

/** @throws {ProblemError} 403 if the key lacks the scope */
export function requireScope(apiKey: ApiKey, scope: Scope): void {
  if (apiKey.Scopes.includes(scope)) return;
  throw new ProblemError('forbidden', {
    detail: `The API key lacks the scope "${scope}".`,
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  });
}
