import type { ApiDeps } from '../http/deps';
import type { ApiRequest, Reply } from '../http/route';
import { requireOrganization, toOrganizationRecord } from './presenter';

export async function getOrganization({ orgId }: ApiRequest<never>, { store }: ApiDeps): Promise<Reply> {
  const organization = requireOrganization(await store.organizations.find(orgId));
  return { status: 200, body: toOrganizationRecord(organization, store.policyOf(organization)) };
}
