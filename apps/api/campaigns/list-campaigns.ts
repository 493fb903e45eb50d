import type { ListCampaignsQuery } from '../../../shared/contracts/campaign.schema';
import { maxPageSize } from '../../../shared/contracts/parameters';
import type { ApiDeps } from '../http/deps';
import { linkToNextPage } from '../http/next-page';
import type { ApiRequest, Reply } from '../http/route';
import { toCampaignRecord } from './presenter';

export async function listCampaigns(
  { orgId, campaignIds, query }: ApiRequest<never, unknown, ListCampaignsQuery>,
  { store, publicUrl, nowMs }: ApiDeps,
): Promise<Reply> {
  const { after, archived, limit = maxPageSize } = query;
  const { campaigns, hasMore } = await store.campaigns.list(orgId, { campaignIds, after, archived, limit });
  const now = nowMs();
  const next = { archived: archived?.toString(), limit: query.limit, after: campaigns.at(-1)?.ID };
  const headers = linkToNextPage(hasMore, `${publicUrl}/campaigns`, next);
  return { status: 200, headers, body: { Campaigns: campaigns.map((campaign) => toCampaignRecord(campaign, now)) } };
}
