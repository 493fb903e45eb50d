import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request } from 'express';
import { type ApiKey, keyStateAt } from '../../../shared/domain/access/api-key';
import type { Scope } from '../../../shared/domain/access/scope';
import { isHandshake } from '../../../shared/adapters/media/handshakes';
import type { Session } from '../../../shared/adapters/mongo/sessions.repository';
import type { Store } from '../../../shared/application/store';
import { accountSidOf } from '../../../shared/adapters/voice-agent/media-streams/ids';
import type { ApiKeyCache } from './api-key-cache';
import type { ApiResponse } from './locals';
import { pathPattern } from './path-parameters';
import { ProblemError } from './problem';
import { acceptsTicket, queryCredentials, type QueryCredentials } from './query-key';
import type { Route } from './route';
import { refuseCrossSiteRead, requireOwnOrigin, requireSameOrigin } from './same-origin';
import type { SessionCache } from './session-cache';
import { sessionTokenOf } from './session-cookie';

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
  sessionCache: SessionCache;
  /** See `ApiDeps`. */
  publicUrl: string;
  nowMs: () => number;
}

/** Who makes a request. */
export interface Client {
  apiKey: ApiKey;
  /** Present if a browser that is signed in makes it. */
  session?: Session | undefined;
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
  { user, password }: { user: string; password: string },
  deps: AuthenticationDeps,
): Promise<ApiKey | undefined> {
  const apiKey = await deps.apiKeyCache.find(password);
  return apiKey && [apiKey.OrgID, accountSidOf(apiKey.OrgID)].includes(user) ? apiKey : undefined;
}

/** What a request's credentials lead to. The key may be unknown. */
type Found = Pick<Client, 'session'> & { apiKey: ApiKey | undefined };

/** What a path accepts beside the bearer token. */
interface Accepted {
  query?: QueryOf | undefined;
  basic?: boolean;
}

/**
 * Finds the API key that a request carries: the bearer token, or else what only some paths accept.
 * @returns `undefined` if it carries none
 */
async function findSentKey(
  req: IncomingMessage,
  { query, basic }: Accepted,
  deps: AuthenticationDeps,
): Promise<Found | undefined> {
  const bearer = bearerOf(req);
  const credentials = basic === true ? basicOf(req) : undefined;
  if (bearer === undefined && credentials !== undefined) return { apiKey: await findKeyOfUser(credentials, deps) };
  if (bearer === undefined && query?.ticket !== undefined)
    return { apiKey: await findKeyOfTicket({ ticket: query.ticket, path: query.path }, deps) };
  const key = bearer ?? query?.apiKey;
  if (key === undefined) return undefined;
  return { apiKey: await deps.apiKeyCache.find(key) };
}

/** Finds the session of a request's cookie, and its key. @throws {ProblemError} 401 without one; 403 from another site */
async function findSignedIn(req: IncomingMessage, deps: AuthenticationDeps): Promise<Found> {
  const token = sessionTokenOf(req.headers, deps.publicUrl);
  const session = token === undefined ? undefined : await deps.sessionCache.find(token);
  if (session === undefined) throw unauthenticated('Send the API key as "Authorization: Bearer <key>".');
  checkOrigin(req, deps);
  return { session, apiKey: await deps.apiKeyCache.findByHash(session.KeyHash) };
}

/** Refuses what another site had a browser send with the cookie. @throws {ProblemError} 403 */
function checkOrigin(req: IncomingMessage, { publicUrl }: AuthenticationDeps): void {
  const { method, headers } = req;
  if (isHandshake(req)) requireOwnOrigin(headers, publicUrl);
  else if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') refuseCrossSiteRead(headers);
  else requireSameOrigin(headers, publicUrl);
}

/** Authenticates a request. @throws {ProblemError} 401 with the challenge of RFC 6750 */
export async function authenticate(
  req: IncomingMessage,
  deps: AuthenticationDeps,
  accepted: Accepted = {},
): Promise<Client> {
  const { apiKey, session } = (await findSentKey(req, accepted, deps)) ?? (await findSignedIn(req, deps));
  if (!apiKey) throw unauthenticated('Unknown API key.', ' error="invalid_token"');
  const state = keyStateAt(apiKey, deps.nowMs());
  if (state === 'active') return { apiKey, session };
  deps.apiKeyCache.recordRefusal(apiKey, state);
  throw unauthenticated(
    state === 'expired' ? 'The API key has expired.' : 'The API key has been revoked.',
    ' error="invalid_token"',
  );
}

/** Passes a request on if its API key is valid; the request acts for the key's organization. */
export function requireApiKey(routes: readonly Route[], deps: AuthenticationDeps) {
  const queryKeyPaths = routes.filter(acceptsTicket).map(({ path }) => pathPattern(path));
  const basicPaths = routes.filter(({ basicAuth }) => basicAuth === true).map(({ path }) => pathPattern(path));
  return async (req: Request, res: ApiResponse, next: NextFunction): Promise<void> => {
    const accepts = queryKeyPaths.some((pattern) => pattern.test(req.path));
    const query = accepts ? { ...queryCredentials((name) => req.query[name]), path: req.path } : undefined;
    const basic = basicPaths.some((pattern) => pattern.test(req.path));
    Object.assign(res.locals, await authenticate(req, deps, { query, basic }));
    next();
  };
}

/** @throws {ProblemError} 403 if the key of a request lacks the scope */
export function requireScope({ scopes }: { scopes: readonly Scope[] }, scope: Scope): void {
  if (scopes.includes(scope)) return;
  throw new ProblemError('forbidden', {
    detail: `The API key lacks the scope "${scope}".`,
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  });
}
