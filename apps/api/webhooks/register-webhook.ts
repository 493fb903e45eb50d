import { isDuplicateKey } from '../../../shared/adapters/mongo/client';
import type { Webhook } from '../../../shared/adapters/mongo/webhooks.repository';
import { createWebhookSecret } from '../../../shared/adapters/webhook/signature';
import type { CreateWebhook } from '../../../shared/contracts/webhook.schema';
import { audit } from '../audit/audit';
import type { ApiDeps } from '../http/deps';
import { ProblemError } from '../http/problem';
import type { ApiRequest, Reply } from '../http/route';
import { checkDestination } from './check-destination';

/** Every event creates one delivery per webhook. */
const maxWebhooks = 50;

export async function registerWebhook(request: ApiRequest<never, CreateWebhook>, deps: ApiDeps): Promise<Reply> {
  const { body, orgId, newId } = request;
  const { store, nowMs } = deps;
  const exists = request.isReplay && (await store.webhooks.findWithSecrets(newId('webhook'), nowMs())) !== undefined;
  if (!exists) await checkNew(body, orgId, deps);
  const { Headers = {}, Enabled = true, ...fields } = body;
  const webhook: Webhook = { ID: newId('webhook'), OrgID: orgId, CreatedMS: nowMs(), Enabled, ...fields };
  await audit(request, { Action: 'webhook.created', WebhookID: webhook.ID }, deps);
  const secret = await insertWebhook(webhook, Headers, deps);
  return {
    status: 201,
    headers: { Location: `/webhooks/${webhook.ID}`, 'Cache-Control': 'no-store' },
    body: { WebhookID: webhook.ID, Secret: secret },
    secretNotStored: `${webhook.ID} exists, and only the first response contained its secret. If it was lost, rotate the secret.`,
  };
}

/** @throws {ProblemError} if no delivery could reach the URL, or the organization has too many webhooks */
async function checkNew({ DestinationURL }: CreateWebhook, orgId: string, deps: ApiDeps): Promise<void> {
  checkDestination(DestinationURL, deps);
  if ((await deps.store.webhooks.count(orgId)) < maxWebhooks) return;
  throw new ProblemError('too_many_webhooks', {
    detail: `An organization can have at most ${maxWebhooks} webhooks. Delete one first.`,
  });
}

/** @returns the webhook's secret, or the stored one if an earlier attempt of this request stored the webhook */
async function insertWebhook(
  webhook: Webhook,
  headers: Record<string, string>,
  { store, nowMs }: Pick<ApiDeps, 'store' | 'nowMs'>,
): Promise<string> {
  const secret = createWebhookSecret();
  try {
    await store.webhooks.insert(webhook, { secrets: [secret], headers });
    return secret;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  const existing = await store.webhooks.findWithSecrets(webhook.ID, nowMs());
  return existing?.secrets[0] ?? secret;
}
