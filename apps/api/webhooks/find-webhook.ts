import type { ApiDeps } from '../http/deps';
import { ProblemError } from '../http/problem';
import type { ApiRequest } from '../http/route';

/** Finds the webhook that a path names. @throws {ProblemError} if the organization has no such webhook */
export async function findWebhook(
  { orgId, params }: Pick<ApiRequest<'webhookID'>, 'orgId' | 'params'>,
  { store, nowMs }: Pick<ApiDeps, 'store' | 'nowMs'>,
) {
  const webhook = await store.webhooks.findWithSecrets(params.webhookID, nowMs());
  if (webhook?.OrgID !== orgId) throw new ProblemError('webhook_not_found');
  return webhook;
}

/** @throws {ProblemError} also if the webhook is disabled */
export async function findEnabledWebhook(request: ApiRequest<'webhookID'>, deps: ApiDeps) {
  const webhook = await findWebhook(request, deps);
  if (webhook.Enabled) return webhook;
  throw new ProblemError('webhook_disabled', { detail: 'The webhook is disabled. Enable it first.' });
}
