import { Webhook as StandardWebhook } from 'standardwebhooks';
import { startTestApi, type TestApi } from '../../support/api';
import { ok, startReceiver, type Receiver } from '../../support/receiver';
import { startTemporalForTests } from '../../support/servers';
import { until } from '../../support/until';
import { startDeliveries, type Deliveries } from '../../support/webhook-worker';

let temporal: Awaited<ReturnType<typeof startTemporalForTests>>;
let api: TestApi;
let deliveries: Deliveries;
let receiver: Receiver;

beforeAll(async () => {
  // An engine of its own: workers of other tests listen on the same queue, with other databases.
  temporal = await startTemporalForTests();
  api = await startTestApi({ temporalAddress: temporal.address });
  deliveries = await startDeliveries(api, { temporalAddress: temporal.address });
}, 60_000);
afterAll(async () => {
  await deliveries.stop();
  await api.stop();
  await temporal.stop();
}, 30_000);
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.stop());

async function register(fields: Record<string, unknown> = {}): Promise<{ WebhookID: string; Secret: string }> {
  const { status, body } = await api.request('POST', '/webhooks', { DestinationURL: receiver.url, ...fields });
  expect(status).toBe(201);
  return body as { WebhookID: string; Secret: string };
}
const deliveriesOf = async (webhookId: string, query = '') =>
  (await api.request('GET', `/webhooks/${webhookId}/deliveries${query}`)).body.Deliveries as Record<string, never>[] &
    Delivered[];
interface Delivered {
  ID: string;
  State: string;
  MessageID: string;
  JobID: string;
  Attempts: Record<string, unknown>[];
}
const inState = (webhookId: string, state: string, count = 1) =>
  until(
    () => deliveriesOf(webhookId, `?state=${state}`),
    (found) => found.length === count,
  );

/** A job moves, and its move is told. */
const move = async (fields: Parameters<TestApi['insertJob']>[0] = {}) => {
  const job = await api.insertJob({ State: 'calling', Sequence: 3, EventTimeMS: Date.now() + 1, ...fields });
  await deliveries.publish(job);
  return job;
};

describe('POST /webhooks', () => {
  it('shows the secret once and keeps it sealed', async () => {
    const { WebhookID, Secret } = await register({ Headers: { Authorization: 'Bearer token-of-the-receiver' } });
    expect(Secret).toMatch(/^whsec_/);
    const shown = await api.request('GET', `/webhooks/${WebhookID}`);
    const stored = await api.mongo.db.collection<{ _id: string }>('webhooks').findOne({ _id: WebhookID });
    for (const text of [JSON.stringify(shown.body), JSON.stringify(stored)]) {
      expect(text).not.toContain(Secret.slice('whsec_'.length));
      expect(text).not.toContain('token-of-the-receiver');
    }
    expect(shown.body.Data.Headers).toEqual({ Authorization: '***iver' });
  });

  it.each([
    ['http://10.0.0.1/hooks', /private or reserved/],
    ['http://[::ffff:169.254.169.254]/latest', /private or reserved/],
    ['https://user:pass@example.com/', /user name or password/],
    ['ftp://example.com/', /http or https/],
  ])('refuses %s and says why', async (DestinationURL, why) => {
    const { status, body } = await api.request('POST', '/webhooks', { DestinationURL });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'invalid_body', errors: [{ pointer: '/DestinationURL' }] });
    expect(body.errors[0].detail).toMatch(why);
  });

  it('refuses reserved headers by name', async () => {
    const headers = { DestinationURL: receiver.url, Headers: { 'Webhook-Id': 'x' } };
    const { status, body } = await api.request('POST', '/webhooks', headers);
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      { pointer: '/Headers/Webhook-Id', detail: expect.stringContaining('Webhook-Id') as string },
    ]);
  });
});

