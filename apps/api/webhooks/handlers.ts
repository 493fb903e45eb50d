import { isDuplicateKey } from '../../../shared/adapters/mongo/client';
import type { Webhook } from '../../../shared/adapters/mongo/webhooks.repository';
import { createWebhookSecret } from '../../../shared/adapters/webhook/signature';
import type { CreateWebhook, PatchWebhook } from '../../../shared/contracts/webhook.schema';
import { audit } from '../audit/audit';
import type { ApiDeps } from '../http/deps';
import { invalidBody, ProblemError } from '../http/problem';
import type { ApiRequest, Reply } from '../http/route';
import { toRfc3339 } from '../http/rfc3339';
import { toWebhookRecord } from './presenter';

/** Every event creates one delivery per webhook. */
const maxWebhooks = 50;
/** Losing this often means that another client rotates in a loop. */
const maxTries = 3;

/** Rejects a URL that no delivery could reach. */
async function checkDestination(url: string | undefined, { destinations }: Pick<ApiDeps, 'destinations'>) {
  const problem = url === undefined ? undefined : await destinations.findProblem(url);
  if (problem !== undefined) throw invalidBody([{ pointer: '/DestinationURL', detail: problem }]);
}

/** @throws {ProblemError} if no delivery could reach the URL, or the organization has too many webhooks */
async function checkNew({ DestinationURL }: CreateWebhook, orgId: string, deps: ApiDeps): Promise<void> {
  await checkDestination(DestinationURL, deps);
  if ((await deps.store.webhooks.count(orgId)) < maxWebhooks) return;
  throw new ProblemError('too_many_webhooks', {
    detail: `An organization can have at most ${maxWebhooks} webhooks. Delete one first.`,
  });
}

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
  };
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

export async function listWebhooks({ orgId }: ApiRequest<never>, { store, nowMs }: ApiDeps): Promise<Reply> {
  return {
    status: 200,
    body: { Webhooks: (await store.webhooks.listWithSecrets(orgId, nowMs())).map(toWebhookRecord) },
  };
}

/** Finds a webhook of an organization. @throws {ProblemError} if there is none */
export async function findWebhook(
  key: { orgId: string; webhookId: string },
  { store, nowMs }: Pick<ApiDeps, 'store' | 'nowMs'>,
) {
  const webhook = await store.webhooks.findWithSecrets(key.webhookId, nowMs());
  if (webhook?.OrgID !== key.orgId) throw new ProblemError('webhook_not_found');
  return webhook;
}

export async function getWebhook({ orgId, params }: ApiRequest<'webhookID'>, deps: ApiDeps): Promise<Reply> {
  return { status: 200, body: toWebhookRecord(await findWebhook({ orgId, webhookId: params.webhookID }, deps)) };
}

export async function patchWebhook(request: ApiRequest<'webhookID', PatchWebhook>, deps: ApiDeps): Promise<Reply> {
  const { body, orgId, params } = request;
  await checkDestination(body.DestinationURL, deps);
  const { store, nowMs } = deps;
  const { ID: WebhookID } = await findWebhook({ orgId, webhookId: params.webhookID }, deps);
  await audit(request, { Action: 'webhook.changed', WebhookID, Details: { Fields: Object.keys(body) } }, deps);
  const webhook = await store.webhooks.change({ orgId, webhookId: params.webhookID }, body, nowMs());
  if (!webhook) throw new ProblemError('webhook_not_found');
  if (!webhook.Enabled) await store.deliveries.discardAll(webhook.ID, nowMs());
  return { status: 200, body: toWebhookRecord(webhook) };
}

export async function deleteWebhook(request: ApiRequest<'webhookID'>, deps: ApiDeps): Promise<Reply> {
  const { orgId, params } = request;
  const { store, nowMs } = deps;
  if (await store.webhooks.exists(orgId, params.webhookID)) {
    await audit(request, { Action: 'webhook.deleted', WebhookID: params.webhookID }, deps);
  }
  const existed = await store.webhooks.remove(orgId, params.webhookID);
  if (existed) await store.deliveries.discardAll(params.webhookID, nowMs());
  return { status: existed ? 202 : 200, body: { WebhookID: params.webhookID } };
}

/** Creates a new secret; for a day, requests are signed with the previous one too. */
export async function rotateSecret(request: ApiRequest<'webhookID'>, deps: ApiDeps): Promise<Reply> {
  const { orgId, params } = request;
  const key = { orgId, webhookId: params.webhookID };
  for (let tries = 0; tries < maxTries; tries++) {
    const webhook = await findWebhook(key, deps);
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
      };
    }
  }
  throw new ProblemError('webhook_changed', {
    detail: 'Concurrent requests keep rotating this secret. Retry the request.',
  });
}
