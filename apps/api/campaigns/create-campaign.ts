import type { Campaign } from '../../../shared/adapters/mongo/campaigns.repository';
import { isDuplicateKey } from '../../../shared/adapters/mongo/client';
import type { CampaignSettings } from '../../../shared/contracts/campaign.schema';
import { audit } from '../audit/audit';
import type { ApiDeps } from '../http/deps';
import type { ApiRequest, Reply } from '../http/route';
import { checkSettings } from './check-settings';

export async function createCampaign(request: ApiRequest<never, CampaignSettings>, deps: ApiDeps): Promise<Reply> {
  const { body, orgId, newId } = request;
  checkSettings(body, deps);
  const now = deps.nowMs();
  const campaign: Campaign = {
    ID: newId('campaign'),
    OrgID: orgId,
    Version: 1,
    Config: body,
    CreatedMS: now,
    UpdatedMS: now,
  };
  await audit(request, { Action: 'campaign.created', CampaignID: campaign.ID }, deps);
  await deps.store.campaigns.insert(campaign).catch((error: unknown) => {
    // An earlier attempt of this request stored it, and its response was lost.
    if (!isDuplicateKey(error)) throw error;
  });
  return { status: 201, headers: { Location: `/campaigns/${campaign.ID}` }, body: { CampaignID: campaign.ID } };
}
