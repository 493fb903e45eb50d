import { mintApiKey } from '../../../shared/adapters/crypto/api-key';
import type { CreateApiKey } from '../../../shared/contracts/api-key.schema';
import type { ApiKey } from '../../../shared/domain/access/api-key';
import { audit } from '../audit/audit';
import type { ApiDeps } from '../http/deps';
import { invalidBody, ProblemError } from '../http/problem';
import type { ApiRequest, Reply } from '../http/route';

/** Creates a key for the requesting key's organization. A key cannot grant scopes that it lacks. */
export async function createApiKey(request: ApiRequest<never, CreateApiKey>, deps: ApiDeps): Promise<Reply> {
  const { body, orgId } = request;
  const { store, nowMs } = deps;
  const now = nowMs();
  await checkGrant(request, deps);
  const expiresMs = parseExpiry(body, now);
  const { id, key, hash } = mintApiKey(request.newId('key'));
  const apiKey: ApiKey = {
    ID: id,
    OrgID: orgId,
    Hash: hash,
    Name: body.Name,
    Scopes: body.Scopes,
    CampaignIDs: body.CampaignIDs,
    CreatedMS: now,
    ExpiresMS: expiresMs,
  };
  await audit(request, { Action: 'api_key.created', KeyID: id, Details: { Scopes: body.Scopes } }, deps);
  await store.apiKeys.replace(apiKey);
  return { status: 201, headers: { Location: `/api-keys/${id}` }, body: { KeyID: id, Key: key } };
}

async function checkGrant(
  { body, orgId, keyId }: ApiRequest<never, CreateApiKey>,
  { store }: Pick<ApiDeps, 'store'>,
): Promise<void> {
  const granter = await store.apiKeys.find(orgId, keyId);
  const missing = body.Scopes.filter((scope) => granter?.Scopes.includes(scope) !== true);
  if (missing.length > 0) {
    throw new ProblemError('forbidden', {
      detail: `The requesting key lacks ${missing.join(', ')} and cannot grant it.`,
    });
  }
  const { CampaignIDs = [] } = body;
  const existing = new Set((await store.campaigns.list(orgId, CampaignIDs)).map(({ ID }) => ID));
  const problems = CampaignIDs.flatMap((id, index) =>
    existing.has(id) ? [] : [{ pointer: `/CampaignIDs/${index}`, detail: 'Unknown campaign.' }],
  );
  if (problems.length > 0) throw invalidBody(problems);
}

function parseExpiry({ ExpiresAt }: CreateApiKey, nowMs: number): number | undefined {
  if (ExpiresAt === undefined) return undefined;
  const expiresMs = Date.parse(ExpiresAt);
  if (expiresMs > nowMs) return expiresMs;
  throw invalidBody([{ pointer: '/ExpiresAt', detail: 'Expected a time in the future.' }]);
}
