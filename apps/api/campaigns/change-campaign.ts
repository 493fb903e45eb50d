import { createCampaignSchema } from '../../../shared/contracts/campaign.schema';
import { audit } from '../audit/audit';
import type { ApiDeps } from '../http/deps';
import { parseBody } from '../http/parse';
import { ProblemError } from '../http/problem';
import type { ApiRequest, Reply } from '../http/route';
import { checkSettings } from './check-settings';
import { findCampaign } from './find-campaign';
import { toCampaignRecord } from './presenter';

/** Concurrent changes of one campaign are rare: losing this often means that another client changes it in a loop. */
const maxTries = 5;

/**
 * Creates the next version: given fields are replaced, `null` removes a field, and the result is validated as a whole.
 */
export async function changeCampaign(
  request: ApiRequest<'campaignID', Record<string, unknown>>,
  deps: ApiDeps,
): Promise<Reply> {
  const { body, orgId, params } = request;
  const { store, nowMs } = deps;
  for (let tries = 0; tries < maxTries; tries++) {
    const campaign = await findCampaign({ orgId, campaignId: params.campaignID }, { store });
    const merged = Object.entries<unknown>({ ...campaign.Config, ...body }).filter(([, value]) => value !== null);
    const config = parseBody(createCampaignSchema, Object.fromEntries(merged));
    checkSettings(config, deps);
    const Fields = Object.keys(body);
    if (tries === 0)
      await audit(request, { Action: 'campaign.changed', CampaignID: campaign.ID, Details: { Fields } }, deps);
    const now = nowMs();
    if (await store.campaigns.change(campaign, config, now)) {
      // Jobs without calls use the new version: they are replanned immediately, not at their old instant.
      await store.jobs.replanWaiting({ orgId, campaignId: campaign.ID }, now);
      const changed = { ...campaign, Version: campaign.Version + 1, Config: config, UpdatedMS: now };
      return { status: 200, body: toCampaignRecord(changed) };
    }
  }
  throw new ProblemError('campaign_changed', {
    detail: 'Concurrent requests keep changing this campaign. Retry the request.',
  });
}
