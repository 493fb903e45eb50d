import type { Route } from '../../../apps/api/routing/route';
import { routes } from '../../../apps/api/routing/routes';
import { type Caller, startTestApi, type TestApi } from '../../support/api';
import type { Answer, RequestOptions } from '../../support/requests';
import { createFlowsDouble } from './flows-double';

let api: TestApi;
let stranger: Caller;
const double = createFlowsDouble();
/** Real ids of one organisation. */
let own: Record<string, string>;

beforeAll(async () => {
  api = await startTestApi({ flows: double.flows });
  stranger = await api.anotherCaller();
  const job = await api.insertJob({ State: 'scheduled', CallCount: 1 });
  const call = await api.insertCall(job);
  const DestinationURL = 'https://127.0.0.1:9/hooks';
  const webhook = await api.request<{ WebhookID: string }>('POST', '/webhooks', { DestinationURL });
  const webhookID = webhook.body.WebhookID;
  const delivery = await api.request<{ DeliveryID: string }>('POST', `/webhooks/${webhookID}/test`);
  const imported = await api.request<{ ImportID: string }>(
    'POST',
    `${api.jobs}/bulk`,
    undefined,
    asks['importJobs']?.options,
  );
  own = {
    campaignID: api.campaignId,
    jobID: job.ID,
    callID: call.ID,
    webhookID,
    deliveryID: delivery.body.DeliveryID,
    importID: imported.body.ImportID,
  };
  double.asked.length = 0;
});
afterAll(() => api.stop());

/** One file of a bulk import, as a form. */
const boundary = 'a-boundary-of-the-test';
const form = [
  `--${boundary}`,
  'Content-Disposition: form-data; name="file"; filename="jobs.ndjson"',
  'Content-Type: application/x-ndjson',
  '',
  '{"ContactPhoneNumber":"+14155550123"}',
  `--${boundary}--`,
  '',
].join('\r\n');

interface Ask {
  query?: string;
  body?: unknown;
  options?: RequestOptions;
}
/** What the operation takes, so that it is the object that is refused and not the request. A new route may need a row here. */
const asks: Record<string, Ask> = {
  createJob: { body: { ContactPhoneNumber: '+14155550123' } },
  previewSchedule: { body: { ContactPhoneNumber: '+14155550123' } },
  importJobs: { options: { raw: form, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } } },
  changeCampaign: { body: { JitterSeconds: 1 } },
  rescheduleJob: { body: { CallAtUnixSeconds: -1 } },
  updateJob: { body: { Data: {} } },
  patchWebhook: { body: { Enabled: false } },
  searchJobs: { query: '?search=%2B14155550123' },
  redeliverWebhookDeliveries: { query: '?since=2026-11-21T08:00:00Z' },
};
const withIds = routes.filter(({ path }) => path.includes(':'));
const ask = (caller: Caller, route: Route, ids: Record<string, string>) => {
  const { query = '', body, options } = asks[route.operation] ?? {};
  return caller.request(route.method, fill(route.path, ids) + query, body, options);
};
const fill = (path: string, ids: Record<string, string>): string =>
  path.replaceAll(/:([A-Za-z]+)/g, (_, name: string) => ids[name] ?? 'unknown');
/** An answer without what differs from one request to the next. */
const comparable = ({ status, body }: Answer) => ({
  status,
  body: JSON.parse(JSON.stringify(body).replaceAll(/req_[0-9a-f]+/g, '')) as unknown,
});
/** Everything that is stored of the first organisation. */
const stored = async () =>
  Promise.all(
    ['campaigns', 'jobs', 'calls', 'webhooks', 'webhook_deliveries', 'imports'].map((name) =>
      api.mongo.db.collection(name).find({ OrgID: api.orgId }).toArray(),
    ),
  );

it('holds an object of each kind to the test', () => {
  for (const [, name = ''] of withIds.flatMap(({ path }) => [...path.matchAll(/:([A-Za-z]+)/g)]))
    expect({ name, id: own[name] }).toEqual({ name, id: expect.any(String) as string });
});

describe('another organisation', () => {
  it.each(withIds.map((route) => [route.operation, route] as const))(
    '%s tells it nothing of our objects',
    async (operation, route) => {
      const before = await stored();
      const [ours, nobodys] = [await ask(stranger, route, own), await ask(stranger, route, {})];
      if (operation === 'deleteWebhook') expect([ours.status, nobodys.status]).toEqual([200, 200]);
      else expect(comparable(ours)).toEqual(comparable(nobodys));
      if (operation !== 'deleteWebhook') expect(ours.status).toBe(404);
      expect(await stored()).toEqual(before);
      expect(double.asked).toEqual([]);
    },
  );

  it('cannot reach our job through its own campaign', async () => {
    for (const route of withIds.filter(({ path }) => path.includes(':jobID'))) {
      expect((await ask(stranger, route, { ...own, campaignID: stranger.campaignId })).status).toBe(404);
    }
    expect(double.asked).toEqual([]);
  });

  it('sees its own lists alone', async () => {
    expect((await stranger.request('GET', '/webhooks')).body).toEqual({ Webhooks: [] });
    expect((await stranger.request('GET', stranger.jobs)).body).toEqual({ Jobs: [] });
    expect((await stranger.request('GET', `${stranger.jobs}/search?search=%2B14155550123`)).body).toEqual({ Jobs: [] });
  });
});

describe('another campaign of the same organisation', () => {
  it('does not hold the job either', async () => {
    const { body } = await api.request<{ CampaignID: string }>('POST', '/campaigns', { Name: 'Second' });
    for (const route of withIds.filter(({ path }) => path.includes(':jobID'))) {
      expect((await ask(api, route, { ...own, campaignID: body.CampaignID })).status).toBe(404);
    }
    expect(double.asked).toEqual([]);
  });
});
