import { toRequestInit, type Transport, type RequestOptions } from '../transport.ts';
import type { ChangeCampaign, CreateCampaign, CreateJob } from '../types.ts';

const campaign = '/campaigns/{campaignID}';

/** The shared settings of jobs. */
export function createCampaigns({ http, unwrap }: Transport) {
  return {
    create: (body: CreateCampaign, options?: RequestOptions) =>
      unwrap(http.POST('/campaigns', { body, ...toRequestInit(options) })),
    list: async (options?: RequestOptions) => (await unwrap(http.GET('/campaigns', toRequestInit(options)))).Campaigns,
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
