import type { CampaignKey } from '../adapters/mongo/jobs/list';
import type { JobSettings } from './job-context';
import type { Store } from './store';

/**
 * What changes with everything that jobs are planned by. The settings of a campaign change with its version. A job that
 * comes due meets the circuit breaker as it is then.
 */
const basisOf = ({
  campaign: { config: _of, ...campaign },
  organization,
}: Pick<JobSettings, 'campaign' | 'organization'>): string =>
  JSON.stringify({ campaign: { ...campaign, control: { ...campaign.control, Breaker: undefined } }, organization });

/**
 * Has the waiting jobs of a campaign planned again if what new ones were planned by changed before they were stored: the
 * walk that follows such a change may have passed before they were there to be found.
 * @param settings what the jobs were planned by. Call this when they are stored
 */
export async function replanIfChanged(
  store: Pick<Store, 'campaigns' | 'organizations' | 'jobs'>,
  { orgId, campaignId }: CampaignKey,
  settings: JobSettings,
  nowMs: number,
): Promise<void> {
  const [campaign, organization] = await Promise.all([
    store.campaigns.findConfig(campaignId),
    store.organizations.find(orgId),
  ]);
  const isCurrent = campaign !== undefined && basisOf({ campaign, organization }) === basisOf(settings);
  if (!isCurrent) await store.jobs.replanWaiting({ orgId, campaignId }, nowMs);
}
