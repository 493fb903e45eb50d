import type { IncomingMessage } from 'node:http';
import { type ApiKey, keyStateAt } from '../../../shared/domain/access/api-key';
import type { Scope } from '../../../shared/domain/access/scope';
import type { ApiKeyCache } from './api-key-cache';
import { ProblemError } from './problem';

const unauthenticated = (detail: string, parameters = '') =>
  new ProblemError('unauthenticated', { detail, headers: { 'WWW-Authenticate': `Bearer${parameters}` } });

/** The key of a request: the bearer's, or else the one in the query, which only some paths look at. */
function extractApiKey(req: IncomingMessage, queryKey?: string | null): string | undefined {
  const { authorization } = req.headers;
  if (authorization === undefined) return queryKey ?? undefined;
  return /^bearer +(\S+)$/i.exec(authorization)?.[1];
}

/** Whose request it is. @throws {ProblemError} 401, with what RFC 6750 says of it */
export async function authenticate(
  req: IncomingMessage,
  { apiKeyCache, nowMs }: { apiKeyCache: ApiKeyCache; nowMs: () => number },
  queryKey?: string | null,
): Promise<ApiKey> {
  const key = extractApiKey(req, queryKey);
  if (key === undefined) throw unauthenticated('Send the API key as "Authorization: Bearer <key>".');
  const apiKey = await apiKeyCache.find(key);
  if (!apiKey) throw unauthenticated('There is no such API key.', ' error="invalid_token"');
  const state = keyStateAt(apiKey, nowMs());
  if (state === 'active') return apiKey;
  throw unauthenticated(
    state === 'expired' ? 'The API key has expired.' : 'The API key was revoked.',
    ' error="invalid_token"',
  );
}

/** @throws {ProblemError} 403 when a key may not do that */
export function requireScope(apiKey: ApiKey, scope: Scope): void {
  if (apiKey.Scopes.includes(scope)) return;
  throw new ProblemError('forbidden', {
    detail: `The API key lacks the scope "${scope}".`,
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  });
}
