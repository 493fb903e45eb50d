import { createReceiverCheck } from '../../../shared/adapters/webhook/receiver-check';
import { newId } from '../../../shared/adapters/ids';
import { startTestApi, type TestApi } from '../../support/api';
import { expectProblem, pointersOf } from './problem';
import { createWorkflowClientDouble } from './workflow-client-double';

let api: TestApi;
/** The start of an hour, so that no test crosses into the next one. */
const clock = { nowMs: Date.UTC(2026, 10, 20, 10) };
const double = createWorkflowClientDouble();
beforeAll(async () => {
  api = await startTestApi({
    workflows: double.workflows,
    deps: {
      nowMs: () => clock.nowMs,
      redeliveriesPerHour: 5,
      destinations: createReceiverCheck({
        allowedCidrs: [],
        allowHttp: false,
        allowedPorts: [443, 8443],
      }),
    },
  });
});
afterAll(() => api.stop());
beforeEach(() => {
  clock.nowMs += 3_600_000;
});

const register = (DestinationURL = 'https://example.com/hooks') =>
  api.request<{ WebhookID: string }>('POST', '/webhooks', { DestinationURL });

describe('the destination of a webhook', () => {
  it.each(['https://example.com/hooks', 'https://example.com:443/hooks', 'https://example.com:8443/hooks'])(
    'may be %s',
    async (url) => {
      expect((await register(url)).status).toBe(201);
    },
  );

  it.each([
    ['http://example.com/hooks', /https URL/],
    ['https://example.com:22/hooks', /port 443 or 8443/],
    ['https://example.com:25/hooks', /port 443 or 8443/],
    ['http://example.com:25/hooks', /https URL/],
  ])('must not be %s, unless the operator allows it', async (url, why) => {
    const answer = await register(url);
    expect(expectProblem(answer, 'invalid_body').errors?.[0]?.detail).toMatch(why);
    expect(pointersOf(answer)).toEqual(['/DestinationURL']);
  });

  it('that was registered before stays, and every other field of its webhook can be changed', async () => {
    const before = 'http://example.com:8080/hooks';
    const ID = newId('webhook');
    const webhook = { ID, OrgID: api.orgId, DestinationURL: before, CreatedMS: clock.nowMs, Enabled: true };
    await api.store.webhooks.insert(webhook, { secrets: [], headers: {} });
    for (const body of [{ Description: 'CRM' }, { DestinationURL: before, Enabled: false }, { Enabled: true }]) {
      expect((await api.request('PATCH', `/webhooks/${ID}`, body)).status).toBe(200);
    }
    const moved = await api.request('PATCH', `/webhooks/${ID}`, { DestinationURL: 'http://example.com:8081/hooks' });
    expect(pointersOf(moved)).toEqual(['/DestinationURL']);
    expect((await api.request('POST', `/webhooks/${ID}/test`)).status).toBe(202);
  });
});

describe('redeliveries', () => {
  /** Deliveries that have ended, a second apart. */
  const ended = async (webhookId: string, count: number): Promise<string[]> => {
    const ids: string[] = [];
    for (let sequence = 1; sequence <= count; sequence++) {
      const atMs = clock.nowMs - 60_000 + sequence * 1_000;
      const event = {
        ...{ orgId: api.orgId, campaignId: api.campaignId, jobId: 'job_test_1', sequence },
        ...{ state: 'completed' as const, eventTimeMs: atMs, testJob: true },
      };
      await api.store.deliveries.open(webhookId, event, atMs);
      ids.push(api.store.deliveries.idOf({ webhookId, jobId: event.jobId, sequence }));
    }
    await api.store.deliveries.discardAll(webhookId, clock.nowMs);
    return ids;
  };
  const redeliver = (webhookId: string, since: string | number = clock.nowMs - 60_000) =>
    api.request<{ Redelivered: number; More: boolean; NextSince: string }>(
      'POST',
      `/webhooks/${webhookId}/redeliver?since=${since}`,
    );

  it('are limited per organization by deliveries, not by requests', async () => {
    const { WebhookID } = (await register()).body;
    await ended(WebhookID, 8);
    const first = await redeliver(WebhookID);
    expect(first).toMatchObject({ status: 202, body: { Redelivered: 5, More: true } });
    const refused = await redeliver(WebhookID, first.body.NextSince);
    expectProblem(refused, 'too_many_redeliveries');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    clock.nowMs += 3_600_000;
    const rest = await redeliver(WebhookID, first.body.NextSince);
    expect(rest.body).toEqual({ WebhookID, Redelivered: 3, More: false });
  });

  it('and test events count too, one by one', async () => {
    const { WebhookID } = (await register()).body;
    const ids = await ended(WebhookID, 4);
    for (const id of ids) {
      expect((await api.request('POST', `/webhooks/${WebhookID}/deliveries/${id}/redeliver`)).status).toBe(202);
    }
    expect((await api.request('POST', `/webhooks/${WebhookID}/test`)).status).toBe(202);
    expectProblem(await api.request('POST', `/webhooks/${WebhookID}/test`), 'too_many_redeliveries');
    expectProblem(
      await api.request('POST', `/webhooks/${WebhookID}/deliveries/${ids[0]}/redeliver`),
      'too_many_redeliveries',
    );
  });

  it('of deliveries that are open already are not counted', async () => {
    const { WebhookID } = (await register()).body;
    await ended(WebhookID, 3);
    const open = await Promise.all(Array.from({ length: 4 }, () => redeliver(WebhookID)));
    expect(open.every(({ status }) => status === 202 || status === 429)).toBe(true);
    await ended(WebhookID, 3);
    expect(await redeliver(WebhookID)).toMatchObject({ status: 202, body: { Redelivered: 2 } });
  });
});
