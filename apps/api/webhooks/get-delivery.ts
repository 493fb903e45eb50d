import type { ApiDeps } from '../http/deps';
import type { ApiRequest, Reply } from '../http/route';
import { deliveryRecord } from './presenter';
import { findDelivery } from './find-delivery';

export async function getDelivery(request: ApiRequest<'webhookID' | 'deliveryID'>, deps: ApiDeps): Promise<Reply> {
  return { status: 200, body: deliveryRecord(await findDelivery(request, deps)) };
}
