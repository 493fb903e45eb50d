import { createCampaignSchema, patchCampaignSchema } from '../../../shared/contracts/campaign.schema';
import { route } from '../routing/route';
import { createCampaign, findCampaign, patchCampaign } from './handlers';
import { campaignRecord } from './presenter';

export const campaignRoutes = [
  route({
    method: 'POST',
    path: '/campaigns',
    operation: 'createCampaign',
    access: 'campaigns:manage',
    body: createCampaignSchema,
    handle: createCampaign,
  }),
  route({
    method: 'GET',
    path: '/campaigns',
    operation: 'listCampaigns',
    access: 'jobs:read',
    handle: async ({ orgId }, { store }) => ({
      status: 200,
      body: { Campaigns: (await store.campaigns.list(orgId)).map(campaignRecord) },
    }),
  }),
  route({
    method: 'GET',
    path: '/campaigns/:campaignID',
    operation: 'getCampaign',
    access: 'jobs:read',
    handle: async ({ orgId, params }, deps) => ({
      status: 200,
      body: campaignRecord(await findCampaign({ orgId, campaignId: params.campaignID }, deps)),
    }),
  }),
  route({
    method: 'PATCH',
    path: '/campaigns/:campaignID',
    operation: 'changeCampaign',
    access: 'campaigns:manage',
    body: patchCampaignSchema,
    handle: patchCampaign,
  }),
];
