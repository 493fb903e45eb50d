import { aJobBody, startTestApi, type TestApi } from '../../support/api';
import { createKeys } from '../../../shared/adapters/mongo/keys';
import { testKeys } from '../../support/master-keys';
import type { Answer } from '../../support/requests';
import { createWorkflowClientDouble } from '../api/workflow-client-double';
import { expectProblem } from '../api/problem';

interface StoredRequest {
  _id: string;
  Reply?: string;
}

let api: TestApi;
const clock = { aheadMs: 0 };
const double = createWorkflowClientDouble();
beforeAll(async () => {
  api = await startTestApi({ workflows: double.workflows, deps: { nowMs: () => Date.now() + clock.aheadMs } });
});
afterAll(() => api.stop());
afterEach(() => {
  clock.aheadMs = 0;
});

const post = <Body = { JobID: string }>(path: string, body: unknown, key: string): Promise<Answer<Body>> =>
  api.request<Body>('POST', path, body, { headers: { 'idempotency-key': key.replaceAll(' ', '-') } });
const count = (name: string): Promise<number> => api.mongo.db.collection(name).countDocuments();
const hourMs = 3_600_000;

it('replays the first response, marks it as replayed, and creates nothing more', async () => {
  const first = await post(api.jobs, aJobBody(), 'repeat');
  const jobs = await count('jobs');
  const again = await post(api.jobs, aJobBody(), 'repeat');
  expect([again.status, again.body]).toEqual([201, first.body]);
  expect(again.headers.get('location')).toBe(first.headers.get('location'));
  expect(first.headers.has('idempotent-replayed')).toBe(false);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(await count('jobs')).toBe(jobs);
});

it('creates one job from many concurrent identical requests', async () => {
  const jobs = await count('jobs');
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(api.jobs, aJobBody(), 'at once')));
  expect(await count('jobs')).toBe(jobs + 1);
  const ids = new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.JobID));
  expect(ids.size).toBe(1);
  for (const answer of answers) if (answer.status !== 201) expectProblem(answer, 'idempotency_in_progress');
}, 20_000);

it('is 422 for a different body, path or query with the same key', async () => {
  await post(api.jobs, aJobBody(), 'another');
  expectProblem(await post(api.jobs, aJobBody({ ContactName: 'Else' }), 'another'), 'idempotency_key_reused');
  const preview = `/campaigns/${api.campaignId}/schedule-preview`;
  expect((await post(`${preview}?attempts=1`, aJobBody(), 'preview')).status).toBe(200);
  expectProblem(await post(`${preview}?attempts=2`, aJobBody(), 'preview'), 'idempotency_key_reused');
});

it('belongs to one organization and one operation', async () => {
  const ours = await post('/campaigns', { Name: 'Ours' }, 'shared');
  const stranger = await api.anotherCaller();
  const theirs = await stranger.request(
    'POST',
    '/campaigns',
    { Name: 'Theirs' },
    { headers: { 'idempotency-key': 'shared' } },
  );
  expect([ours.status, theirs.status]).toEqual([201, 201]);
  expect((await post(api.jobs, aJobBody(), 'shared')).status).toBe(201);
});

it('allows a corrected request after a rejected one', async () => {
  expectProblem(await post(api.jobs, aJobBody({ CallerID: '+14155559999' }), 'corrected'), 'invalid_body');
  expect((await post(api.jobs, aJobBody(), 'corrected')).status).toBe(201);
});

it('is kept for 24 hours', async () => {
  const first = await post(api.jobs, aJobBody(), 'a day');
  clock.aheadMs = 23.9 * hourMs;
  expect((await post(api.jobs, aJobBody(), 'a day')).body).toEqual(first.body);
  clock.aheadMs = 24.1 * hourMs;
  expect((await post(api.jobs, aJobBody(), 'a day')).body).not.toEqual(first.body);
});

