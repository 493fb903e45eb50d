import { callSidOf } from '../../../shared/adapters/voice-agent/media-streams/ids';
import type { Route } from '../../../apps/api/http/route';
import { routes } from '../../../apps/api/routes';
import { mintApiKey } from '../../../shared/adapters/crypto/api-key';
import { scopes } from '../../../shared/domain/access/scope';
import { type Caller, startTestApi, type TestApi } from '../../support/api';
import { insertKey } from '../../support/keys';
import { type Answer, createRequest, type Request } from '../../support/requests';
import { asks, nothing } from './isolation-asks';
import { expectProblem } from './problem';
import { createWorkflowClientDouble } from './workflow-client-double';

let api: TestApi;
let stranger: Caller;
const double = createWorkflowClientDouble();
/** Real ids of one organization. */
let own: Record<string, string>;

beforeAll(async () => {
  api = await startTestApi({ workflows: double.workflows });
  stranger = await api.anotherCaller();
  const job = await api.insertJob({ State: 'scheduled', CallCount: 1 });
  const callSID = callSidOf(job.ID);
  const call = await api.insertCall(job, { CallSid: callSID });
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
  const bulk = await api.request<{ BulkActionID: string }>('POST', `/campaigns/${api.campaignId}/bulk-actions`, {
    Action: 'cancel',
    Filter: { States: ['scheduled'] },
  });
  own = {
    campaignID: api.campaignId,
    version: '1',
    jobID: job.ID,
    callID: call.ID,
    accountSID: api.orgId,
    callSID,
    webhookID,
    deliveryID: delivery.body.DeliveryID,
    importID: imported.body.ImportID,
    bulkActionID: bulk.body.BulkActionID,
    keyID: (await insertKey(api)).id,
    phoneNumber: job.PhoneNumber,
  };
  const { PhoneNumber } = job;
  for (const base of ['', `/campaigns/${api.campaignId}`])
    await api.request('POST', `${base}/suppressions`, { PhoneNumber });
  double.asked.length = 0;
});
afterAll(() => api.stop());

const guarded = routes.filter(({ access }) => access !== 'public');
/** Those that act on the key of the request alone are tested with sessions. */
const scoped = guarded.filter(({ access }) => access !== 'any_key');
const rows = (some: readonly Route[]) => some.map((route) => [route.operation, route] as const);
const withIds = routes.filter(({ path }) => path.includes(':'));
const ask = (caller: Pick<Caller, 'request'>, route: Route, ids: Record<string, string>) => {
  const { query = '', body, options } = asks[route.operation] ?? nothing;
  return caller.request(route.method, fill(route.path, ids) + query, body, options);
};
const fill = (path: string, ids: Record<string, string>): string =>
  path.replaceAll(/:([A-Za-z]+)/g, (_, name: string) => ids[name] ?? unknown[name] ?? 'unknown');
/** Anything is an id that does not exist, but not a number. */
const unknown: Record<string, string> = { phoneNumber: '+14155550199' };
/** A response without what differs between requests. */
const comparable = ({ status, body }: Answer) => ({
  status,
  body: JSON.parse(JSON.stringify(body).replaceAll(/req_[0-9a-f]+|\+14155550\d+/g, '')) as unknown,
});
/** Everything that is stored for the first organization, except that its log has an entry for a refused key. */
const stored = async () =>
  Promise.all(
    [
      'campaigns',
      'jobs',
      'calls',
      'webhooks',
      'webhook_deliveries',
      'imports',
      'bulk_actions',
      'organizations',
      'audit_log',
      'suppressions',
    ].map((name) =>
      api.mongo.db
        .collection(name)
        .find({ OrgID: api.orgId, Action: { $ne: 'api_key.refused' } })
        .toArray(),
    ),
  );

/** Whatever the tests of a group ask for, the first organization has the same afterwards. */
function changesNothing(): void {
  let before: unknown;
  beforeAll(async () => {
    before = await stored();
  });
  afterAll(async () => expect(await stored()).toEqual(before));
}

it('has a row for every route', () => {
  expect(routes.map(({ operation }) => operation).filter((operation) => asks[operation] === undefined)).toEqual([]);
});

it('has an object of each kind', () => {
  for (const [, name = ''] of withIds.flatMap(({ path }) => [...path.matchAll(/:([A-Za-z]+)/g)]))
    expect({ name, id: own[name] }).toEqual({ name, id: expect.any(String) as string });
});

