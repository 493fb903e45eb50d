import { maxPageSize, type PageQuery } from '../../../shared/contracts/parameters';
import type { ApiDeps } from '../http/deps';
import { linkToNextPage } from '../http/next-page';
import type { ApiRequest, Reply } from '../http/route';
import { toApiKeyRecord } from './presenter';

export async function listApiKeys(
  { orgId, query }: ApiRequest<never, unknown, PageQuery>,
  { store, nowMs, publicUrl }: ApiDeps,
): Promise<Reply> {
  const { after, limit = maxPageSize } = query;
  const { apiKeys, hasMore } = await store.apiKeys.listPage(orgId, { after, limit });
  const now = nowMs();
  const next = { limit: query.limit, after: apiKeys.at(-1)?.ID };
  const headers = linkToNextPage(hasMore, `${publicUrl}/api-keys`, next);
  return { status: 200, headers, body: { ApiKeys: apiKeys.map((key) => toApiKeyRecord(key, now)) } };
}
