import { breakerStateOf, closeBreaker } from '../../../shared/domain/campaign/circuit-breaker';
import { audit } from '../audit/audit';
import type { ApiDeps } from '../http/deps';
import type { ApiRequest, Reply } from '../http/route';
import { concurrentChanges, maxTries, rampFor } from './apply-action';
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
    const closed = closeBreaker(Breaker, now, (await rampFor(campaign, deps))?.UntilMS);
    const from = { revision: Breaker.Revision };
    // Jobs that were planned for the end of the cool-down are planned again.
    const change = () => store.campaigns.changeBreaker(campaignId, from, closed);
    if (await store.jobs.releaseCampaign({ orgId: request.orgId, campaignId }, now, change))
      return { status: 200, body: toCampaignRecord({ ...campaign, Breaker: closed }, now) };
  }
  throw concurrentChanges();
}