describe('a delivery', () => {
  it('is a signed POST of the contract’s fields and nothing else, with the receiver’s own headers', async () => {
    const { WebhookID, Secret } = await register({ Headers: { 'X-Tenant': '7' } });
    const job = await move({ TestJob: true });
    const [got] = await until(
      () => receiver.received,
      (all) => all.length === 1,
    );
    expect(got).toMatchObject({ method: 'POST', path: '/hooks' });
    expect(JSON.parse(got!.body)).toEqual({
      WebhookID,
      EventTimeMS: job.EventTimeMS,
      OrgID: job.OrgID,
      CampaignID: job.CampaignID,
      JobID: job.ID,
      Event: 'job_state_updated',
      Data: { State: 'calling' },
      TestJob: true,
    });
    expect(got!.headers).toMatchObject({ 'content-type': 'application/json', 'x-tenant': '7' });
    expect(() => new StandardWebhook(Secret).verify(got!.body, got!.headers)).not.toThrow();
    const [delivery] = await inState(WebhookID, 'delivered');
    expect(delivery).toMatchObject({
      WebhookID,
      JobID: job.ID,
      Event: 'job_state_updated',
      MessageID: got!.headers['webhook-id'],
      Attempts: [
        { Number: 1, Status: 204, AtMS: expect.any(Number) as number, DurationMS: expect.any(Number) as number },
      ],
    });
    await api.request('DELETE', `/webhooks/${WebhookID}`);
  });

  it('told twice is made once', async () => {
    const { WebhookID } = await register();
    const job = await move();
    await inState(WebhookID, 'delivered');
    await deliveries.publish(job);
    await deliveries.publish(job);
    await deliveries.sweep();
    await move();
    await inState(WebhookID, 'delivered', 2);
    expect(receiver.received.filter(({ body }) => body.includes(job.ID))).toHaveLength(1);
    await api.request('DELETE', `/webhooks/${WebhookID}`);
  });

  it('goes to those who want the campaign and are enabled, and to nobody else', async () => {
    const wanted = await register({ CampaignIDs: [api.campaignId], Events: ['job_state_updated'] });
    const others = [await register({ CampaignIDs: ['campaign_other'] }), await register({ Enabled: false })];
    await move();
    await inState(wanted.WebhookID, 'delivered');
    for (const { WebhookID } of others) expect(await deliveriesOf(WebhookID)).toEqual([]);
    for (const { WebhookID } of [wanted, ...others]) await api.request('DELETE', `/webhooks/${WebhookID}`);
  });

  it('that fails shows what the receiver said, and is tried at once when somebody asks', async () => {
    const { WebhookID } = await register();
    receiver.behave({ kind: 'answer', status: 503, body: 'closed for today', headers: { 'retry-after': '3600' } });
    await move();
    const [pending] = await until(
      () => deliveriesOf(WebhookID, '?state=pending'),
      ([one]) => one?.Attempts.length === 1,
    );
    expect(pending).toMatchObject({
      Attempts: [
        {
          Number: 1,
          Status: 503,
          ErrorClass: 'http_5xx',
          Error: 'The receiver answered 503.',
          ResponseBody: 'closed for today',
        },
      ],
      NextAttemptMS: expect.any(Number) as number,
    });
    receiver.behave(ok);
    const again = await api.request('POST', `/webhooks/${WebhookID}/deliveries/${pending!.ID}/redeliver`);
    expect(again).toMatchObject({ status: 202, body: { DeliveryID: pending!.ID, State: 'pending' } });
    const [delivered] = await inState(WebhookID, 'delivered');
    expect(delivered!.Attempts.map(({ Number: n }) => n)).toEqual([1, 2]);
    await api.request('DELETE', `/webhooks/${WebhookID}`);
  });
});

