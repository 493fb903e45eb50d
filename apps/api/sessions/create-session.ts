import type { Session } from '../../../shared/adapters/mongo/sessions.repository';
import { audit } from '../audit/audit';
import type { ApiDeps } from '../http/deps';
import { ProblemError } from '../http/problem';
import type { ApiRequest, Reply } from '../http/route';
import { requireSameOrigin } from '../http/same-origin';
import { canHoldSession, endedSessionCookie, sessionCookie, sessionTokenOf } from '../http/session-cookie';
import { requireOwnKey, toMe } from './get-me';

/** A working day, after which a person signs in again. */
const sessionLifetimeMs = 12 * 3_600_000;

const headersOf = ({ header }: Pick<ApiRequest, 'header'>) => ({
  origin: header('origin'),
  host: header('host'),
  cookie: header('cookie'),
  'sec-fetch-site': header('sec-fetch-site'),
});

/**
 * Signs a browser in with the key or the ticket of the request. The session always gets a new token, and one that the
 * browser had before ends: no other program can know the token.
 * @throws {ProblemError} 401 for a session's cookie alone, which could otherwise be renewed without end; 403 if another
 * site sent the request, or if the token would travel unencrypted
 */
export async function createSession(request: ApiRequest<never>, deps: ApiDeps): Promise<Reply> {
  const { store, nowMs, publicUrl, sessionCache } = deps;
  const headers = headersOf(request);
  requireSameOrigin(headers, publicUrl);
  if (!canHoldSession(headers.host, publicUrl)) {
    throw new ProblemError('https_required', {
      detail: 'Sign in over https (PUBLIC_URL begins with "https:"), or on the machine that runs the service.',
    });
  }
  const apiKey = await requireOwnKey(request, deps);
  const CreatedMS = nowMs();
  const ExpiresMS = Math.min(CreatedMS + sessionLifetimeMs, apiKey.ExpiresMS ?? Infinity);
  const session: Session = { OrgID: apiKey.OrgID, KeyID: apiKey.ID, KeyHash: apiKey.Hash, CreatedMS, ExpiresMS };
  await audit(request, { Action: 'session.created', KeyID: apiKey.ID }, deps);
  const earlier = sessionTokenOf(headers, publicUrl);
  if (earlier !== undefined) {
    await store.sessions.delete(earlier);
    sessionCache.invalidate(earlier);
  }
  const token = await store.sessions.create(session);
  return {
    status: 201,
    headers: { 'Set-Cookie': sessionCookie(token, ExpiresMS - CreatedMS, publicUrl) },
    body: await toMe(apiKey, session, deps),
    secretNotStored: 'Only the first response contained the cookie. Sign in again with another Idempotency-Key.',
  };
}

/** Signs a browser out: the session ends in this process at once, in the others within seconds. */
export async function deleteSession(request: ApiRequest<never>, deps: ApiDeps): Promise<Reply> {
  const { store, publicUrl, sessionCache } = deps;
  const token = sessionTokenOf(headersOf(request), publicUrl);
  if (request.session === undefined || token === undefined) throw new ProblemError('session_not_found');
  await audit(request, { Action: 'session.ended', KeyID: request.keyId }, deps);
  await store.sessions.delete(token);
  sessionCache.invalidate(token);
  return { status: 200, body: { KeyID: request.keyId }, headers: { 'Set-Cookie': endedSessionCookie(publicUrl) } };
}
