import type { Organization } from '../../../shared/adapters/mongo/organizations.repository';
import type { OrganizationBody } from '../../../shared/contracts/organization.schema';
import { defaultTestJobPolicy } from '../../../shared/domain/organization/policy';
import { toRfc3339 } from '../http/rfc3339';

const toTestJobs = ({ Allowed, Numbers } = defaultTestJobPolicy) => ({
  Allowed,
  ...(Numbers === undefined ? {} : { Numbers: [...Numbers] }),
});

/** An organization as the API shows it. */
export const toOrganizationRecord = ({
  ID,
  Name,
  MaxAttemptsPerNumber,
  State = 'active',
  Policy,
  CreatedMS,
}: Organization): OrganizationBody => ({
  ID,
  Data: { Name, MaxAttemptsPerNumber, State, Policy: { TestJobs: toTestJobs(Policy?.TestJobs) } },
  CreatedAt: toRfc3339(CreatedMS),
});

/** Every key belongs to a stored organization. */
export function requireOrganization(organization: Organization | undefined): Organization {
  if (organization === undefined) throw new Error('The organization of this key is not stored.');
  return organization;
}
