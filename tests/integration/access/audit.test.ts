import { startTestApi, type TestApi } from '../../support/api';
import { insertKey } from '../../support/keys';
import { createRequest } from '../../support/requests';
import { until } from '../../support/until';
import { createWorkflowClientDouble } from '../api/workflow-client-double';
import { expectProblem } from '../api/problem';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workflows: createWorkflowClientDouble().workflows });
});
afterAll(() => api.stop());

interface Entry {
  OrgID: string;
  ID: string;
  Data: Record<string, unknown> & { Action: string };
  CreatedAt: string;
}
const log = async (query = ''): Promise<Entry[]> =>
  (await api.request<{ AuditLogEntries: Entry[] }>('GET', `/audit-log${query}`)).body.AuditLogEntries;
const requestId = { headers: { 'x-request-id': 'the-request' } };

it('records the actor, action and request for a job, and the job links to the entries', async () => {
  const { id, request } = await insertKey(api);
  const secret = { ContactPhoneNumber: '+14155550177', ContactName: 'Josephine Secret', Data: { a: 'confidential' } };
  const created = await request<{ JobID: string }>('POST', api.jobs, secret, requestId);
  const job = created.body.JobID;
  await request('POST', `${api.jobs}/${job}/update`, { Data: { b: 'confidential' } });
  await request('POST', `${api.jobs}/${job}/reschedule`, { CallAtUnixSeconds: -1 });
  await request('POST', `${api.jobs}/${job}/cancel`);
  await request('DELETE', `${api.jobs}/${job}`);
  const entries = (await log(`?job=${job}`)).reverse();
  expect(entries.map(({ Data }) => Data.Action)).toEqual([
    'job.created',
    'job.updated',
    'job.rescheduled',
    'job.canceled',
    'job.deletion_requested',
  ]);
  expect(entries[0]).toMatchObject({
    OrgID: api.orgId,
    Data: { Actor: { Kind: 'api_key', KeyID: id }, RequestID: 'the-request', CampaignID: api.campaignId, JobID: job },
  });
  expect(entries[1]?.Data['Details']).toEqual({ Fields: ['Data'] });
  const { body } = await api.request<{ Data: { AuditLogEntries: string[] } }>('GET', `${api.jobs}/${job}`);
  expect(body.Data.AuditLogEntries).toEqual(entries.map(({ ID }) => ID));
  expect(JSON.stringify(entries)).not.toMatch(/Josephine|confidential|5550177/);
});

it('records actions on keys, webhooks, campaigns, the organization, imports and calls', async () => {
  const { id, request } = await insertKey(api);
  const key = await request<{ KeyID: string }>('POST', '/api-keys', { Name: 'k', Scopes: ['jobs:read'] });
  await request('DELETE', `/api-keys/${key.body.KeyID}`);
  const hook = await request<{ WebhookID: string }>('POST', '/webhooks', { DestinationURL: 'https://127.0.0.1:9/h' });
  const webhook = `/webhooks/${hook.body.WebhookID}`;
  await request('PATCH', webhook, { Enabled: false });
  await request('POST', `${webhook}/rotate-secret`);
  await request('PATCH', webhook, { Enabled: true });
  const sent = await request<{ DeliveryID: string }>('POST', `${webhook}/test`);
  await request('POST', `${webhook}/deliveries/${sent.body.DeliveryID}/redeliver`);
  await api.store.deliveries.discardAll(hook.body.WebhookID, Date.now());
  await request('POST', `${webhook}/redeliver?since=${Date.now() - 60_000}`);
  await request('POST', `${webhook}/redeliver?since=${Date.now() + 60_000}`);
  await request('DELETE', webhook);
  const campaign = await request<{ CampaignID: string }>('POST', '/campaigns', { Name: 'c' });
  await request('PATCH', `/campaigns/${campaign.body.CampaignID}`, { Name: 'd' });
  await request('PATCH', '/organization', { Name: 'o' });
  const call = await api.insertCall(await api.insertJob({ State: 'calling' }));
  await request('POST', `${api.jobs}/${call.JobID}/calls/${call.ID}/stop`);
  const actions = (await log(`?key=${id}`)).map(({ Data }) => Data.Action).reverse();
  expect(actions).toEqual([
    'api_key.created',
    'api_key.revoked',
    'webhook.created',
    'webhook.changed',
    'webhook.secret_rotated',
    'webhook.changed',
    'webhook.tested',
    'webhook.redelivered',
    'webhook.redelivered',
    'webhook.deleted',
    'campaign.created',
    'campaign.changed',
    'organization.changed',
    'call.stopped',
  ]);
});

