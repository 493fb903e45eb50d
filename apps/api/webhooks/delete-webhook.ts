import { audit } from '../audit/audit';
import type { ApiDeps } from '../http/deps';
import type { ApiRequest, Reply } from '../http/route';

export async function deleteWebhook(request: ApiRequest<'webhookID'>, deps: ApiDeps): Promise<Reply> {
  const { orgId, params } = request;
  const { store, nowMs } = deps;
  if (await store.webhooks.exists(orgId, params.webhookID)) {
    await audit(request, { Action: 'webhook.deleted', WebhookID: params.webhookID }, deps);
  }
  const existed = await store.webhooks.remove(orgId, params.webhookID);
  // If this fails, each delivery ends at its next attempt, which finds no webhook.
  if (existed) await store.deliveries.discardAll(params.webhookID, nowMs());
  return { status: existed ? 202 : 200, body: { WebhookID: params.webhookID } };
}