describe('redelivery', () => {
  it('sends a delivered event once more under the same id, in a workflow of its own', async () => {
    const { WebhookID } = await register();
    await move();
    const [first] = await inState(WebhookID, 'delivered');
    for (const count of [2, 3]) {
      const again = await api.request('POST', `/webhooks/${WebhookID}/deliveries/${first!.ID}/redeliver`);
      expect(again.status).toBe(202);
      await until(
        () => deliveriesOf(WebhookID, '?state=delivered'),
        ([one]) => one?.Attempts.length === count,
      );
    }
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([first!.MessageID]));
    expect(receiver.received).toHaveLength(3);
    await api.request('DELETE', `/webhooks/${WebhookID}`);
  });

  it('makes what was exhausted or discarded in a span of time anew', async () => {
    const { WebhookID } = await register();
    const since = new Date(Date.now() - 1000).toISOString();
    receiver.behave({ kind: 'answer', status: 500, headers: { 'retry-after': '3600' } });
    for (let count = 0; count < 3; count++) await move();
    await until(
      () => deliveriesOf(WebhookID),
      (all) => all.length === 3 && all.every(({ Attempts }) => Attempts.length === 1),
    );
    await api.mongo.db
      .collection('webhook_deliveries')
      .updateMany({ WebhookID }, { $set: { State: 'exhausted' }, $unset: { DueMS: '', NextAttemptMS: '' } });
    expect(await deliveriesOf(WebhookID, '?state=exhausted')).toHaveLength(3);
    receiver.behave(ok);
    const { status, body } = await api.request('POST', `/webhooks/${WebhookID}/redeliver?since=${since}`);
    expect({ status, body }).toEqual({ status: 202, body: { WebhookID, Redelivered: 3, More: false } });
    await deliveries.sweep();
    await inState(WebhookID, 'delivered', 3);
    await api.request('DELETE', `/webhooks/${WebhookID}`);
  });

  it('refuses what cannot be, and says why', async () => {
    const { WebhookID } = await register({ Enabled: false });
    const tooFar = await api.request('POST', `/webhooks/${WebhookID}/redeliver?since=2020-01-01T00:00:00Z`);
    expect(tooFar).toMatchObject({ status: 400, body: { errors: [{ pointer: 'since' }] } });
    expect((await api.request('POST', `/webhooks/${WebhookID}/redeliver`)).status).toBe(400);
    const disabled = await api.request('POST', `/webhooks/${WebhookID}/test`);
    expect(disabled).toMatchObject({ status: 409, body: { code: 'webhook_disabled' } });
    const unknown = await api.request('POST', `/webhooks/${WebhookID}/deliveries/none/redeliver`);
    expect(unknown.status).toBe(409);
    expect((await api.request('GET', `/webhooks/${WebhookID}/deliveries/none`)).body.code).toBe('delivery_not_found');
    expect((await api.request('GET', '/webhooks/none/deliveries')).body.code).toBe('webhook_not_found');
    const stranger = await api.anotherCaller();
    for (const path of ['', '/deliveries'])
      expect((await stranger.request('GET', `/webhooks/${WebhookID}${path}`)).status).toBe(404);
    for (const path of ['rotate-secret', 'test', `redeliver?since=${Date.now()}`])
      expect((await stranger.request('POST', `/webhooks/${WebhookID}/${path}`)).status).toBe(404);
    expect((await stranger.request('PATCH', `/webhooks/${WebhookID}`, { Enabled: true })).status).toBe(404);
    await api.request('DELETE', `/webhooks/${WebhookID}`);
  });
});

describe('GET /webhooks/:id/deliveries', () => {
  it('pages from the newest to the oldest, each once, and filters by job', async () => {
    const { WebhookID } = await register();
    const jobs = [];
    for (let count = 0; count < 5; count++) jobs.push(await move());
    await inState(WebhookID, 'delivered', 5);
    const seen: string[] = [];
    let page = await deliveriesOf(WebhookID, '?limit=2');
    while (page.length > 0) {
      seen.push(...page.map(({ JobID }) => JobID));
      page = await deliveriesOf(WebhookID, `?limit=2&after=${page.at(-1)!.ID}`);
    }
    expect(seen).toEqual(jobs.map(({ ID }) => ID).reverse());
    expect(await deliveriesOf(WebhookID, `?job=${jobs[2]!.ID}`)).toMatchObject([{ JobID: jobs[2]!.ID }]);
    for (const query of ['?limit=0', '?limit=101', '?state=lost', '?after=none', '?x=1'])
      expect((await api.request('GET', `/webhooks/${WebhookID}/deliveries${query}`)).status).toBe(400);
    await api.request('DELETE', `/webhooks/${WebhookID}`);
  });
});

