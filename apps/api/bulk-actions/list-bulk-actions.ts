import { maxPageSize, type PageQuery } from '../../../shared/contracts/parameters';
import type { ApiDeps } from '../http/deps';
import { linkToNextPage } from '../http/next-page';
import { invalidQuery, ProblemError } from '../http/problem';
import type { ApiRequest, Reply } from '../http/route';
import { toBulkActionBody } from './presenter';

/** Lists the bulk actions of a campaign, newest first. */
export async function listBulkActions(
  { orgId, params, query }: ApiRequest<'campaignID', unknown, PageQuery>,
  { store, publicUrl }: ApiDeps,
): Promise<Reply> {
  const key = { orgId, campaignId: params.campaignID };
  const { limit = maxPageSize } = query;
  const after =
    query.after === undefined ? undefined : await store.bulkActions.find({ ...key, bulkActionId: query.after });
  if (query.after !== undefined && after === undefined)
    throw invalidQuery([{ pointer: 'after', detail: 'Expected the id of a bulk action of this campaign.' }]);
  const found = await store.bulkActions.list(key, { after, limit: limit + 1 });
  if (found.length === 0 && !(await store.campaigns.exists(orgId, key.campaignId)))
    throw new ProblemError('campaign_not_found');
  const actions = found.slice(0, limit);
  const url = `${publicUrl}/campaigns/${key.campaignId}/bulk-actions`;
  const headers = linkToNextPage(found.length > limit, url, { limit: query.limit, after: actions.at(-1)?.ID });
  return { status: 200, headers, body: { BulkActions: actions.map(toBulkActionBody) } };
}
