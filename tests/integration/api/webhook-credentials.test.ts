import { startTestApi, type TestApi } from '../../support/api';
import { createWorkflowClientDouble } from './workflow-client-double';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workflows: createWorkflowClientDouble().workflows });
});
afterAll(() => api.stop());

const ours = 'https://receiver.example.com/hooks';
const credentials = { Authorization: 'Bearer token-of-the-receiver' };

const register = async (): Promise<string> => {
  const body = { DestinationURL: ours, Headers: credentials };
  return (await api.request<{ WebhookID: string }>('POST', '/webhooks', body)).body.WebhookID;
};
const patch = (id: string, body: unknown) => api.request('PATCH', `/webhooks/${id}`, body);
/** What the next request to the receiver carries. */
const sent = async (id: string) => {
  const webhook = await api.store.webhooks.findWithSecrets(id, Date.now());
  return { url: webhook?.DestinationURL, headers: webhook?.headers, secrets: webhook?.secrets };
};

describe('a change of the destination', () => {
  it.each([
    ['host', 'https://other.example.com/hooks'],
    ['port', 'https://receiver.example.com:8443/hooks'],
  ])('to another %s drops the static headers, which are the credentials of the previous one', async (_, other) => {
    const id = await register();
    const { secrets } = await sent(id);
    const { status, body } = await patch(id, { DestinationURL: other });
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toContain('Headers');
    // The signing secret is never sent, so it stays: rotate-secret replaces it.
    expect(await sent(id)).toEqual({ url: other, headers: {}, secrets });
  });

  it('sends the headers that the same request gives', async () => {
    const id = await register();
    const other = 'https://other.example.com/hooks';
    await patch(id, { DestinationURL: other, Headers: { 'X-Token': 'of-the-other-receiver' } });
    expect(await sent(id)).toMatchObject({ url: other, headers: { 'X-Token': 'of-the-other-receiver' } });
  });

  it('keeps the headers within one origin', async () => {
    const id = await register();
    await patch(id, { DestinationURL: `${ours}/v2?x=1` });
    expect(await sent(id)).toMatchObject({ url: `${ours}/v2?x=1`, headers: credentials });
  });

  it('never joins new headers and another destination when requests overlap', async () => {
    const id = await register();
    const other = 'https://other.example.com/hooks';
    await patch(id, { DestinationURL: other });
    const [stale] = await api.store.webhooks.listWithSecrets(api.orgId, Date.now());
    await patch(id, { DestinationURL: ours, Headers: credentials });
    // A request that read the webhook before that change writes after it.
    const key = { orgId: api.orgId, webhookId: id };
    const change = { DestinationURL: `${other}/v2` };
    expect(stale).toBeDefined();
    expect(await api.store.webhooks.change(key, change, { nowMs: Date.now(), currentUrl: other })).toBeUndefined();
    expect(await sent(id)).toMatchObject({ url: ours, headers: credentials });
  });
});

it('records a test event in the audit log', async () => {
  const id = await register();
  await api.request('POST', `/webhooks/${id}/test`);
  const { body } = await api.request<{ AuditLogEntries: { Data: object }[] }>('GET', '/audit-log?limit=1');
  expect(body.AuditLogEntries[0]?.Data).toMatchObject({ Action: 'webhook.tested', WebhookID: id });
});
