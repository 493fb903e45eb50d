import {
  campaignCreatedSchema,
  campaignListSchema,
  campaignSchema,
} from '../../../shared/contracts/campaign-response.schema';
import { campaignStatsSchema } from '../../../shared/contracts/campaign-stats.schema';
import { createCampaignSchema, patchCampaignSchema } from '../../../shared/contracts/campaign.schema';
import { route } from '../http/route';
import { changeCampaign } from './change-campaign';
import { createCampaign } from './create-campaign';
import { getCampaign } from './get-campaign';
import { getCampaignStats } from './get-campaign-stats';
import { listCampaigns } from './list-campaigns';

export const campaignRoutes = [
  route({
    method: 'POST',
    path: '/campaigns',
    operation: 'createCampaign',
    doc: {
      tag: 'Campaigns',
      summary: 'Create a campaign',
      description: 'Stores version 1 of a campaign.',
      responses: {
        201: { description: 'The campaign is stored.', schema: campaignCreatedSchema, headers: ['Location'] },
      },
    },
    access: 'campaigns:manage',
    body: createCampaignSchema,
    handle: createCampaign,
  }),
  route({
    method: 'GET',
    path: '/campaigns',
    operation: 'listCampaigns',
    doc: {
      tag: 'Campaigns',
      summary: 'List campaigns',
      description: 'Returns all campaigns of the organization with their settings.',
      responses: { 200: { description: 'The campaigns.', schema: campaignListSchema } },
    },
    access: 'jobs:read',
    campaignScoped: true,
    handle: listCampaigns,
  }),
  route({
    method: 'GET',
    path: '/campaigns/:campaignID',
    operation: 'getCampaign',
    doc: {
      tag: 'Campaigns',
      summary: 'Get a campaign',
      description: 'Returns the campaign with the settings of its latest version.',
      responses: { 200: { description: 'The campaign.', schema: campaignSchema } },
    },
    access: 'jobs:read',
    handle: getCampaign,
  }),
  route({
    method: 'PATCH',
    path: '/campaigns/:campaignID',
    operation: 'changeCampaign',
    doc: {
      tag: 'Campaigns',
      summary: 'Change a campaign',
      description:
        'Creates the next version: given fields are replaced, `null` removes a field, omitted fields stay unchanged. Jobs without calls use it immediately; others keep the version of their first call. `State` applies to every job at once and creates no version.',
      responses: { 200: { description: 'The updated campaign.', schema: campaignSchema } },
      problems: ['campaign_changed', 'campaign_blocked'],
    },
    access: 'campaigns:manage',
    body: patchCampaignSchema,
    handle: changeCampaign,
  }),
  route({
    method: 'GET',
    path: '/campaigns/:campaignID/stats',
    operation: 'getCampaignStats',
    doc: {
      tag: 'Campaigns',
      summary: 'Count the jobs of a campaign',
      description:
        'Returns the current number of jobs in each state, with test jobs counted separately. Counted on each request.',
      responses: { 200: { description: 'The counts.', schema: campaignStatsSchema } },
    },
    access: 'jobs:read',
    handle: getCampaignStats,
  }),
];
