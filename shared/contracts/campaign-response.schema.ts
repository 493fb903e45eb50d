import { z } from 'zod';
import { controlStates } from '../domain/organization/control-state';
import { createCampaignSchema } from './campaign.schema';
import { count, field, ids, instant } from './field';

/** What each state means, for responses. */
export const controlStateNote =
  '`active`; `paused`: calls are held back; or `blocked`: the operator of the service holds calls back and refuses new jobs.';

export const campaignSchema = z
  .object({
    OrgID: ids.org,
    ID: ids.campaign,
    Version: count('Version of the settings, from 1; each change creates a new one.', 3),
    State: field(z.enum(controlStates), `Applies to every version. ${controlStateNote}`, 'active'),
    Data: field(createCampaignSchema, 'The settings of this version.'),
    CreatedAt: instant('When the campaign was created.'),
    UpdatedAt: instant('When this version was created.', '2026-11-21T10:02:44.901Z'),
  })
  .meta({ id: 'Campaign', description: 'The configuration and defaults of calls.' });
export type CampaignBody = z.output<typeof campaignSchema>;

export const campaignCreatedSchema = z
  .object({ CampaignID: ids.campaign })
  .meta({ id: 'CampaignCreated', description: 'The campaign was created.' });

export const campaignListSchema = z
  .object({ Campaigns: field(z.array(campaignSchema), 'Campaigns of the organization, oldest first.') })
  .meta({ id: 'CampaignList', description: 'A page of campaigns.' });
