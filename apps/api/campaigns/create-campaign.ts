import type { Campaign } from '../../../shared/adapters/mongo/campaigns.repository';
import { isDuplicateKey } from '../../../shared/adapters/mongo/client';
import type { CreateCampaign } from '../../../shared/contracts/campaign.schema';
import { findCampaignWarnings } from '../../../shared/domain/campaign/warnings';
import { audit, type AuditedAction } from '../audit/audit';
import type { ApiDeps } from '../http/deps';
import { ProblemError } from '../http/problem';
import type { ApiRequest, Reply } from '../http/route';
import { toWarnings } from '../http/warnings';
import { checkSettings } from './check-settings';
import { sealAgent } from './seal-agent';

/** Lists, retention and the sweeper work through all of them. */
const maxCampaigns = 1_000;

async function checkCount(orgId: string, { store }: Pick<ApiDeps, 'store'>): Promise<void> {
  if ((await store.campaigns.count(orgId, maxCampaigns)) < maxCampaigns) return;
  throw new ProblemError('too_many_campaigns', {
    detail: `An organization can have at most ${maxCampaigns} campaigns. Change one that is no longer used.`,
  });
}

export async function createCampaign(request: ApiRequest<never, CreateCampaign>, deps: ApiDeps): Promise<Reply> {
  const { State, ...settings } = request.body;
  checkSettings(settings, request.orgId, deps);
  const { Agent } = settings;
  const sealed = Agent && { Agent: await sealAgent(Agent, { orgId: request.orgId }, deps) };
  return storeCampaign(request, { State, Config: { ...settings, ...sealed } }, deps);
}

/** Stores a new campaign as its version 1. @param about.Details of the audit entry */
export async function storeCampaign(
  request: Pick<ApiRequest, 'orgId' | 'keyId' | 'requestId' | 'newId' | 'isReplay'>,
  { State, Config, Details }: Pick<Campaign, 'State' | 'Config'> & Pick<AuditedAction, 'Details'>,
  deps: ApiDeps,
): Promise<Reply> {
  const { orgId, newId } = request;
  // An earlier attempt may have stored the campaign that reaches the limit.
  if (!request.isReplay) await checkCount(orgId, deps);
  const now = deps.nowMs();
  const campaign: Campaign = {
    ID: newId('campaign'),
    OrgID: orgId,
    Version: 1,
    State,
    Config,
    CreatedMS: now,
    UpdatedMS: now,
  };
  await audit(request, { Action: 'campaign.created', CampaignID: campaign.ID, Details }, deps);
  await deps.store.campaigns.insert(campaign).catch((error: unknown) => {
    // An earlier attempt of this request stored it, and its response was lost.
    if (!isDuplicateKey(error)) throw error;
  });
  const body = { CampaignID: campaign.ID, ...toWarnings(findCampaignWarnings(Config)) };
  return { status: 201, headers: { Location: `/campaigns/${campaign.ID}` }, body };
}
