import type { Organisation } from '../../../shared/adapters/mongo/organisations.repository';
import {
  type OrganisationBody,
  patchOrganisationSchema,
  organisationSchema,
} from '../../../shared/contracts/organisation.schema';
import { audit } from '../audit/audit';
import { route } from '../routing/route';

/** An organisation as the API shows it: a record like the webhook's. */
const organisationRecord = ({ ID, Name, MaxAttemptsPerNumber, CreatedMS }: Organisation): OrganisationBody => ({
  ID,
  Data: { Name, MaxAttemptsPerNumber },
  CreatedAt: new Date(CreatedMS).toISOString(),
});

/** Every key belongs to an organisation, so that there is always one. */
function known(organisation: Organisation | undefined): Organisation {
  if (organisation === undefined) throw new Error('The organisation of this key is not stored.');
  return organisation;
}

export const organisationRoutes = [
  route({
    method: 'GET',
    path: '/organisation',
    operation: 'getOrganisation',
    doc: {
      tag: 'Organisation',
      summary: 'Get the organisation',
      description: 'The organisation that the API key belongs to.',
      responses: { 200: { description: 'The organisation.', schema: organisationSchema } },
    },
    reach: 'campaigns',
    access: 'jobs:read',
    handle: async ({ orgId }, { store }) => ({
      status: 200,
      body: organisationRecord(known(await store.organisations.find(orgId))),
    }),
  }),
  route({
    method: 'PATCH',
    path: '/organisation',
    operation: 'changeOrganisation',
    doc: {
      tag: 'Organisation',
      summary: 'Change the organisation',
      description: 'Fields given replace, `null` removes, fields left out stay.',
      responses: { 200: { description: 'The organisation after the change.', schema: organisationSchema } },
    },
    access: 'campaigns:manage',
    body: patchOrganisationSchema,
    handle: async (request, deps) => {
      const { orgId, body } = request;
      await audit(request, { Action: 'organisation.changed', Details: { Fields: Object.keys(body) } }, deps);
      return { status: 200, body: organisationRecord(known(await deps.store.organisations.change(orgId, body))) };
    },
  }),
];
