import { audit } from '../audit/audit';
import type { ApiDeps } from '../http/deps';
import type { ApiRequest, Reply } from '../http/route';
import { findDelivery } from './find-delivery';
import { findEnabledWebhook } from './find-webhook';
import { takeRedeliveries } from './redelivery-quota';
import { startOrDefer } from './start-delivery';

/** Delivers again under the same message id. A delivery that waits for its next attempt is attempted now. */
export async function redeliver(request: ApiRequest<'webhookID' | 'deliveryID'>, deps: ApiDeps): Promise<Reply> {
  await findEnabledWebhook(request, deps);
  const delivery = await findDelivery(request, deps);
  await takeRedeliveries(request.orgId, 1, deps);
  const target = { WebhookID: delivery.WebhookID, DeliveryID: delivery.ID };
  await audit(request, { Action: 'webhook.redelivered', ...target }, deps);
  const open = (await deps.store.deliveries.reopen(delivery, deps.nowMs())) ?? (await findDelivery(request, deps));
  await startOrDefer(open, deps);
  return { status: 202, body: { DeliveryID: open.ID, WebhookID: open.WebhookID, State: open.State } };
}
