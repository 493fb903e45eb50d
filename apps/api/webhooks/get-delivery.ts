import type { ApiDeps } from '../http/deps';
import type { ApiRequest, Reply } from '../http/route';
import { findDelivery } from './find-delivery';
import { deliveryRecord } from './presenter';

export async function getDelivery(request: ApiRequest<'webhookID' | 'deliveryID'>, deps: ApiDeps): Promise<Reply> {
  return { status: 200, body: deliveryRecord(await findDelivery(request, deps), request.scopes) };
}
