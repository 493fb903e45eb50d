import type { Campaign } from '../../../shared/adapters/mongo/campaigns.repository';
import type { CampaignBody } from '../../../shared/contracts/campaign-response.schema';

/** A campaign as the API shows it. */
export const toCampaignRecord = (campaign: Campaign): CampaignBody => ({
  OrgID: campaign.OrgID,
  ID: campaign.ID,
  Version: campaign.Version,
  Data: campaign.Config,
  CreatedAt: new Date(campaign.CreatedMS).toISOString(),
  UpdatedAt: new Date(campaign.UpdatedMS).toISOString(),
});
