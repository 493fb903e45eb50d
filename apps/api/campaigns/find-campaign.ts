import type { Campaign } from '../../../shared/adapters/mongo/campaigns.repository';
import type { ApiDeps } from '../http/deps';
import { ProblemError } from '../http/problem';

export async function findCampaign(
  key: { orgId: string; campaignId: string },
  { store }: Pick<ApiDeps, 'store'>,
): Promise<Campaign> {
  const campaign = await store.campaigns.find(key.orgId, key.campaignId);
  if (!campaign) throw new ProblemError('campaign_not_found');
  return campaign;
}
