import { init, type Connection, type RequestOptions } from '../http.ts';
import type { ChangeCampaign, CreateCampaign, CreateJob } from '../types.ts';

const campaign = '/campaigns/{campaignID}';

/** What jobs have in common. */
export function createCampaigns({ http, dataOf }: Connection) {
  return {
    create: (body: CreateCampaign, options?: RequestOptions) =>
      dataOf(http.POST('/campaigns', { body, ...init(options) })),
    list: async (options?: RequestOptions) => (await dataOf(http.GET('/campaigns', init(options)))).Campaigns,
    get: (campaignID: string, options?: RequestOptions) =>
      dataOf(http.GET(campaign, { params: { path: { campaignID } }, ...init(options) })),
    /** Fields that are given replace; `null` removes one. */
    update: (campaignID: string, body: ChangeCampaign, options?: Pick<RequestOptions, 'signal'>) =>
      dataOf(http.PATCH(campaign, { params: { path: { campaignID } }, body, ...init(options) })),
    /** How many of its jobs stand in each state, counted now; test jobs apart. */
    stats: (campaignID: string, options?: RequestOptions) =>
      dataOf(http.GET(`${campaign}/stats`, { params: { path: { campaignID } }, ...init(options) })),
    /** When a job would be called, without making it. */
    preview: (campaignID: string, body: CreateJob, options?: RequestOptions) =>
      dataOf(http.POST(`${campaign}/schedule-preview`, { params: { path: { campaignID } }, body, ...init(options) })),
  };
}
