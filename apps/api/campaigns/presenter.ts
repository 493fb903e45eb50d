import type { Campaign } from '../../../shared/adapters/mongo/campaigns.repository';
import type { CampaignBody } from '../../../shared/contracts/campaign-response.schema';
import { toRfc3339 } from '../http/rfc3339';

/** A campaign as the API shows it. */
export const toCampaignRecord = (campaign: Campaign): CampaignBody => ({
  OrgID: campaign.OrgID,
  ID: campaign.ID,
  Version: campaign.Version,
  State: campaign.State ?? 'active',
  Data: campaign.Config,
  CreatedAt: toRfc3339(campaign.CreatedMS),
  UpdatedAt: toRfc3339(campaign.UpdatedMS),
});
