import type { ApiDeps } from '../http/deps';
import type { ApiRequest, Reply } from '../http/route';
import { findCampaign } from './find-campaign';
import { toCampaignRecord } from './presenter';

export async function getCampaign({ orgId, params }: ApiRequest<'campaignID'>, deps: ApiDeps): Promise<Reply> {
  const campaign = await findCampaign({ orgId, campaignId: params.campaignID }, deps);
  return { status: 200, body: toCampaignRecord(campaign, deps.nowMs()) };
}
