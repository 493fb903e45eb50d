import { patchOrganizationSchema, organizationSchema } from '../../../shared/contracts/organization.schema';
import { route } from '../http/route';
import { changeOrganization } from './change-organization';
import { getOrganization } from './get-organization';

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
    handle: getOrganization,
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
      problems: ['organization_blocked'],
    },
    access: 'campaigns:manage',
    body: patchOrganizationSchema,
    handle: changeOrganization,
  }),
];
