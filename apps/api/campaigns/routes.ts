import {
  campaignCreatedSchema,
  campaignListSchema,
  campaignSchema,
} from '../../../shared/contracts/campaign-response.schema';
import { campaignStatsQuerySchema, campaignStatsSchema } from '../../../shared/contracts/campaign-stats.schema';
import { dryRunQuerySchema } from '../../../shared/contracts/campaign-control.schema';
import {
  createCampaignSchema,
  listCampaignsQuerySchema,
  patchCampaignSchema,
} from '../../../shared/contracts/campaign.schema';
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
      description: 'Stores version 1 of a campaign. An organization can have at most 1000 campaigns.',
      responses: {
        201: { description: 'The campaign is stored.', schema: campaignCreatedSchema, headers: ['Location'] },
      },
      problems: ['too_many_campaigns'],
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
      description:
        'Returns up to 100 campaigns with their settings, oldest first; fewer if their settings are large. Archived ones are left out unless `archived=true`. For the next page, follow `Link` or pass the last ID as `after`.',
      responses: { 200: { description: 'A page of campaigns.', schema: campaignListSchema, headers: ['Link'] } },
    },
    access: 'jobs:read',
    campaignScoped: true,
    query: listCampaignsQuerySchema,
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
        'Creates the next version: given fields are replaced, `null` removes a field, omitted fields stay unchanged. Jobs without calls use it immediately; others keep the version of their first call. `State`, `StartAt` and `EndAt` apply to every job at once; `State` creates no version.',
      responses: { 200: { description: 'The updated campaign.', schema: campaignSchema } },
      problems: ['campaign_changed', 'campaign_blocked', 'campaign_state'],
    },
    access: 'campaigns:manage',
    body: patchCampaignSchema,
    query: dryRunQuerySchema,
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
        'Returns the current number of jobs in each state, with test jobs counted separately, and the outcomes by variant. With `from`, `to`, `bucket`, `by` or `time_zone` it adds the funnel, what the waiting jobs wait for, the planned calls of the next 7 days, and what happened in an interval (`Series`). The counts are kept up to date in the background; `CountedAt` says up to when every change is counted, seconds ago as a rule. The cost does not depend on the number of jobs.',
      responses: { 200: { description: 'The counts.', schema: campaignStatsSchema } },
    },
    access: 'jobs:read',
    query: campaignStatsQuerySchema,
    handle: getCampaignStats,
  }),
];
