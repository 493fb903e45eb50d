import type { Organisation } from '../../../shared/adapters/mongo/organisations.repository';
import { patchOrganisationSchema } from '../../../shared/contracts/organisation.schema';
import { route } from '../routing/route';

/** An organisation as the API shows it: a record like the webhook's. */
const organisationRecord = ({ ID, Name, MaxAttemptsPerNumber, CreatedMS }: Organisation) => ({
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
    access: 'campaigns:manage',
    body: patchOrganisationSchema,
    handle: async ({ orgId, body }, { store }) => ({
      status: 200,
      body: organisationRecord(known(await store.organisations.change(orgId, body))),
    }),
  }),
];
