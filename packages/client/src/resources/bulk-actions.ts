import { paginate, toRequestInit, type Transport, type RequestOptions } from '../transport.ts';
import type { BulkAction, BulkDryRun, CreateBulkAction } from '../types.ts';

const bulkActions = '/campaigns/{campaignID}/bulk-actions';
const bulkAction = `${bulkActions}/{bulkActionID}` as const;

/** A page of a list. */
export interface PageOptions extends RequestOptions {
  /** Bulk actions on the page, from 1 to 100. */
  limit?: number;
}

/** Actions on every job of a campaign that matches a filter. */
export function createBulkActions({ http, unwrap }: Transport) {
  const post = (campaignID: string, body: CreateBulkAction, options?: RequestOptions) =>
    unwrap(http.POST(bulkActions, { params: { path: { campaignID } }, body, ...toRequestInit(options) }));
  const list = async (campaignID: string, after?: string, { limit, ...options }: PageOptions = {}) => {
    const query = { ...(after === undefined ? {} : { after }), ...(limit === undefined ? {} : { limit }) };
    return (await unwrap(http.GET(bulkActions, { params: { path: { campaignID }, query }, ...toRequestInit(options) })))
      .BulkActions;
  };
  const pathOf = (campaignID: string, bulkActionID: string) => ({ path: { campaignID, bulkActionID } });
  return {
    /** Begins a bulk action, which works in the background. */
    create: async (campaignID: string, body: CreateBulkAction, options?: RequestOptions) =>
      (await post(campaignID, { ...body, DryRun: false }, options)) as { BulkActionID: string },
    /** Counts the jobs that an action would be about, and changes nothing. */
    dryRun: async (campaignID: string, body: CreateBulkAction, options?: RequestOptions) =>
      (await post(campaignID, { ...body, DryRun: true }, options)) as BulkDryRun,
    get: (campaignID: string, bulkActionID: string, options?: RequestOptions) =>
      unwrap(http.GET(bulkAction, { params: pathOf(campaignID, bulkActionID), ...toRequestInit(options) })),
    /** One page, newest first. */
    list,
    /** Every bulk action of a campaign, newest first. */
    all: (campaignID: string, options?: PageOptions) =>
      paginate<BulkAction, string>(
        (after) => list(campaignID, after, options),
        ({ ID }) => ID,
      ),
    /** Stops an action after the batch in progress; what it has changed stays. */
    cancel: (campaignID: string, bulkActionID: string, options?: RequestOptions) =>
      unwrap(
        http.POST(`${bulkAction}/cancel`, { params: pathOf(campaignID, bulkActionID), ...toRequestInit(options) }),
      ),
  };
}
