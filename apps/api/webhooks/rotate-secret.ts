import { createWebhookSecret } from '../../../shared/adapters/webhook/signature';
import { audit } from '../audit/audit';
import type { ApiDeps } from '../http/deps';
import { ProblemError } from '../http/problem';
import { toRfc3339 } from '../http/rfc3339';
import type { ApiRequest, Reply } from '../http/route';
import { findWebhook } from './find-webhook';

/** Losing this often means that another client rotates in a loop. */
const maxTries = 3;

/** Creates a new secret; for a day, requests are signed with the previous one too. */
export async function rotateSecret(request: ApiRequest<'webhookID'>, deps: ApiDeps): Promise<Reply> {
  const { orgId, params } = request;
  const key = { orgId, webhookId: params.webhookID };
  for (let tries = 0; tries < maxTries; tries++) {
    const webhook = await findWebhook(request, deps);
    if (tries === 0) await audit(request, { Action: 'webhook.secret_rotated', WebhookID: webhook.ID }, deps);
    const secret = createWebhookSecret();
    const untilMs = await deps.store.webhooks.rotateSecret(key, secret, deps.nowMs());
    if (untilMs !== undefined) {
      return {
        status: 200,
        headers: { 'Cache-Control': 'no-store' },
        body: {
          WebhookID: key.webhookId,
          Secret: secret,
          PreviousSecretExpiresAt: toRfc3339(untilMs),
        },
        secretNotStored: `The secret of ${key.webhookId} was rotated, and only the first response contained it. If it was lost, rotate it again with another Idempotency-Key.`,
      };
    }
  }
  throw new ProblemError('webhook_changed', {
    detail: 'Concurrent requests keep rotating this secret. Retry the request.',
  });
}
