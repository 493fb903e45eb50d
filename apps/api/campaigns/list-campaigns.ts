import { maxPageSize, type PageQuery } from '../../../shared/contracts/parameters';
import type { ApiDeps } from '../http/deps';
import { linkToNextPage } from '../http/next-page';
import type { ApiRequest, Reply } from '../http/route';
import { toCampaignRecord } from './presenter';

export async function listCampaigns(
  { orgId, campaignIds, query }: ApiRequest<never, unknown, PageQuery>,
  { store, publicUrl }: ApiDeps,
): Promise<Reply> {
  const { after, limit = maxPageSize } = query;
  const { campaigns, hasMore } = await store.campaigns.list(orgId, { campaignIds, after, limit });
  const next = { limit: query.limit, after: campaigns.at(-1)?.ID };
  const headers = linkToNextPage(hasMore, `${publicUrl}/campaigns`, next);
  return { status: 200, headers, body: { Campaigns: campaigns.map(toCampaignRecord) } };
}
