import type { Campaign } from '../../../shared/adapters/mongo/campaigns.repository';
import type { Organization } from '../../../shared/adapters/mongo/organizations.repository';
import { hasCampaignEnded } from '../../../shared/domain/campaign/state';
import type { ApiDeps } from '../http/deps';
import { ProblemError } from '../http/problem';
import { findCampaign } from './find-campaign';

/** A campaign that accepts jobs, and its organization. */
interface OpenCampaign {
  campaign: Campaign;
  organization: Organization | undefined;
}

/** Finds the campaign of a new job. @throws {ProblemError} 403 if the operator has blocked it, or its organization; 409 if it was stopped */
export async function findOpenCampaign(
  key: { orgId: string; campaignId: string },
  { store }: Pick<ApiDeps, 'store'>,
): Promise<OpenCampaign> {
  const [campaign, organization] = await Promise.all([
    findCampaign(key, { store }),
    store.organizations.find(key.orgId),
  ]);
  if (organization?.State === 'blocked') throw new ProblemError('organization_blocked');
  const { State = 'running', Blocked } = campaign;
  if (Blocked === true) throw new ProblemError('campaign_blocked');
  if (hasCampaignEnded(State))
    throw new ProblemError('campaign_state', { detail: `The campaign is ${State}: it accepts no new jobs.` });
  return { campaign, organization };
}
