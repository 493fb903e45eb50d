import { randomBytes } from 'node:crypto';
import { apiKeyHash } from '../../shared/adapters/crypto/api-key';
import { newId } from '../../shared/adapters/ids';
import type { Store } from '../../shared/application/store';
import { scopes } from '../../shared/domain/access/scope';
import type { CampaignConfig } from '../../shared/domain/campaign/campaign';
import { createRequest, type Request } from './requests';

/** A client of the API: an organization with a key and a campaign. */
export interface Caller {
  orgId: string;
  key: string;
  campaignId: string;
  /** `/campaigns/<campaignId>/jobs` */
  jobs: string;
  request: Request;
}

export const testCampaign: CampaignConfig = {
  Name: 'Test campaign',
  DefaultCallerID: '+14155550100',
  CallerIDs: ['+14155550101'],
  Variants: [
    { ID: 'calm', Weight: 1, Overrides: {} },
    { ID: 'brisk', Weight: 0, Overrides: {} },
  ],
  JitterSeconds: 0,
};

/** Creates an organization with a key and a campaign. @param url the API's */
export async function createCaller(url: string, store: Store, campaign: Partial<CampaignConfig>): Promise<Caller> {
  const [orgId, campaignId] = [newId('org'), newId('campaign')];
  const key = randomBytes(24).toString('base64url');
  const now = Date.now();
  await store.organizations.insertIfAbsent({ ID: orgId, Name: 'Test', CreatedMS: now });
  await store.apiKeys.insertIfAbsent({
    ID: newId('key'),
    OrgID: orgId,
    Hash: apiKeyHash(key),
    Name: 'Test',
    Scopes: scopes,
    CreatedMS: now,
  });
  await store.campaigns.insert({
    ID: campaignId,
    OrgID: orgId,
    Version: 1,
    Config: { ...testCampaign, ...campaign },
    CreatedMS: now,
    UpdatedMS: now,
  });
  return { orgId, key, campaignId, jobs: `/campaigns/${campaignId}/jobs`, request: createRequest(url, key) };
}
