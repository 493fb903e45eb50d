import type { PatchWebhook } from '../../../shared/contracts/webhook.schema';
import { audit } from '../audit/audit';
import type { ApiDeps } from '../http/deps';
import { ProblemError } from '../http/problem';
import type { ApiRequest, Reply } from '../http/route';
import { checkDestination } from './check-destination';
import { findWebhook } from './find-webhook';
import { toWebhookRecord } from './presenter';

export async function patchWebhook(request: ApiRequest<'webhookID', PatchWebhook>, deps: ApiDeps): Promise<Reply> {
  const { body, orgId, params } = request;
  await checkDestination(body.DestinationURL, deps);
  const { store, nowMs } = deps;
  const { ID: WebhookID } = await findWebhook(request, deps);
  await audit(request, { Action: 'webhook.changed', WebhookID, Details: { Fields: Object.keys(body) } }, deps);
  const webhook = await store.webhooks.change({ orgId, webhookId: params.webhookID }, body, nowMs());
  if (!webhook) throw new ProblemError('webhook_not_found');
  if (!webhook.Enabled) await store.deliveries.discardAll(webhook.ID, nowMs());
  return { status: 200, body: toWebhookRecord(webhook) };
}
