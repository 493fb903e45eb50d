import type { JobStateEvent } from '../../../shared/domain/webhook/event';
import { audit } from '../audit/audit';
import type { ApiDeps } from '../http/deps';
import type { ApiRequest, Reply } from '../http/route';
import { findEnabledWebhook } from './find-webhook';
import { takeRedeliveries } from './redelivery-quota';
import { startOrDefer } from './start-delivery';

/** Sends a test event to one webhook: shaped like a real event, for a job and a campaign that cannot exist. */
export async function sendTestEvent(request: ApiRequest<'webhookID'>, deps: ApiDeps): Promise<Reply> {
  const webhook = await findEnabledWebhook(request, deps);
  await takeRedeliveries(request.orgId, 1, deps);
  const now = deps.nowMs();
  const event: JobStateEvent = {
    orgId: webhook.OrgID,
    campaignId: 'campaign_test',
    jobId: request.newId('job').replace('job_', 'job_test_'),
    sequence: 1,
    state: 'completed',
    eventTimeMs: now,
    testJob: true,
  };
  await audit(request, { Action: 'webhook.tested', WebhookID: webhook.ID }, deps);
  const { deliveries } = deps.store;
  await deliveries.open(webhook.ID, event, now);
  const id = deliveries.idOf({ webhookId: webhook.ID, jobId: event.jobId, sequence: event.sequence });
  const delivery = await deliveries.find(id);
  if (delivery) await startOrDefer(delivery, deps);
  return { status: 202, body: { WebhookID: webhook.ID, DeliveryID: id } };
}
