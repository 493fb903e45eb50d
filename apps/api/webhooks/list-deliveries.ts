import { maxPageSize } from '../../../shared/contracts/parameters';
import type { ListDeliveriesQuery } from '../../../shared/contracts/webhook-delivery.schema';
import type { ApiDeps } from '../http/deps';
import { linkToNextPage } from '../http/next-page';
import { invalidQuery } from '../http/problem';
import type { ApiRequest, Reply } from '../http/route';
import { findWebhook } from './find-webhook';
import { deliveryRecord } from './presenter';

export async function listDeliveries(
  request: ApiRequest<'webhookID', unknown, ListDeliveriesQuery>,
  deps: ApiDeps,
): Promise<Reply> {
  const { state, job, after: afterId, limit: pageLimit } = request.query;
  const webhook = await findWebhook(request, deps);
  const after = afterId === undefined ? undefined : await deps.store.deliveries.find(afterId);
  if (afterId !== undefined && after?.WebhookID !== webhook.ID) {
    throw invalidQuery([{ pointer: 'after', detail: 'Expected the id of a delivery of this webhook.' }]);
  }
  const filter = { webhookId: webhook.ID, state, jobId: job, after };
  const { deliveries, hasMore } = await deps.store.deliveries.list(filter, pageLimit ?? maxPageSize);
  const url = `${deps.publicUrl}/webhooks/${webhook.ID}/deliveries`;
  const next = { state, job, limit: pageLimit, after: deliveries.at(-1)?.ID };
  return {
    status: 200,
    headers: linkToNextPage(hasMore, url, next),
    body: { Deliveries: deliveries.map((delivery) => deliveryRecord(delivery, request.scopes)) },
  };
}

/** Those of all webhooks of the organization, also of deleted ones: one place to find what did not arrive. */
export async function listAllDeliveries(
  { orgId, query, scopes }: ApiRequest<never, unknown, ListDeliveriesQuery>,
  { store, publicUrl }: ApiDeps,
): Promise<Reply> {
  const { state, job, after: afterId, limit = maxPageSize } = query;
  const after = afterId === undefined ? undefined : await store.deliveries.find(afterId);
  if (afterId !== undefined && after?.OrgID !== orgId) {
    throw invalidQuery([{ pointer: 'after', detail: 'Expected the id of a delivery of this organization.' }]);
  }
  const { deliveries, hasMore } = await store.deliveries.listAll({ orgId, state, jobId: job, after }, limit);
  const next = { state, job, limit: query.limit, after: deliveries.at(-1)?.ID };
  return {
    status: 200,
    headers: linkToNextPage(hasMore, `${publicUrl}/deliveries`, next),
    body: { Deliveries: deliveries.map((delivery) => deliveryRecord(delivery, scopes)) },
  };
}
