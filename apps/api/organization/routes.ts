import type { Organization } from '../../../shared/adapters/mongo/organizations.repository';
import {
  type OrganizationBody,
  patchOrganizationSchema,
  organizationSchema,
} from '../../../shared/contracts/organization.schema';
import { audit } from '../audit/audit';
import { route } from '../http/route';
import { toRfc3339 } from '../http/rfc3339';

/** An organization as the API shows it. */
const toOrganizationRecord = ({ ID, Name, MaxAttemptsPerNumber, CreatedMS }: Organization): OrganizationBody => ({
  ID,
  Data: { Name, MaxAttemptsPerNumber },
  CreatedAt: toRfc3339(CreatedMS),
});

/** Every key belongs to a stored organization. */
function requireOrganization(organization: Organization | undefined): Organization {
  if (organization === undefined) throw new Error('The organization of this key is not stored.');
  return organization;
}

export const organizationRoutes = [
  route({
    method: 'GET',
    path: '/organization',
    operation: 'getOrganization',
    doc: {
      tag: 'Organization',
      summary: 'Get the organization',
      description: 'Returns the organization that the API key belongs to.',
      responses: { 200: { description: 'The organization.', schema: organizationSchema } },
    },
    campaignScoped: true,
    access: 'jobs:read',
    handle: async ({ orgId }, { store }) => ({
      status: 200,
      body: toOrganizationRecord(requireOrganization(await store.organizations.find(orgId))),
    }),
  }),
  route({
    method: 'PATCH',
    path: '/organization',
    operation: 'changeOrganization',
    doc: {
      tag: 'Organization',
      summary: 'Change the organization',
      description: 'Given fields are replaced, `null` removes a field, omitted fields stay unchanged.',
      responses: { 200: { description: 'The updated organization.', schema: organizationSchema } },
    },
    access: 'campaigns:manage',
    body: patchOrganizationSchema,
    handle: async (request, deps) => {
      const { orgId, body } = request;
      await audit(request, { Action: 'organization.changed', Details: { Fields: Object.keys(body) } }, deps);
      return {
        status: 200,
        body: toOrganizationRecord(requireOrganization(await deps.store.organizations.change(orgId, body))),
      };
    },
  }),
];
