import type { PatchOrganization } from '../../../shared/contracts/organization.schema';
import { audit } from '../audit/audit';
import type { ApiDeps } from '../http/deps';
import type { ApiRequest, Reply } from '../http/route';
import { requireOrganization, toOrganizationRecord } from './presenter';

export async function changeOrganization(request: ApiRequest<never, PatchOrganization>, deps: ApiDeps): Promise<Reply> {
  const { orgId, body } = request;
  await audit(request, { Action: 'organization.changed', Details: { Fields: Object.keys(body) } }, deps);
  const changed = await deps.store.organizations.change(orgId, body);
  return { status: 200, body: toOrganizationRecord(requireOrganization(changed)) };
}
