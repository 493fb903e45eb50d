import type { Delivery } from '../../../shared/adapters/mongo/deliveries.repository';
import type { ApiDeps } from '../http/deps';
import { ProblemError } from '../http/problem';
import type { ApiRequest } from '../http/route';

export async function findDelivery(request: ApiRequest<'webhookID' | 'deliveryID'>, deps: ApiDeps): Promise<Delivery> {
  const delivery = await deps.store.deliveries.find(request.params.deliveryID);
  // The delivery holds its organization's id, so the log of a deleted webhook stays readable.
  if (delivery?.OrgID !== request.orgId || delivery.WebhookID !== request.params.webhookID) {
    throw new ProblemError('delivery_not_found');
  }
  return delivery;
}
