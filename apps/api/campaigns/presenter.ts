import { controlOf, type Campaign, type CampaignStop } from '../../../shared/adapters/mongo/campaigns.repository';
import { withoutSealedHeaders } from '../../../shared/adapters/voice-agent/media-streams/headers';
import type { CampaignBody } from '../../../shared/contracts/campaign-response.schema';
import type { CircuitBreakerBody } from '../../../shared/contracts/circuit-breaker.schema';
import { breakerStateOf } from '../../../shared/domain/campaign/circuit-breaker';
import { shownStateOf } from '../../../shared/domain/campaign/state';
import { toRfc3339 } from '../http/rfc3339';

const toStopBody = ({ AtMS, JobsWaiting, JobsCanceled, FinishedMS }: CampaignStop): CampaignBody['Stop'] => ({
  At: toRfc3339(AtMS),
  JobsWaiting,
  ...(JobsCanceled === undefined ? {} : { JobsCanceled }),
  ...(FinishedMS === undefined ? {} : { FinishedAt: toRfc3339(FinishedMS) }),
});

/** The circuit breaker as the API shows it; `undefined` if it is disabled. */
export function toBreakerBody({ Breaker, Config }: Campaign, nowMs: number): CircuitBreakerBody | undefined {
  if (Config.CircuitBreaker?.Enabled === false) return undefined;
  const State = breakerStateOf(Breaker, nowMs);
  if (Breaker === undefined) return { State };
  const { OpenedMS, HalfOpenMS, ClosedMS, RampUntilMS = 0, Calls, Failures, LastFailure } = Breaker;
  return {
    State,
    OpenedAt: toRfc3339(OpenedMS),
    ...(ClosedMS === undefined ? { HalfOpenAt: toRfc3339(HalfOpenMS) } : { ClosedAt: toRfc3339(ClosedMS) }),
    ...(RampUntilMS > nowMs ? { RampUntil: toRfc3339(RampUntilMS) } : {}),
    Calls,
    Failures,
    LastError: LastFailure,
  };
}

const breakerField = (campaign: Campaign, nowMs: number): Pick<CampaignBody, 'CircuitBreaker'> => {
  const CircuitBreaker = toBreakerBody(campaign, nowMs);
  return CircuitBreaker === undefined ? {} : { CircuitBreaker };
};

/** A campaign as the API shows it. @param nowMs decides whether an open circuit breaker is half-open */
export const toCampaignRecord = (campaign: Campaign, nowMs: number): CampaignBody => ({
  OrgID: campaign.OrgID,
  ID: campaign.ID,
  Version: campaign.Version,
  State: shownStateOf(controlOf(campaign)),
  ...(campaign.Ramp === undefined ? {} : { RampUntil: toRfc3339(campaign.Ramp.UntilMS) }),
  ...breakerField(campaign, nowMs),
  ...(campaign.Stop === undefined ? {} : { Stop: toStopBody(campaign.Stop) }),
  Data: withoutSealedHeaders(campaign.Config),
  CreatedAt: toRfc3339(campaign.CreatedMS),
  UpdatedAt: toRfc3339(campaign.UpdatedMS),
});
