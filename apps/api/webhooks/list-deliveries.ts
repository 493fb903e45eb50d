import { maxPageSize } from '../../../shared/contracts/parameters';
import type { ListDeliveriesQuery } from '../../../shared/contracts/webhook-delivery.schema';
import type { ApiDeps } from '../http/deps';
import { invalidQuery } from '../http/problem';
import type { ApiRequest, Reply } from '../http/route';
import { findWebhook } from './find-webhook';
import { deliveryRecord } from './presenter';

export async function listDeliveries(
  request: ApiRequest<'webhookID', unknown, ListDeliveriesQuery>,
  deps: ApiDeps,
): Promise<Reply> {
  const { state, job, after: afterId, limit = maxPageSize } = request.query;
  const webhook = await findWebhook(request, deps);
  const after = afterId === undefined ? undefined : await deps.store.deliveries.find(afterId);
  if (afterId !== undefined && after?.WebhookID !== webhook.ID) {
    throw invalidQuery([{ pointer: 'after', detail: 'Expected the id of a delivery of this webhook.' }]);
  }
  const found = await deps.store.deliveries.list({ webhookId: webhook.ID, state, jobId: job, after }, limit);
  return { status: 200, body: { Deliveries: found.map(deliveryRecord) } };
}