describe('an invalid key', () => {
  const keys: Record<string, () => Promise<string | undefined>> = {
    none: () => Promise.resolve(undefined),
    malformed: () => Promise.resolve('not-a-key'),
    mistyped: async () => `${(await insertKey(api)).key.slice(0, -1)}_`,
    unknown: () => Promise.resolve(mintApiKey().key),
    revoked: async () => (await insertKey(api, { RevokedMS: Date.now() })).key,
    expired: async () => (await insertKey(api, { ExpiresMS: Date.now() - 1 })).key,
  };
  changesNothing();

  it.each(Object.keys(keys))('that is %s is rejected with 401', async (kind) => {
    const request = createRequest(api.url, await keys[kind]?.());
    for (const operation of ['getJob', 'createJob'])
      expectProblem(
        await ask(
          { request },
          guarded.find((route) => route.operation === operation)!,
          own,
        ),
        'unauthenticated',
      );
  });

  it.each(rows(guarded))('is rejected with 401 by %s', async (_operation, route) => {
    const request = createRequest(api.url, await keys['unknown']?.());
    expectProblem(await ask({ request }, route, own), 'unauthenticated');
  });
});

describe('a key without the scope', () => {
  changesNothing();

  it.each(rows(scoped))('is rejected with 403 by %s, whether or not the object exists', async (_operation, route) => {
    const { request } = await insertKey(api, { Scopes: scopes.filter((scope) => scope !== route.access) });
    const answer = await ask({ request }, route, own);
    expectProblem(answer, 'forbidden');
    expect(answer.headers.get('www-authenticate')).toBe(`Bearer error="insufficient_scope", scope="${route.access}"`);
    expect(comparable(await ask({ request }, route, {}))).toEqual(comparable(answer));
  });
});

describe('a key that is limited to another campaign', () => {
  let limited: Request;
  beforeAll(async () => {
    const { body } = await api.request<{ CampaignID: string }>('POST', '/campaigns', { Name: 'Third' });
    ({ request: limited } = await insertKey(api, { CampaignIDs: [body.CampaignID] }));
  });
  changesNothing();

  // A stream has no end to wait for: what it shows a limited key is a test of its own.
  const answering = scoped.filter(({ operation }) => operation !== 'streamEvents');
  it.each(rows(answering))('%s reveals nothing of ours', async (_operation, route) => {
    const [ours, missing] = [await ask({ request: limited }, route, own), await ask({ request: limited }, route, {})];
    expect(comparable(ours)).toEqual(comparable(missing));
    const wide = !route.path.includes(':campaignID') && route.campaignScoped !== true;
    const list = !route.path.includes(':') && route.campaignScoped === true;
    expect(ours.status).toBe(wide ? 403 : list ? 200 : 404);
    expect(JSON.stringify(ours.body)).not.toContain(own['campaignID']);
  });
});

/** What another organization may ask of anything: the answer is that of its own, empty, data. */
const answered: Record<string, number> = {
  deleteWebhook: 200,
  removeSuppression: 200,
  getNumber: 200,
  eraseNumber: 202,
};

describe('another organization', () => {
  changesNothing();

  it.each(withIds.map((route) => [route.operation, route] as const))(
    '%s reveals nothing of our objects',
    async (operation, route) => {
      const [ours, missing] = [await ask(stranger, route, own), await ask(stranger, route, {})];
      if (operation === 'deleteWebhook') expect([ours.status, missing.status]).toEqual([200, 200]);
      else expect(comparable(ours)).toEqual(comparable(missing));
      expect(ours.status).toBe(answered[operation] ?? 404);
      expect(double.asked).toEqual([]);
    },
  );

  it('cannot access our job through its own campaign', async () => {
    for (const route of withIds.filter(({ path }) => path.includes(':jobID'))) {
      expect((await ask(stranger, route, { ...own, campaignID: stranger.campaignId })).status).toBe(404);
    }
    expect(double.asked).toEqual([]);
  });

  it('sees only its own lists', async () => {
    expect((await stranger.request('GET', '/webhooks')).body).toEqual({ Webhooks: [] });
    expect((await stranger.request('GET', stranger.jobs)).body).toEqual({ Jobs: [] });
    expect((await stranger.request('GET', `${stranger.jobs}/search?search=%2B14155550123`)).body).toEqual({ Jobs: [] });
  });
});

describe('another campaign of the same organization', () => {
  it('does not contain the job either', async () => {
    const { body } = await api.request<{ CampaignID: string }>('POST', '/campaigns', { Name: 'Second' });
    for (const route of withIds.filter(({ path }) => path.includes(':jobID'))) {
      expect((await ask(api, route, { ...own, campaignID: body.CampaignID })).status).toBe(404);
    }
    expect(double.asked).toEqual([]);
  });
});