describe('a response with a secret', () => {
  interface WithSecret {
    KeyID?: string;
    WebhookID?: string;
    Key?: string;
    Secret?: string;
  }
  let webhook: string;
  beforeAll(async () => {
    webhook = (await api.request<{ WebhookID: string }>('POST', '/webhooks', hook)).body.WebhookID;
  });
  const hook = { DestinationURL: 'https://127.0.0.1:9/hooks' };
  const requests: [what: string, path: () => string, body: unknown, collection: string][] = [
    ['webhook', () => '/webhooks', hook, 'webhooks'],
    ['API key', () => '/api-keys', { Name: 'k', Scopes: ['jobs:read'] }, 'api_keys'],
    ['rotated secret', () => `/webhooks/${webhook}/rotate-secret`, {}, 'webhooks'],
  ];

  it.each(requests)(
    'is not stored: a repeat for a %s creates nothing and gets no secret',
    async (what, path, body, of) => {
      const first = await post<WithSecret>(path(), body, `secret of ${what}`);
      expect(first.status).toBeLessThan(300);
      const before = await api.mongo.db.collection(of).find().toArray();
      const problem = expectProblem(await post(path(), body, `secret of ${what}`), 'idempotency_secret_not_stored');
      expect(problem.status).toBe(410);
      expect(problem.detail).toContain(first.body.KeyID ?? first.body.WebhookID);
      expect(await api.mongo.db.collection(of).find().toArray()).toEqual(before);
      // Not even with every key of the service.
      const secret = first.body.Key ?? first.body.Secret ?? '';
      const { secretBox } = createKeys(api.mongo.db, testKeys);
      const documents = await api.mongo.db.collection<StoredRequest>('idempotency_keys').find().toArray();
      const replies = await Promise.all(
        documents.flatMap(({ _id, Reply }) => (Reply === undefined ? [] : [secretBox.open(Reply, `${_id}/reply`)])),
      );
      expect(replies.length).toBeGreaterThan(0);
      expect(JSON.stringify([documents, replies])).not.toContain(secret);
    },
  );
});

it('stores requests and responses encrypted', async () => {
  const { body } = await post(api.jobs, aJobBody(), 'sealed');
  const stored = JSON.stringify(await api.mongo.db.collection('idempotency_keys').find().toArray());
  expect(stored).not.toContain('14155550123');
  expect(stored).not.toContain(`"Reply":"{`);
  expect(body.JobID).toMatch(/^job_/);
});

describe('when a process crashed between its effect and its response', () => {
  /** What is stored then: the request without its response. */
  const loseAnswer = async (): Promise<void> => {
    await api.mongo.db.collection('idempotency_keys').updateMany({}, { $unset: { Reply: '' } });
  };
  const lockMs = 31_000;

  const made: [what: string, path: () => string, body: unknown, collection: string][] = [
    ['job', () => api.jobs, aJobBody(), 'jobs'],
    ['campaign', () => '/campaigns', { Name: 'One' }, 'campaigns'],
    ['webhook', () => '/webhooks', { DestinationURL: 'https://127.0.0.1:9/hooks' }, 'webhooks'],
  ];
  it.each(made)('a %s is not created twice by a retry', async (what, path, body, collection) => {
    const first = await post<Record<string, string>>(path(), body, `lost ${what}`);
    await loseAnswer();
    expectProblem(await post(path(), body, `lost ${what}`), 'idempotency_in_progress');
    const before = await count(collection);
    clock.aheadMs = lockMs;
    expect((await post<Record<string, string>>(path(), body, `lost ${what}`)).body).toEqual(first.body);
    expect(await count(collection)).toBe(before);
  });

  it('a key that was never returned is replaced by one that works', async () => {
    const body = { Name: 'lost', Scopes: ['jobs:read'] };
    const first = await post<{ KeyID: string; Key: string }>('/api-keys', body, 'lost key');
    await loseAnswer();
    clock.aheadMs = lockMs;
    const again = await post<{ KeyID: string; Key: string }>('/api-keys', body, 'lost key');
    expect(again.body.KeyID).toBe(first.body.KeyID);
    const found = await api.store.apiKeys.find(api.orgId, again.body.KeyID);
    expect(found?.Hash).toBeDefined();
    expect(again.body.Key).not.toBe(first.body.Key);
  });
});

it('is dropped after it expires', async () => {
  await post(api.jobs, aJobBody(), 'expires');
  await api.store.purge.deleteBatch(Date.now() + 60 * hourMs, 1_000);
  expect(await count('idempotency_keys')).toBe(0);
});

it('creates nothing from a retry once the job was erased, and stores nothing of the request', async () => {
  const { body } = await post(api.jobs, aJobBody({ ContactName: 'Forgotten' }), 'erased');
  await api.store.idempotency.eraseByJob(body.JobID);
  const jobs = await count('jobs');
  expectProblem(await post(api.jobs, aJobBody({ ContactName: 'Forgotten' }), 'erased'), 'idempotency_reply_erased');
  expect(await count('jobs')).toBe(jobs);
  const kept = await api.mongo.db.collection('idempotency_keys').findOne({ JobID: body.JobID });
  expect(kept).toMatchObject({ Erased: true });
  expect(Object.keys(kept ?? {})).not.toEqual(expect.arrayContaining(['Asked']));
  expect(Object.keys(kept ?? {})).not.toEqual(expect.arrayContaining(['Reply']));
});
