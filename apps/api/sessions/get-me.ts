import type { Session } from '../../../shared/adapters/mongo/sessions.repository';
import type { MeBody } from '../../../shared/contracts/session.schema';
import type { ApiKey } from '../../../shared/domain/access/api-key';
import type { ApiDeps } from '../http/deps';
import { serviceVersion } from '../../../shared/adapters/api-document';
import { ProblemError } from '../http/problem';
import { toRfc3339 } from '../http/rfc3339';
import type { ApiRequest, Reply } from '../http/route';

/** The key of the request, from the store. */
async function findKey({ orgId, keyId }: ApiRequest<never>, { store }: ApiDeps): Promise<ApiKey> {
  const apiKey = await store.apiKeys.find(orgId, keyId);
  if (apiKey === undefined) throw new ProblemError('api_key_not_found');
  return apiKey;
}

/**
 * The key of a request that only a key or a ticket may make. @throws {ProblemError} 401 if a session makes it
 */
export function requireOwnKey(request: ApiRequest<never>, deps: ApiDeps): Promise<ApiKey> {
  if (request.session === undefined) return findKey(request, deps);
  throw new ProblemError('unauthenticated', {
    detail: 'A session cannot sign in: send the API key, or a sign-in ticket.',
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
}

/** Who makes a request, as the API shows it. */
export async function toMe(
  apiKey: ApiKey,
  session: Session | undefined,
  { store, workflowsUrl }: ApiDeps,
): Promise<MeBody> {
  const organization = await store.organizations.find(apiKey.OrgID);
  return {
    OrgID: apiKey.OrgID,
    OrganizationName: organization?.Name ?? apiKey.OrgID,
    KeyID: apiKey.ID,
    KeyName: apiKey.Name,
    Scopes: [...apiKey.Scopes],
    CampaignIDs: apiKey.CampaignIDs && [...apiKey.CampaignIDs],
    KeyExpiresAt: toRfc3339(apiKey.ExpiresMS),
    SessionExpiresAt: toRfc3339(session?.ExpiresMS),
    Version: serviceVersion(),
    // The workflows are those of every organization.
    WorkflowsURL: apiKey.Scopes.includes('service:read') ? workflowsUrl : undefined,
  };
}

export async function getMe(request: ApiRequest<never>, deps: ApiDeps): Promise<Reply> {
  return { status: 200, body: await toMe(await findKey(request, deps), request.session, deps) };
}