describe('POST /webhooks/:id/rotate-secret', () => {
  it('signs with both secrets for a day', async () => {
    const { WebhookID, Secret } = await register();
    const { status, body } = await api.request('POST', `/webhooks/${WebhookID}/rotate-secret`);
    expect(status).toBe(200);
    expect(Date.parse(body.PreviousSecretExpiresAt) - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
    await api.request('POST', `/webhooks/${WebhookID}/test`);
    const [got] = await until(
      () => receiver.received,
      (all) => all.length === 1,
    );
    for (const secret of [Secret, body.Secret])
      expect(() => new StandardWebhook(secret).verify(got!.body, got!.headers)).not.toThrow();
    const dayLater = await api.store.webhooks.findOpened(WebhookID, Date.now() + 24 * 3_600_000 + 1_000);
    expect(dayLater?.secrets).toEqual([body.Secret]);
    await api.request('DELETE', `/webhooks/${WebhookID}`);
  });
});

describe('POST /webhooks/:id/test', () => {
  it('sends what is clearly a test, in the shape of the contract, to that webhook alone', async () => {
    const [asked, other] = [await register(), await register()];
    const { status, body } = await api.request('POST', `/webhooks/${asked.WebhookID}/test`);
    expect(status).toBe(202);
    const [got] = await until(
      () => receiver.received,
      (all) => all.length === 1,
    );
    const payload = JSON.parse(got!.body) as Record<string, unknown>;
    expect(Object.keys(payload)).toEqual([
      'WebhookID',
      'EventTimeMS',
      'OrgID',
      'CampaignID',
      'JobID',
      'Event',
      'Data',
      'TestJob',
    ]);
    expect(payload).toMatchObject({
      WebhookID: asked.WebhookID,
      CampaignID: 'campaign_test',
      JobID: expect.stringMatching(/^job_test_/) as string,
      Event: 'job_state_updated',
      TestJob: true,
    });
    const shown = await api.request('GET', `/webhooks/${asked.WebhookID}/deliveries/${body.DeliveryID}`);
    expect(shown.status).toBe(200);
    expect(await deliveriesOf(other.WebhookID)).toEqual([]);
    for (const { WebhookID } of [asked, other]) await api.request('DELETE', `/webhooks/${WebhookID}`);
  });
});

describe('a webhook that is changed', () => {
  it('ends its open deliveries when it is disabled or deleted, and their workflows with them', async () => {
    for (const end of ['PATCH', 'DELETE'] as const) {
      const { WebhookID } = await register();
      receiver.behave({ kind: 'answer', status: 500, headers: { 'retry-after': '3600' } });
      const job = await move();
      await until(
        () => deliveriesOf(WebhookID),
        ([one]) => one?.Attempts.length === 1,
      );
      const changed = await api.request(
        end,
        `/webhooks/${WebhookID}`,
        end === 'PATCH' ? { Enabled: false } : undefined,
      );
      expect(changed.status).toBe(end === 'PATCH' ? 200 : 202);
      const stored = await api.store.deliveries.find(`${WebhookID}-${job.ID}-${job.Sequence}`);
      expect(stored?.State).toBe('discarded');
      await deliveries.sweep();
      expect(await deliveries.result({ webhookId: WebhookID, jobId: job.ID, sequence: job.Sequence })).toBe(
        'discarded',
      );
      expect((await api.request('DELETE', `/webhooks/${WebhookID}`)).status).toBe(end === 'PATCH' ? 202 : 200);
    }
  });

  it('replaces what is given, removes what is null, and leaves the rest', async () => {
    const { WebhookID } = await register({
      Description: 'CRM',
      CampaignIDs: ['campaign_a'],
      Headers: { 'X-A': 'secret-value-0123456789' },
    });
    const changed = await api.request('PATCH', `/webhooks/${WebhookID}`, { CampaignIDs: null, DisableOnGone: true });
    expect(changed.body.Data).toEqual({
      DestinationURL: receiver.url,
      Description: 'CRM',
      Headers: { 'X-A': '***6789' },
      Enabled: true,
      DisableOnGone: true,
    });
    const moved = await api.request('PATCH', `/webhooks/${WebhookID}`, {
      DestinationURL: 'http://10.0.0.1/',
      Headers: null,
    });
    expect(moved.status).toBe(400);
    await api.request('PATCH', `/webhooks/${WebhookID}`, { Headers: null });
    expect((await api.request('GET', `/webhooks/${WebhookID}`)).body.Data.Headers).toBeUndefined();
    await api.request('DELETE', `/webhooks/${WebhookID}`);
  });
});

describe('operators', () => {
  it('find a receiver’s failing deliveries by search attribute and summary', async () => {
    const { WebhookID } = await register();
    receiver.behave({ kind: 'answer', status: 500, headers: { 'retry-after': '3600' } });
    const job = await move();
    await until(
      () => deliveriesOf(WebhookID),
      ([one]) => one?.Attempts.length === 1,
    );
    const found = await until(
      () => deliveries.openOf(WebhookID),
      (ids) => ids.length === 1,
    );
    expect(found).toEqual([`webhook/${WebhookID}/${job.ID}/${job.Sequence}`]);
    const summaries = await until(
      () => deliveries.timerSummaries({ webhookId: WebhookID, jobId: job.ID, sequence: job.Sequence }),
      (all) => all.length === 1,
    );
    expect(summaries).toEqual(['attempt 2 of 20, after http_5xx']);
    await api.request('DELETE', `/webhooks/${WebhookID}`);
    await deliveries.sweep();
  });
});
