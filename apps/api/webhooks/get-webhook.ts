import type { ApiDeps } from '../http/deps';
import type { ApiRequest, Reply } from '../http/route';
import { findWebhook } from './find-webhook';
import { toWebhookRecord } from './presenter';

export async function getWebhook(request: ApiRequest<'webhookID'>, deps: ApiDeps): Promise<Reply> {
  return { status: 200, body: toWebhookRecord(await findWebhook(request, deps)) };
}
