import type { DuplicateCampaign } from '../../../shared/contracts/campaign-control.schema';
import type { ApiDeps } from '../http/deps';
import { ProblemError } from '../http/problem';
import type { ApiRequest, Reply } from '../http/route';
import { checkSettings } from './check-settings';
import { storeCampaign } from './create-campaign';
import { findCampaign } from './find-campaign';

const maxNameLength = 200;
const suffix = ' (copy)';

/** Creates a draft with the settings of a campaign, without its jobs, versions and state. */
export async function duplicateCampaign(
  request: ApiRequest<'campaignID', DuplicateCampaign>,
  deps: ApiDeps,
): Promise<Reply> {
  if (request.campaignIds !== undefined)
    throw new ProblemError('forbidden', { detail: 'A key that is limited to campaigns cannot create others.' });
  const { ID, Config } = await findCampaign({ orgId: request.orgId, campaignId: request.params.campaignID }, deps);
  const Name = request.body.Name ?? `${Config.Name.slice(0, maxNameLength - suffix.length)}${suffix}`;
  const copy = { ...Config, Name };
  checkSettings(copy, request.orgId, deps);
  return storeCampaign(request, { State: 'draft', Config: copy, Details: { DuplicateOf: ID } }, deps);
}
