import type { RevokeApiKeyQuery } from '../../../shared/contracts/api-key.schema';
import { type ApiKey, descendantsOf } from '../../../shared/domain/access/api-key';
import { audit } from '../audit/audit';
import type { ApiDeps } from '../http/deps';
import { ProblemError } from '../http/problem';
import type { ApiRequest, Reply } from '../http/route';
import { toApiKeyRecord } from './presenter';

type RevokeRequest = ApiRequest<'keyID', unknown, RevokeApiKeyQuery>;

/** Revokes a key: immediately in this process, within seconds in others; closes the key's listeners. Idempotent. */
export async function revokeApiKey(request: RevokeRequest, deps: ApiDeps): Promise<Reply> {
  const { orgId, params, query } = request;
  const existing = await deps.store.apiKeys.find(orgId, params.keyID);
  if (!existing) throw new ProblemError('api_key_not_found');
  const revoked = await revoke(request, existing, deps);
  const record = toApiKeyRecord(revoked, deps.nowMs());
  if (query.descendants !== true) return { status: 200, body: record };
  return { status: 200, body: { ...record, Descendants: await revokeDescendants(request, deps) } };
}

async function revoke(
  request: RevokeRequest,
  { ID, RevokedMS }: Pick<ApiKey, 'ID' | 'RevokedMS'>,
  deps: ApiDeps,
): Promise<ApiKey> {
  const { orgId } = request;
  const { store, nowMs, apiKeyCache } = deps;
  if (RevokedMS === undefined) await audit(request, { Action: 'api_key.revoked', KeyID: ID }, deps);
  const revoked = await store.apiKeys.revoke(orgId, ID, nowMs());
  apiKeyCache.invalidate(ID);
  if (revoked === undefined) throw new ProblemError('api_key_not_found');
  return revoked;
}

/** Revokes until none is active: a descendant may have created another one before its own revocation. @returns their ids */
async function revokeDescendants(request: RevokeRequest, deps: ApiDeps): Promise<string[]> {
  for (;;) {
    const descendants = descendantsOf(await deps.store.apiKeys.listSuccession(request.orgId), request.params.keyID);
    const active = descendants.filter(({ RevokedMS }) => RevokedMS === undefined);
    if (active.length === 0) return descendants.map(({ ID }) => ID);
    for (const key of active) await revoke(request, key, deps);
  }
}
