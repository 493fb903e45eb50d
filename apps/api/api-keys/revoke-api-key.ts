import { audit } from '../audit/audit';
import type { ApiDeps } from '../http/deps';
import { ProblemError } from '../http/problem';
import type { ApiRequest, Reply } from '../http/route';
import { toApiKeyRecord } from './presenter';

/** Revokes a key: immediately in this process, within seconds in others; closes the key's listeners. Idempotent. */
export async function revokeApiKey(request: ApiRequest<'keyID'>, deps: ApiDeps): Promise<Reply> {
  const { orgId, params } = request;
  const { store, nowMs, apiKeyCache } = deps;
  const existing = await store.apiKeys.find(orgId, params.keyID);
  if (!existing) throw new ProblemError('api_key_not_found');
  if (existing.RevokedMS === undefined) {
    await audit(request, { Action: 'api_key.revoked', KeyID: existing.ID }, deps);
  }
  const revoked = (await store.apiKeys.revoke(orgId, existing.ID, nowMs())) ?? existing;
  apiKeyCache.invalidate(revoked.ID);
  return { status: 200, body: toApiKeyRecord(revoked, nowMs()) };
}
