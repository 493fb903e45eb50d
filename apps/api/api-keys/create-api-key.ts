import { mintApiKey } from '../../../shared/adapters/crypto/api-key';
import type { Session } from '../../../shared/adapters/mongo/sessions.repository';
import type { CreateApiKey } from '../../../shared/contracts/api-key.schema';
import type { ApiKey } from '../../../shared/domain/access/api-key';
import { audit } from '../audit/audit';
import type { ApiDeps } from '../http/deps';
import { invalidBody, ProblemError } from '../http/problem';
import { toRfc3339 } from '../http/rfc3339';
import type { ApiRequest, Reply } from '../http/route';

/** Revoked and expired keys do not count. */
const maxActiveKeys = 200;

/**
 * Creates a key for the requesting key's organization. A key cannot grant scopes that it lacks, nor a longer life than its
 * own. One that a session
 * creates ends with the session at the latest: who has the browser for a minute has the organization for no longer.
 */
export async function createApiKey(request: ApiRequest<never, CreateApiKey>, deps: ApiDeps): Promise<Reply> {
  const { body, orgId, keyId } = request;
  const { store, nowMs } = deps;
  const now = nowMs();
  const granter = await checkGrant(request, deps);
  const expiresMs = parseExpiry(body, latestExpiry(granter, request.session), now);
  // An earlier attempt may have stored the key that reaches the limit.
  if (!request.isReplay) await checkCount(orgId, deps);
  const { id, key, hash } = mintApiKey(request.newId('key'));
  const apiKey: ApiKey = {
    ID: id,
    OrgID: orgId,
    Hash: hash,
    Name: body.Name,
    Scopes: body.Scopes,
    NamesPersonalScope: true,
    CampaignIDs: body.CampaignIDs,
    CreatedBy: keyId,
    CreatedMS: now,
    ExpiresMS: expiresMs,
  };
  await audit(request, { Action: 'api_key.created', KeyID: id, Details: { Scopes: body.Scopes } }, deps);
  await store.apiKeys.replace(apiKey);
  await requireGranter(request, apiKey, deps);
  return {
    status: 201,
    headers: { Location: `/api-keys/${id}`, 'Cache-Control': 'no-store' },
    body: { KeyID: id, Key: key },
    secretNotStored: `${id} exists, and only the first response contained the key. If it was lost, revoke ${id} and create another key.`,
  };
}

async function checkCount(orgId: string, { store, nowMs }: Pick<ApiDeps, 'store' | 'nowMs'>): Promise<void> {
  if ((await store.apiKeys.countActive(orgId, { nowMs: nowMs(), limit: maxActiveKeys })) < maxActiveKeys) return;
  throw new ProblemError('too_many_api_keys', {
    detail: `An organization can have at most ${maxActiveKeys} active API keys. Revoke one first.`,
  });
}

/**
 * A revocation of the granter either finds the stored key among its descendants, or is found here.
 * @throws {ProblemError} if the granter was revoked in the meantime
 */
async function requireGranter(
  { orgId, keyId }: ApiRequest<never, CreateApiKey>,
  created: ApiKey,
  { store, nowMs }: Pick<ApiDeps, 'store' | 'nowMs'>,
): Promise<void> {
  const granter = await store.apiKeys.find(orgId, keyId);
  if (granter !== undefined && granter.RevokedMS === undefined) return;
  await store.apiKeys.revoke(orgId, created.ID, nowMs());
  throw new ProblemError('unauthenticated', {
    detail: 'The API key has been revoked.',
    headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
  });
}

/** @returns the requesting key. @throws {ProblemError} if it cannot grant what the request asks for */
async function checkGrant(
  { body, orgId, keyId }: ApiRequest<never, CreateApiKey>,
  { store }: Pick<ApiDeps, 'store'>,
): Promise<ApiKey | undefined> {
  const granter = await store.apiKeys.find(orgId, keyId);
  const missing = body.Scopes.filter((scope) => granter?.Scopes.includes(scope) !== true);
  if (missing.length > 0) {
    throw new ProblemError('forbidden', {
      detail: `The requesting key lacks ${missing.join(', ')} and cannot grant it.`,
    });
  }
  const { CampaignIDs = [] } = body;
  const existing = new Set(CampaignIDs.length === 0 ? [] : await store.campaigns.listExisting(orgId, CampaignIDs));
  const problems = CampaignIDs.flatMap((id, index) =>
    existing.has(id) ? [] : [{ pointer: `/CampaignIDs/${index}`, detail: 'Unknown campaign.' }],
  );
  if (problems.length > 0) throw invalidBody(problems);
  return granter;
}

const latestExpiry = (granter: ApiKey | undefined, session: Session | undefined): number | undefined => {
  const latestMs = Math.min(granter?.ExpiresMS ?? Infinity, session?.ExpiresMS ?? Infinity);
  return latestMs === Infinity ? undefined : latestMs;
};

/** By default a key expires with what created it. */
function parseExpiry({ ExpiresAt }: CreateApiKey, latestMs: number | undefined, nowMs: number): number | undefined {
  if (ExpiresAt === undefined) return latestMs;
  const expiresMs = Date.parse(ExpiresAt);
  const refuse = (detail: string) => invalidBody([{ pointer: '/ExpiresAt', detail }]);
  if (expiresMs <= nowMs) throw refuse('Expected a time in the future.');
  if (latestMs === undefined || expiresMs <= latestMs) return expiresMs;
  throw refuse(
    `The requesting key or session expires at ${toRfc3339(latestMs)}, and can only create keys that expire by then.`,
  );
}
