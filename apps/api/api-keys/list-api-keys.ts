import type { ApiDeps } from '../http/deps';
import type { ApiRequest, Reply } from '../http/route';
import { toApiKeyRecord } from './presenter';

export async function listApiKeys({ orgId }: ApiRequest<never>, { store, nowMs }: ApiDeps): Promise<Reply> {
  const now = nowMs();
  return { status: 200, body: { ApiKeys: (await store.apiKeys.list(orgId)).map((key) => toApiKeyRecord(key, now)) } };
}
