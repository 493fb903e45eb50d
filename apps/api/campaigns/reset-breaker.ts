import { breakerStateOf, closeBreaker } from '../../../shared/domain/campaign/circuit-breaker';
import { createRamp, maxRampJobs } from '../../../shared/domain/campaign/state';
import { campaignScope } from '../../../shared/domain/planning/call-quotas';
import { audit } from '../audit/audit';
import type { ApiDeps } from '../http/deps';
import type { ApiRequest, Reply } from '../http/route';
import { concurrentChanges, maxTries } from './apply-action';
import { findCampaign } from './find-campaign';
import { toCampaignRecord } from './presenter';

/**
 * Closes the circuit breaker of a campaign without probes. The jobs that wait are called within seconds, spread as after
 * a pause. A closed one stays as it is.
 */
export async function resetBreaker(request: ApiRequest<'campaignID'>, deps: ApiDeps): Promise<Reply> {
  const { store, nowMs } = deps;
  const campaignId = request.params.campaignID;
  for (let tries = 0; tries < maxTries; tries++) {
    const campaign = await findCampaign({ orgId: request.orgId, campaignId }, deps);
    const { Breaker } = campaign;
    const now = nowMs();
    if (Breaker === undefined || breakerStateOf(Breaker, now) === 'closed')
      return { status: 200, body: toCampaignRecord(campaign, now) };
    if (tries === 0) await audit(request, { Action: 'circuit_breaker.reset', CampaignID: campaignId }, deps);
    const waiting = await store.callQuotas.countWaiting(campaignScope(campaignId), maxRampJobs);
    const closed = closeBreaker(Breaker, now, createRamp(waiting, now)?.UntilMS);
    if (await store.campaigns.changeBreaker(campaignId, { revision: Breaker.Revision }, closed))
      return { status: 200, body: toCampaignRecord({ ...campaign, Breaker: closed }, now) };
  }
  throw concurrentChanges();
}
