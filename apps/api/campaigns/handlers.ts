import { newId } from '../../../shared/adapters/ids';
import type { Campaign } from '../../../shared/adapters/mongo/campaigns.repository';
import { createCampaignSchema, type CampaignSettings } from '../../../shared/contracts/campaign.schema';
import type { ApiDeps } from '../deps';
import { parseBody } from '../middleware/parse';
import { invalidBody, ProblemError } from '../middleware/problem';
import type { ApiRequest, Reply } from '../routing/route';
import { simulatorProblems } from '../../../shared/adapters/telephony/simulated/problems';
import { parseScriptedAgentSettings } from '../../../shared/adapters/voice-agent/scripted-settings';
import { campaignRecord } from './presenter';

/** What a campaign holds must suit every job that takes its settings as they are. */
function checkSettings(settings: CampaignSettings): void {
  const agent = parseScriptedAgentSettings(settings.Agent ?? {});
  const problems = [
    ...(agent.ok ? [] : [{ pointer: `/Agent${agent.pointer}`, detail: agent.detail }]),
    ...simulatorProblems(settings.Defaults, '/Defaults'),
    ...(settings.Variants ?? []).flatMap((variant, index) =>
      simulatorProblems(variant.Overrides, `/Variants/${index}/Overrides`),
    ),
  ];
  if (problems.length > 0) throw invalidBody(problems);
}

export async function createCampaign(
  { body, orgId }: ApiRequest<never, CampaignSettings>,
  { store, nowMs }: ApiDeps,
): Promise<Reply> {
  checkSettings(body);
  const now = nowMs();
  const campaign: Campaign = {
    ID: newId('campaign'),
    OrgID: orgId,
    Version: 1,
    Config: body,
    CreatedMS: now,
    UpdatedMS: now,
  };
  await store.campaigns.insert(campaign);
  return { status: 201, headers: { Location: `/campaigns/${campaign.ID}` }, body: { CampaignID: campaign.ID } };
}

export async function findCampaign(
  key: { orgId: string; campaignId: string },
  { store }: Pick<ApiDeps, 'store'>,
): Promise<Campaign> {
  const campaign = await store.campaigns.find(key.orgId, key.campaignId);
  if (!campaign) throw new ProblemError('campaign_not_found');
  return campaign;
}

/** Changes of one campaign at the same time are rare: somebody who loses this often is in a loop with others. */
const maxTries = 5;

/** Makes the next version: fields given replace, `null` removes, and the whole must be valid as if it were new. */
export async function patchCampaign(
  { body, orgId, params }: ApiRequest<'campaignID', Record<string, unknown>>,
  { store, nowMs }: ApiDeps,
): Promise<Reply> {
  for (let tries = 0; tries < maxTries; tries++) {
    const campaign = await findCampaign({ orgId, campaignId: params.campaignID }, { store });
    const merged = Object.entries<unknown>({ ...campaign.Config, ...body }).filter(([, value]) => value !== null);
    const config = parseBody(createCampaignSchema, Object.fromEntries(merged));
    checkSettings(config);
    const now = nowMs();
    if (await store.campaigns.change(campaign, config, now)) {
      // Jobs that were not called yet follow the new version: they are planned again at once, not when their old instant comes.
      await store.jobs.replanWaiting({ orgId, campaignId: campaign.ID }, now);
      const changed = { ...campaign, Version: campaign.Version + 1, Config: config, UpdatedMS: now };
      return { status: 200, body: campaignRecord(changed) };
    }
  }
  throw new ProblemError('campaign_changed', {
    detail: 'Others keep changing this campaign. Please repeat the request.',
  });
}
