import { toRequestInit, type Transport, type RequestOptions } from '../transport.ts';
import type { ChangeCampaign, CreateCampaign, CreateJob } from '../types.ts';

const campaign = '/campaigns/{campaignID}';

/** What jobs have in common. */
export function createCampaigns({ http, unwrap: dataOf }: Transport) {
  return {
    create: (body: CreateCampaign, options?: RequestOptions) =>
      dataOf(http.POST('/campaigns', { body, ...toRequestInit(options) })),
    list: async (options?: RequestOptions) => (await dataOf(http.GET('/campaigns', toRequestInit(options)))).Campaigns,
    get: (campaignID: string, options?: RequestOptions) =>
      dataOf(http.GET(campaign, { params: { path: { campaignID } }, ...toRequestInit(options) })),
    /** Fields that are given replace; `null` removes one. */
    update: (campaignID: string, body: ChangeCampaign, options?: Pick<RequestOptions, 'signal'>) =>
      dataOf(http.PATCH(campaign, { params: { path: { campaignID } }, body, ...toRequestInit(options) })),
    /** How many of its jobs stand in each state, counted now; test jobs apart. */
    stats: (campaignID: string, options?: RequestOptions) =>
      dataOf(http.GET(`${campaign}/stats`, { params: { path: { campaignID } }, ...toRequestInit(options) })),
    /** When a job would be called, without making it. */
    preview: (campaignID: string, body: CreateJob, options?: RequestOptions) =>
      dataOf(
        http.POST(`${campaign}/schedule-preview`, {
          params: { path: { campaignID } },
          body,
          ...toRequestInit(options),
        }),
      ),
  };
}
