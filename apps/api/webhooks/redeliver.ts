import type { Delivery } from '../../../shared/adapters/mongo/deliveries.repository';
import { audit } from '../audit/audit';
import type { ApiDeps } from '../http/deps';
import type { ApiRequest, Reply } from '../http/route';
import { findDelivery } from './find-delivery';
import { findEnabledWebhook } from './find-webhook';
import { takeRedeliveries } from './redelivery-quota';
import { startOrDefer, wakeOrDefer } from './start-delivery';

/** Delivers again under the same message id. A delivery that waits for its next attempt is attempted now. */
export async function redeliver(request: ApiRequest<'webhookID' | 'deliveryID'>, deps: ApiDeps): Promise<Reply> {
  await findEnabledWebhook(request, deps);
  const delivery = await findDelivery(request, deps);
  await takeRedeliveries(request.orgId, 1, deps);
  const target = { WebhookID: delivery.WebhookID, DeliveryID: delivery.ID };
  await audit(request, { Action: 'webhook.redelivered', ...target }, deps);
  const { deliveries } = deps.store;
  const reopened = await deliveries.reopen(delivery, deps.nowMs());
  if (reopened) {
    await startOrDefer(reopened, deps);
    return toReply(reopened);
  }
  await deliveries.hasten(delivery.ID, deps.nowMs());
  const open = await findDelivery(request, deps);
  await startOrDefer(open, deps);
  await wakeOrDefer(open, deps);
  return toReply(open);
}

const toReply = (open: Delivery): Reply => ({
  status: 202,
  body: { DeliveryID: open.ID, WebhookID: open.WebhookID, State: open.State },
});
