import type { ApiDeps } from '../http/deps';
import type { ApiRequest, Reply } from '../http/route';
import { toCampaignRecord } from './presenter';

export async function listCampaigns({ orgId, campaignIds }: ApiRequest<never>, { store }: ApiDeps): Promise<Reply> {
  const campaigns = await store.campaigns.list(orgId, campaignIds);
  return { status: 200, body: { Campaigns: campaigns.map(toCampaignRecord) } };
}
