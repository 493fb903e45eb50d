import { keepsHeaders } from '../../../shared/domain/webhook/webhook';
import type { PatchWebhook } from '../../../shared/contracts/webhook.schema';
import { audit } from '../audit/audit';
import type { ApiDeps } from '../http/deps';
import { ProblemError } from '../http/problem';
import type { ApiRequest, Reply } from '../http/route';
import { checkDestination } from './check-destination';
import { findWebhook } from './find-webhook';
import { toWebhookRecord } from './presenter';

/** Losing this often means that another client changes the destination in a loop. */
const maxTries = 3;

/** Changes a webhook. A destination of another origin removes the static headers unless the request sets them. */
export async function patchWebhook(request: ApiRequest<'webhookID', PatchWebhook>, deps: ApiDeps): Promise<Reply> {
  const { body, orgId, params } = request;
  const { store, nowMs } = deps;
  const key = { orgId, webhookId: params.webhookID };
  for (let tries = 0; tries < maxTries; tries++) {
    const before = await findWebhook(request, deps);
    if (tries === 0) {
      // An unchanged destination stays as it was accepted.
      if (body.DestinationURL !== before.DestinationURL) checkDestination(body.DestinationURL, deps);
      const Details = { Fields: Object.keys(body) };
      await audit(request, { Action: 'webhook.changed', WebhookID: before.ID, Details }, deps);
    }
    const keeps = body.DestinationURL === undefined || keepsHeaders(before, body.DestinationURL);
    const change = keeps ? body : { Headers: null, ...body };
    const webhook = await store.webhooks.change(key, change, { nowMs: nowMs(), currentUrl: before.DestinationURL });
    if (!webhook) continue;
    if (!webhook.Enabled) await store.deliveries.discardAll(webhook.ID, nowMs());
    return { status: 200, body: toWebhookRecord(webhook) };
  }
  throw new ProblemError('webhook_changed', {
    detail: 'Concurrent requests keep changing the destination of this webhook. Retry the request.',
  });
}
