import { isDuplicateKey } from '../../../shared/adapters/mongo/client';
import type { Campaign } from '../../../shared/adapters/mongo/campaigns.repository';
import { createCampaignSchema, type CampaignSettings } from '../../../shared/contracts/campaign.schema';
import { audit } from '../audit/audit';
import type { ApiDeps } from '../http/deps';
import { parseBody } from '../http/parse';
import { invalidBody, ProblemError } from '../http/problem';
import type { ApiRequest, Reply } from '../http/route';
import { findSimulatorProblems } from '../../../shared/adapters/telephony/simulated/problems';
import { parseScriptedAgentSettings } from '../../../shared/adapters/voice-agent/scripted-settings';
import { toCampaignRecord } from './presenter';

/** A campaign's settings must be valid for every job that does not override them. */
function checkSettings(settings: CampaignSettings): void {
  const agent = parseScriptedAgentSettings(settings.Agent ?? {});
  const problems = [
    ...(agent.ok ? [] : [{ pointer: `/Agent${agent.pointer}`, detail: agent.detail }]),
    ...findSimulatorProblems(settings.Defaults, '/Defaults'),
    ...(settings.Variants ?? []).flatMap((variant, index) =>
      findSimulatorProblems(variant.Overrides, `/Variants/${index}/Overrides`),
    ),
  ];
  if (problems.length > 0) throw invalidBody(problems);
}

export async function createCampaign(request: ApiRequest<never, CampaignSettings>, deps: ApiDeps): Promise<Reply> {
  const { body, orgId, newId } = request;
  checkSettings(body);
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

export async function findCampaign(
  key: { orgId: string; campaignId: string },
  { store }: Pick<ApiDeps, 'store'>,
): Promise<Campaign> {
  const campaign = await store.campaigns.find(key.orgId, key.campaignId);
  if (!campaign) throw new ProblemError('campaign_not_found');
  return campaign;
}

/** Concurrent changes of one campaign are rare: losing this often means that another client changes it in a loop. */
const maxTries = 5;

/** Creates the next version: given fields are replaced, `null` removes a field, and the result is validated as a whole. */
export async function patchCampaign(
  request: ApiRequest<'campaignID', Record<string, unknown>>,
  deps: ApiDeps,
): Promise<Reply> {
  const { body, orgId, params } = request;
  const { store, nowMs } = deps;
  for (let tries = 0; tries < maxTries; tries++) {
    const campaign = await findCampaign({ orgId, campaignId: params.campaignID }, { store });
    const merged = Object.entries<unknown>({ ...campaign.Config, ...body }).filter(([, value]) => value !== null);
    const config = parseBody(createCampaignSchema, Object.fromEntries(merged));
    checkSettings(config);
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
