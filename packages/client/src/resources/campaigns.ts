import { collectPages, toRequestInit, type Transport, type RequestOptions } from '../transport.ts';
import type { Campaign, ChangeCampaign, CreateCampaign, CreateJob } from '../types.ts';

const campaign = '/campaigns/{campaignID}';

/** The shared settings of jobs. */
export function createCampaigns({ http, unwrap }: Transport) {
  return {
    create: (body: CreateCampaign, options?: RequestOptions) =>
      unwrap(http.POST('/campaigns', { body, ...toRequestInit(options) })),
    /** Every campaign, oldest first. */
    list: async (options?: RequestOptions): Promise<Campaign[]> =>
      collectPages(
        async (after?: string) => {
          const query = after === undefined ? {} : { after };
          return (await unwrap(http.GET('/campaigns', { params: { query }, ...toRequestInit(options) }))).Campaigns;
        },
        ({ ID }) => ID,
      ),
    get: (campaignID: string, options?: RequestOptions) =>
      unwrap(http.GET(campaign, { params: { path: { campaignID } }, ...toRequestInit(options) })),
    /** Given fields are replaced; `null` removes a field. */
    update: (campaignID: string, body: ChangeCampaign, options?: Pick<RequestOptions, 'signal'>) =>
      unwrap(http.PATCH(campaign, { params: { path: { campaignID } }, body, ...toRequestInit(options) })),
    /** The current number of jobs in each state; test jobs are counted separately. */
    stats: (campaignID: string, options?: RequestOptions) =>
      unwrap(http.GET(`${campaign}/stats`, { params: { path: { campaignID } }, ...toRequestInit(options) })),
    /** When a job would be called, without creating it. */
    preview: (campaignID: string, body: CreateJob, options?: RequestOptions) =>
      unwrap(
        http.POST(`${campaign}/schedule-preview`, {
          params: { path: { campaignID } },
          body,
          ...toRequestInit(options),
        }),
      ),
  };
}
