import type { Organization } from '../../../shared/adapters/mongo/organizations.repository';
import type { OrganizationBody } from '../../../shared/contracts/organization.schema';
import { toPolicyBody } from '../../../shared/contracts/policy.schema';
import type { Policy } from '../../../shared/domain/organization/policy';
import { toRfc3339 } from '../http/rfc3339';

/** An organization as the API shows it. @param policy the one in force */
export const toOrganizationRecord = (
  { ID, Name, MaxAttemptsPerNumber, CallerIDPacing, State = 'active', CreatedMS }: Organization,
  policy: Policy,
): OrganizationBody => ({
  ID,
  Data: { Name, MaxAttemptsPerNumber, CallerIDPacing, State, Policy: toPolicyBody(policy) },
  CreatedAt: toRfc3339(CreatedMS),
});

/** Every key belongs to a stored organization. */
export function requireOrganization(organization: Organization | undefined): Organization {
  if (organization === undefined) throw new Error('The organization of this key is not stored.');
  return organization;
}
