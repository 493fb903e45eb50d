import { publishCampaign } from '../../shared/application/publish-campaign';
import type { ActivityDeps } from '../deps';
import { sweepEach, type Swept } from './sweep-each';

type CampaignEventDeps = Pick<ActivityDeps, 'store' | 'deliveries' | 'logger' | 'metrics'>;

const batchSize = 100;
/** The process that changed the state publishes it within this time. */
const graceMs = 5_000;

/** Publishes changes of campaigns' states whose process was lost before it did. Several processes may do it at once. */
export async function sweepCampaignEvents(deps: CampaignEventDeps, nowMs: number): Promise<Swept> {
  const items = await deps.store.campaigns.findAnnounced(nowMs - graceMs, batchSize);
  return sweepEach(
    deps,
    { items, batchSize },
    {
      // Ids derive from the change, so that no claim is needed.
      claim: (campaign) => Promise.resolve(campaign),
      act: async (campaign) => {
        for (const change of campaign.Announced) await publishCampaign(deps, campaign, change, nowMs);
      },
      release: () => Promise.resolve(),
    },
  );
}
