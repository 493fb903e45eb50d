import type { ApiDeps } from '../http/deps';
import type { ApiRequest, Reply } from '../http/route';
import { toWebhookRecord } from './presenter';

export async function listWebhooks({ orgId }: ApiRequest<never>, { store, nowMs }: ApiDeps): Promise<Reply> {
  return {
    status: 200,
    body: { Webhooks: (await store.webhooks.listWithSecrets(orgId, nowMs())).map(toWebhookRecord) },
  };
}
