import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request } from 'express';
import { type ApiKey, keyStateAt } from '../../../shared/domain/access/api-key';
import type { Scope } from '../../../shared/domain/access/scope';
import type { Store } from '../../../shared/application/store';
import { accountSidOf } from '../../../shared/adapters/voice-agent/media-streams/ids';
import { addressGroupOf } from './address-group';
import type { ApiKeyCache } from './api-key-cache';
import type { ApiResponse } from './locals';
import { pathPattern } from './path-parameters';
import { ProblemError } from './problem';
import { acceptsQueryKey, queryCredentials, type QueryCredentials } from './query-key';
import type { Route } from './route';

const unauthenticated = (detail: string, parameters = '') =>
  new ProblemError('unauthenticated', { detail, headers: { 'WWW-Authenticate': `Bearer${parameters}` } });

/** The bearer token of a request. Browsers and proxies may add credentials of another scheme. */
const bearerOf = ({ headers }: IncomingMessage): string | undefined =>
  /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];

/** The user and the password of a request, for clients that know basic authentication only. */
function basicOf({ headers }: IncomingMessage): { user: string; password: string } | undefined {
  const [, encoded] = /^basic +([A-Za-z0-9+/=_-]+)$/i.exec(headers.authorization ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const [user = '', ...password] = Buffer.from(encoded, 'base64').toString().split(':');
  return { user, password: password.join(':') };
}

export interface AuthenticationDeps {
  store: Pick<Store, 'tickets' | 'apiKeys'>;
  apiKeyCache: ApiKeyCache;
  nowMs: () => number;
}

/** The credentials in a request's query, and its path, to which a ticket is bound. */
type QueryOf = QueryCredentials & { path: string };

/** Uses up a ticket. Its key is read from the store, so that one that was just revoked is refused in every process. */
async function findKeyOfTicket(
  { ticket, path }: { ticket: string; path: string },
  { store, nowMs }: AuthenticationDeps,
): Promise<ApiKey | undefined> {
  const used = await store.tickets.consume(ticket, path, nowMs());
  if (used === undefined)
    throw unauthenticated(
      'The ticket is unknown, was used, has expired or is for another path.',
      ' error="invalid_token"',
    );
  return store.apiKeys.find(used.OrgID, used.KeyID);
}

/** The user is the organization of the key. */
async function findKeyOfUser(
  req: IncomingMessage,
  { user, password }: { user: string; password: string },
  deps: AuthenticationDeps,
): Promise<ApiKey | undefined> {
  const apiKey = await deps.apiKeyCache.find(password, addressGroupOf(req.socket.remoteAddress));
  return apiKey && [apiKey.OrgID, accountSidOf(apiKey.OrgID)].includes(user) ? apiKey : undefined;
}

/** What a path accepts beside the bearer token. */
interface Accepted {
  query?: QueryOf | undefined;
  basic?: boolean;
}

/** Finds the API key of a request: the bearer token, or else what the query carries, which only some paths accept. */
async function findApiKey(
  req: IncomingMessage,
  { query, basic }: Accepted,
  deps: AuthenticationDeps,
): Promise<ApiKey | undefined> {
  const bearer = bearerOf(req);
  const credentials = basic === true ? basicOf(req) : undefined;
  if (bearer === undefined && credentials !== undefined) return findKeyOfUser(req, credentials, deps);
  if (bearer === undefined && query?.ticket !== undefined)
    return findKeyOfTicket({ ticket: query.ticket, path: query.path }, deps);
  const key = bearer ?? query?.apiKey;
  if (key === undefined) throw unauthenticated('Send the API key as "Authorization: Bearer <key>".');
  return deps.apiKeyCache.find(key, addressGroupOf(req.socket.remoteAddress));
}

/** Authenticates a request. @throws {ProblemError} 401 with the challenge of RFC 6750 */
export async function authenticate(
  req: IncomingMessage,
  deps: AuthenticationDeps,
  accepted: Accepted = {},
): Promise<ApiKey> {
  const apiKey = await findApiKey(req, accepted, deps);
  if (!apiKey) throw unauthenticated('Unknown API key.', ' error="invalid_token"');
  const state = keyStateAt(apiKey, deps.nowMs());
  if (state === 'active') return apiKey;
  deps.apiKeyCache.recordRefusal(apiKey, state);
  throw unauthenticated(
    state === 'expired' ? 'The API key has expired.' : 'The API key has been revoked.',
    ' error="invalid_token"',
  );
}

/** Passes a request on if its API key is valid; the request acts for the key's organization. */
export function requireApiKey(routes: readonly Route[], deps: AuthenticationDeps) {
  const queryKeyPaths = routes.filter(acceptsQueryKey).map(({ path }) => pathPattern(path));
  const basicPaths = routes.filter(({ basicAuth }) => basicAuth === true).map(({ path }) => pathPattern(path));
  return async (req: Request, res: ApiResponse, next: NextFunction): Promise<void> => {
    const accepts = queryKeyPaths.some((pattern) => pattern.test(req.path));
    const query = accepts ? { ...queryCredentials((name) => req.query[name]), path: req.path } : undefined;
    const basic = basicPaths.some((pattern) => pattern.test(req.path));
    res.locals.apiKey = await authenticate(req, deps, { query, basic });
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