it('has no entry for a rejected request, nor a second one for a replay', async () => {
  const { id, request } = await insertKey(api);
  const key = { headers: { 'idempotency-key': 'audited' } };
  for (const _ of [1, 2]) await request('POST', api.jobs, { ContactPhoneNumber: '+14155550123' }, key);
  await request('POST', api.jobs, { ContactPhoneNumber: 'nonsense' });
  await request('POST', `${api.jobs}/job_unknown/cancel`);
  expect((await log(`?key=${id}`)).map(({ Data }) => Data.Action)).toEqual(['job.created']);
});

it('records the use of a revoked or expired key once an hour, and nothing of a key that does not exist', async () => {
  for (const [state, fields] of [
    ['revoked', { RevokedMS: 1 }],
    ['expired', { ExpiresMS: 1 }],
  ] as const) {
    const { id, request } = await insertKey(api, fields);
    for (const _ of [1, 2, 3]) expectProblem(await request('GET', '/campaigns'), 'unauthenticated');
    const entries = await until(
      () => log(`?key=${id}`),
      (found) => found.length > 0,
    );
    expect(entries.map(({ Data }) => Data)).toMatchObject([
      { Action: 'api_key.refused', KeyID: id, Details: { State: state } },
    ]);
  }
  const all = await log();
  expectProblem(await createRequest(api.url, 'k'.repeat(30))('GET', '/campaigns'), 'unauthenticated');
  expect(await log()).toEqual(all);
});

it('shows which request ids a client chose: only ours begin with req_', async () => {
  const { id, request } = await insertKey(api);
  const imitated = 'req_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e';
  for (const given of ['chosen', imitated]) {
    await request('PATCH', '/organization', { Name: 'o' }, { headers: { 'x-request-id': given } });
  }
  const [second, first] = (await log(`?key=${id}`)).map(({ Data }) => Data['RequestID']);
  expect(first).toBe('chosen');
  expect(second).toMatch(/^req_/);
  expect(second).not.toBe(imitated);
});

it('is paged, and filtered by time and by action', async () => {
  const all = await log();
  const paged: Entry[] = [];
  for (let page = await log('?limit=3'); page.length > 0; page = await log(`?limit=3&after=${page.at(-1)?.ID}`))
    paged.push(...page);
  expect(paged).toEqual(all);
  expect((await log('?action=job.created')).every(({ Data }) => Data.Action === 'job.created')).toBe(true);
  const [newest] = all;
  expect((await log(`?since=${Date.parse(newest?.CreatedAt ?? '')}`)).map(({ ID }) => ID)).toContain(newest?.ID);
  expect(await log('?until=2020-01-01T00:00:00Z')).toEqual([]);
});

it('is separate per organization', async () => {
  const stranger = await api.anotherCaller();
  expect((await stranger.request('GET', '/audit-log')).body).toEqual({ AuditLogEntries: [] });
  const [entry] = await log();
  expectProblem(await stranger.request('GET', `/audit-log?after=${entry?.ID}`), 'invalid_query');
  expectProblem(await api.request('GET', '/audit-log?action=nothing'), 'invalid_query');
});

it('links a job to at most a hundred entries, and keeps the others in the log', async () => {
  const job = await api.insertJob({ AuditLogEntries: Array.from({ length: 99 }, (_, n) => `audit_${n}`) });
  for (const _ of [1, 2, 3]) await api.request('POST', `${api.jobs}/${job.ID}/update`, { Data: {} });
  const stored = await api.store.jobs.find({ orgId: api.orgId, campaignId: api.campaignId, jobId: job.ID });
  expect(stored?.AuditLogEntries).toHaveLength(100);
  expect(await log(`?job=${job.ID}`)).toHaveLength(3);
});
