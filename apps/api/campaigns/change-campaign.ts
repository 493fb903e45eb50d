import { controlOf, type Campaign } from '../../../shared/adapters/mongo/campaigns.repository';
import { campaignSettingsSchema, type CampaignSettings } from '../../../shared/contracts/campaign.schema';
import type { CampaignBody } from '../../../shared/contracts/campaign-response.schema';
import type { DryRunQuery } from '../../../shared/contracts/campaign-control.schema';
import { actionTo, type SettableCampaignState } from '../../../shared/domain/campaign/state';
import { findCampaignWarnings } from '../../../shared/domain/campaign/warnings';
import { campaignQuota, campaignScope } from '../../../shared/domain/planning/call-quotas';
import { audit } from '../audit/audit';
import type { ApiDeps } from '../http/deps';
import { parseBody } from '../http/parse';
import type { ApiRequest, Reply } from '../http/route';
import { toWarnings } from '../http/warnings';
import { applyAction, concurrentChanges, findTarget, maxTries, rampFor } from './apply-action';
import { checkSettings } from './check-settings';
import { findCampaign } from './find-campaign';
import { toCampaignRecord } from './presenter';
import { previewChange } from './preview-change';
import { sealAgent } from './seal-agent';

type Settings = Record<string, unknown>;
type Change = Settings & { State?: SettableCampaignState | undefined };
type ChangeRequest = ApiRequest<'campaignID', Change, DryRunQuery>;

/**
 * Changes the settings, which creates the next version, and the state, which applies to every version. The settings are
 * validated first, so that an invalid change has no effect.
 */
export async function changeCampaign(request: ChangeRequest, deps: ApiDeps): Promise<Reply> {
  const { State, ...given } = request.body;
  const found = await findCampaign({ orgId: request.orgId, campaignId: request.params.campaignID }, deps);
  const hasSettings = Object.keys(given).length > 0;
  const settings = await sealSettings(found, given, deps);
  const Config = hasSettings ? mergeSettings(found, settings, deps) : found.Config;
  if (request.query.dry_run === true) return previewSettings(request, { campaign: found, Config, State }, deps);
  const campaign =
    State === undefined ? found : await applyAction(request, found, actionTo(State, found.State ?? 'running'), deps);
  if (!hasSettings) return { status: 200, body: toCampaignRecord(campaign, deps.nowMs()) };
  const Details = { Fields: Object.keys(settings) };
  await audit(request, { Action: 'campaign.changed', CampaignID: campaign.ID, Details }, deps);
  const changed = await changeSettings(campaign, (current) => mergeSettings(current, settings, deps), deps);
  return { status: 200, body: toChangedBody(changed, deps) };
}

/** A campaign whose settings were changed, with what to look at in them. */
export const toChangedBody = (campaign: Campaign, { nowMs }: Pick<ApiDeps, 'nowMs'>): CampaignBody => ({
  ...toCampaignRecord(campaign, nowMs()),
  ...toWarnings(findCampaignWarnings(campaign.Config)),
});

/** Shows the campaign as it would be after a change, and counts how the next calls of its jobs would move. */
async function previewSettings(
  request: ChangeRequest,
  { campaign, Config, State }: { campaign: Campaign; Config: CampaignSettings; State: Change['State'] },
  deps: ApiDeps,
): Promise<Reply> {
  const from = campaign.State ?? 'running';
  const to = State === undefined ? undefined : await findTarget(campaign, actionTo(State, from), deps);
  const Ramp = to === 'running' ? await rampFor(campaign, deps) : campaign.Ramp;
  const Version = campaign.Version + (Config === campaign.Config ? 0 : 1);
  const after = { ...campaign, Ramp, Version, Config, State: to ?? from };
  const DryRun = await previewChange(request, { before: campaign, after, control: controlOf(after) }, deps);
  return { status: 200, body: { ...toChangedBody(after, deps), DryRun } };
}

/** Validates the settings, and seals what is secret in them. */
async function sealSettings(campaign: Campaign, given: Settings, deps: ApiDeps): Promise<Settings> {
  if ((given['Agent'] ?? null) === null) return given;
  const { Agent } = mergeSettings(campaign, given, deps);
  const at = { orgId: campaign.OrgID, stored: campaign.Config.Agent };
  return Agent === undefined ? given : { ...given, Agent: await sealAgent(Agent, at, deps) };
}

/** Given fields are replaced, `null` removes a field, and the result is validated as a whole. */
function mergeSettings(campaign: Campaign, settings: Settings, deps: ApiDeps): CampaignSettings {
  const merged = Object.entries<unknown>({ ...campaign.Config, ...settings }).filter(([, value]) => value !== null);
  const config = parseBody(campaignSettingsSchema, Object.fromEntries(merged));
  checkSettings(config, campaign.OrgID, deps, campaign.Config);
  return config;
}

const haveSameDates = (one: CampaignSettings, other: CampaignSettings): boolean =>
  one.StartAt === other.StartAt && one.EndAt === other.EndAt;

const limitOf = ({ Pacing }: CampaignSettings): number => Pacing?.MaxConcurrentCalls ?? 0;

/** True if calls may run that hold no place under the campaign's limit on calls at once, because it had none before. */
const setsLimit = (Config: CampaignSettings, { Config: before }: Campaign): boolean =>
  limitOf(Config) > 0 && limitOf(before) === 0;

const listRunning = ({ ID }: Campaign, { store, nowMs }: ApiDeps): Promise<void> =>
  store.callQuotas.listRunning(campaignScope(ID), { CampaignID: ID }, nowMs());

/**
 * Makes the next version, and has the waiting jobs that it concerns planned again.
 * @param makeConfig its settings, from the current version
 */
export async function changeSettings(
  from: Campaign,
  makeConfig: (current: Campaign) => CampaignSettings,
  deps: ApiDeps,
): Promise<Campaign> {
  const { store, nowMs } = deps;
  const key = { orgId: from.OrgID, campaignId: from.ID };
  let campaign = from;
  for (let tries = 0; tries < maxTries; tries++) {
    const Config = makeConfig(campaign);
    const now = nowMs();
    const lists = setsLimit(Config, campaign);
    if (lists) await listRunning(campaign, deps);
    if (await store.campaigns.change(campaign, Config, now)) {
      // Jobs without calls use the new version: they are replanned immediately, not at their old instant. The dates of
      // the campaign concern every job.
      await (haveSameDates(Config, campaign.Config)
        ? store.jobs.replanWaiting(key, now)
        : store.jobs.replanCampaign(key, now));
      await store.callQuotas.setLimits(campaignQuota(campaign.ID, Config.Pacing));
      if (lists) {
        // Once more, when the calls that were placed before workers read the new limit have their records.
        await deps.waitForHold();
        await listRunning(campaign, deps);
      }
      return { ...campaign, Version: campaign.Version + 1, Config, UpdatedMS: now };
    }
    campaign = await findCampaign(key, deps);
  }
  throw concurrentChanges();
}
