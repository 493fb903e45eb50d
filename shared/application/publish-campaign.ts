import { eventOfCampaign, type CampaignAnnouncement } from '../domain/webhook/event';
import { publishEvent, type PublishDeps } from './publish-event';
import type { Store } from './store';

type CampaignDeps = PublishDeps & { store: Pick<Store, 'campaigns'> };

/** Publishes a change of a campaign's state, and removes it from the campaign. Idempotent; the sweeper repeats it. */
export async function publishCampaign(
  deps: CampaignDeps,
  campaign: { ID: string; OrgID: string },
  announcement: CampaignAnnouncement,
  nowMs: number,
): Promise<void> {
  await publishEvent(deps, eventOfCampaign(campaign, announcement), nowMs);
  await deps.store.campaigns.settleAnnouncement(campaign.ID, announcement);
}
