import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import type { Store } from '../../../shared/application/store';
import { identifier } from '../../../shared/contracts/primitives';
import { type ApiKey, canAccessCampaign, keyStateAt } from '../../../shared/domain/access/api-key';
import type { CallSummary } from '../../../shared/domain/call/call-record';
import { authenticate, type AuthenticationDeps, type Client, requireScope } from '../http/authenticate';
import { ProblemError } from '../http/problem';
import { queryCredentials } from '../http/query-key';
import { requestIdOf } from '../http/request-id';
import { sessionTokenOf } from '../http/session-cookie';
import { rateLimitUpgrade } from '../rate-limit/rate-limit';
import { parseAudioPath, type RequestedAudio } from './audio-path';

/** An authorized listener and the active call. */
export interface ListenerSession extends RequestedAudio {
  apiKey: ApiKey;
  call: CallSummary;
  /** Whether the key, and the session if there is one, is still valid; an unavailable store does not end the session. */
  isStillAuthorized: () => Promise<boolean>;
}

interface UpgradeDeps extends AuthenticationDeps {
  store: Store;
  rateLimits: readonly RequestHandler[];
}

/** @returns a function that authorizes a websocket handshake; it throws {ProblemError} 401, 403, 404, 409 or 429 */
export function createUpgradeAuthorizer(deps: UpgradeDeps) {
  const { store, apiKeyCache, sessionCache, rateLimits, nowMs, publicUrl } = deps;
  const isActive = async (req: IncomingMessage, { apiKey, session }: Client): Promise<boolean> => {
    const current = await apiKeyCache.findByHash(apiKey.Hash);
    if (current === undefined || keyStateAt(current, nowMs()) !== 'active') return false;
    if (session === undefined) return true;
    const token = sessionTokenOf(req.headers, publicUrl) ?? '';
    return (await sessionCache.find(token)) !== undefined;
  };
  return async (req: IncomingMessage): Promise<ListenerSession> => {
    const url = parseTarget(req.url);
    const path = url && parseAudioPath(url.pathname);
    if (url === undefined || path === undefined)
      throw new ProblemError('route_not_found', { detail: 'No websocket exists at this path.' });
    const credentials = queryCredentials((name) => url.searchParams.get(name));
    const client = await authenticate(req, deps, { query: { ...credentials, path: url.pathname } });
    const { apiKey } = client;
    await rateLimitUpgrade(rateLimits, { req, apiKey, requestId: requestIdOf(req) });
    requireScope({ scopes: apiKey.Scopes }, 'calls:listen');
    if (!canAccessCampaign(apiKey, path.campaignId)) throw new ProblemError('campaign_not_found');
    return {
      ...path,
      apiKey,
      call: await findActiveCall(store, apiKey.OrgID, path),
      isStillAuthorized: () => isActive(req, client).catch(() => true),
    };
  };
}

/** @returns `undefined` for a request target that is no URL; an error would hold the target, and with it the API key */
function parseTarget(target = '/'): URL | undefined {
  const base = 'http://localhost';
  return URL.canParse(target, base) ? new URL(target, base) : undefined;
}

/** @throws {ProblemError} 404 if the organization has no such call, 409 if the call is not active */
async function findActiveCall(store: Store, orgId: string, path: RequestedAudio): Promise<CallSummary> {
  const { campaignId, jobId, callId } = path;
  const wellFormed = [campaignId, jobId, callId].every((id) => identifier.safeParse(id).success);
  const call = wellFormed ? await store.calls.findInJob({ orgId, campaignId, jobId, callId }) : undefined;
  if (call === undefined) throw new ProblemError('call_not_found');
  if (call.State === 'active') return call;
  throw new ProblemError('call_not_active', {
    detail: call.State === 'creating' ? 'The call has not been answered yet.' : 'The call has ended.',
  });
}
