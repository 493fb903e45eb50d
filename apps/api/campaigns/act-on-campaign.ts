import { controlOf } from '../../../shared/adapters/mongo/campaigns.repository';
import type { DryRunQuery } from '../../../shared/contracts/campaign-control.schema';
import type { CampaignAction } from '../../../shared/domain/campaign/state';
import type { ApiDeps } from '../http/deps';
import type { ApiRequest, Reply } from '../http/route';
import { applyAction, findTarget, rampFor } from './apply-action';
import { findCampaign } from './find-campaign';
import { toCampaignRecord } from './presenter';
import { previewChange } from './preview-change';

/** Starts, pauses, resumes, stops or archives a campaign, or previews that. */
export const actOnCampaign =
  (action: CampaignAction) =>
  async (request: ApiRequest<'campaignID', unknown, DryRunQuery>, deps: ApiDeps): Promise<Reply> => {
    const campaign = await findCampaign({ orgId: request.orgId, campaignId: request.params.campaignID }, deps);
    if (request.query.dry_run === true) return previewAction(request, { campaign, action }, deps);
    const changed = await applyAction(request, campaign, action, deps);
    return { status: 200, body: toCampaignRecord(changed, deps.nowMs()) };
  };

async function previewAction(
  request: Pick<ApiRequest, 'orgId' | 'signal'>,
  { campaign, action }: { campaign: Awaited<ReturnType<typeof findCampaign>>; action: CampaignAction },
  deps: ApiDeps,
): Promise<Reply> {
  const State = (await findTarget(campaign, action, deps)) ?? campaign.State ?? 'running';
  const isRelease = State === 'running' && campaign.State !== undefined && campaign.State !== 'running';
  const Ramp = isRelease ? await rampFor(campaign, deps) : campaign.Ramp;
  const after = { ...campaign, State, Ramp };
  const DryRun = await previewChange(request, { before: campaign, after, control: controlOf(after) }, deps);
  return { status: 200, body: { ...toCampaignRecord(after, deps.nowMs()), DryRun } };
}
