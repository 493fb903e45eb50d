import { controlOf, type Campaign, type CampaignStop } from '../../../shared/adapters/mongo/campaigns.repository';
import { withoutSealedHeaders } from '../../../shared/adapters/voice-agent/media-streams/headers';
import type { CampaignBody } from '../../../shared/contracts/campaign-response.schema';
import { shownStateOf } from '../../../shared/domain/campaign/state';
import { toRfc3339 } from '../http/rfc3339';

const toStopBody = ({ AtMS, JobsWaiting, JobsCanceled, FinishedMS }: CampaignStop): CampaignBody['Stop'] => ({
  At: toRfc3339(AtMS),
  JobsWaiting,
  ...(JobsCanceled === undefined ? {} : { JobsCanceled }),
  ...(FinishedMS === undefined ? {} : { FinishedAt: toRfc3339(FinishedMS) }),
});

/** A campaign as the API shows it. */
export const toCampaignRecord = (campaign: Campaign): CampaignBody => ({
  OrgID: campaign.OrgID,
  ID: campaign.ID,
  Version: campaign.Version,
  State: shownStateOf(controlOf(campaign)),
  ...(campaign.Ramp === undefined ? {} : { RampUntil: toRfc3339(campaign.Ramp.UntilMS) }),
  ...(campaign.Stop === undefined ? {} : { Stop: toStopBody(campaign.Stop) }),
  Data: withoutSealedHeaders(campaign.Config),
  CreatedAt: toRfc3339(campaign.CreatedMS),
  UpdatedAt: toRfc3339(campaign.UpdatedMS),
});
