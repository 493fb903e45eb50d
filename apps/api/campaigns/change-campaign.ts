import type { Campaign } from '../../../shared/adapters/mongo/campaigns.repository';
import { createCampaignSchema, type CampaignSettings } from '../../../shared/contracts/campaign.schema';
import type { OwnControlState } from '../../../shared/domain/organization/control-state';
import { campaignQuota } from '../../../shared/domain/planning/call-quotas';
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

type Settings = Record<string, unknown>;
type Change = Settings & { State?: OwnControlState | undefined };

/**
 * Changes the settings, which creates the next version, and the state, which applies to every version. The settings are
 * validated first, so that an invalid change has no effect.
 */
export async function changeCampaign(request: ApiRequest<'campaignID', Change>, deps: ApiDeps): Promise<Reply> {
  const { State, ...settings } = request.body;
  const campaign = await findCampaign({ orgId: request.orgId, campaignId: request.params.campaignID }, deps);
  const hasSettings = Object.keys(settings).length > 0;
  if (hasSettings) mergeSettings(campaign, settings, deps);
  const Details = { Fields: Object.keys(request.body), ...(State === undefined ? {} : { State }) };
  await audit(request, { Action: 'campaign.changed', CampaignID: campaign.ID, Details }, deps);
  if (State !== undefined) await changeState(campaign, State, deps);
  const current = { ...campaign, State: State ?? campaign.State };
  const changed = hasSettings ? await changeSettings(current, settings, deps) : current;
  return { status: 200, body: toCampaignRecord(changed) };
}

async function changeState({ ID, OrgID }: Campaign, State: OwnControlState, { store, nowMs }: ApiDeps): Promise<void> {
  const key = { orgId: OrgID, campaignId: ID };
  if (!(await store.campaigns.setState(key, State, 'organization'))) throw new ProblemError('campaign_blocked');
  if (State === 'active') await store.jobs.replanCampaign(key, nowMs());
}

/** Given fields are replaced, `null` removes a field, and the result is validated as a whole. */
function mergeSettings(campaign: Campaign, settings: Settings, deps: ApiDeps): CampaignSettings {
  const merged = Object.entries<unknown>({ ...campaign.Config, ...settings }).filter(([, value]) => value !== null);
  const config = parseBody(createCampaignSchema, Object.fromEntries(merged));
  checkSettings(config, deps);
  return config;
}

async function changeSettings(from: Campaign, settings: Settings, deps: ApiDeps): Promise<Campaign> {
  const { store, nowMs } = deps;
  const key = { orgId: from.OrgID, campaignId: from.ID };
  let campaign = from;
  for (let tries = 0; tries < maxTries; tries++) {
    const Config = mergeSettings(campaign, settings, deps);
    const now = nowMs();
    if (await store.campaigns.change(campaign, Config, now)) {
      // Jobs without calls use the new version: they are replanned immediately, not at their old instant.
      await store.jobs.replanWaiting(key, now);
      await store.callQuotas.setLimits(campaignQuota(campaign.ID, Config.Pacing));
      return { ...campaign, Version: campaign.Version + 1, Config, UpdatedMS: now };
    }
    campaign = await findCampaign(key, deps);
  }
  throw new ProblemError('campaign_changed', {
    detail: 'Concurrent requests keep changing this campaign. Retry the request.',
  });
}
