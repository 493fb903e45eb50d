import { EngineUnavailableError } from '../../../shared/adapters/temporal/workflow-client';
import { aJobBody, startTestApi, type TestApi } from '../../support/api';
import type { Answer } from '../../support/requests';
import { createWorkflowClientDouble } from '../api/workflow-client-double';
import { expectProblem } from '../api/problem';
import { upload } from '../import/upload';

let api: TestApi;
const clock = { aheadMs: 0 };
const { workflows, asked, fail } = createWorkflowClientDouble();
beforeAll(async () => {
  api = await startTestApi({ workflows, deps: { nowMs: () => Date.now() + clock.aheadMs } });
});
afterAll(() => api.stop());
beforeEach(() => {
  clock.aheadMs = 0;
});

const headersOf = (key: string) => ({ 'idempotency-key': key.replaceAll(' ', '-') });
const post = <Body = Record<string, string>>(path: string, body: unknown, key: string): Promise<Answer<Body>> =>
  api.request<Body>('POST', path, body, { headers: headersOf(key) });
const count = (name: string): Promise<number> => api.mongo.db.collection(name).countDocuments();
/** The process crashed before it responded, and half a minute has passed. */
const loseAnswers = async (): Promise<void> => {
  await api.mongo.db.collection('idempotency_keys').updateMany({}, { $unset: { Reply: '' } });
  clock.aheadMs = 31_000;
};
const campaign = () => `/campaigns/${api.campaignId}`;
const [allowed, other] = ['+14155550177', '+14155550188'];
const changeCallers = (CallerIDs: string[]) => api.request('PATCH', campaign(), { CallerIDs });

describe('a retry after a lost response, with a campaign changed in between', () => {
  afterEach(() => changeCallers([]));

  it('finds the job that the first attempt created', async () => {
    await changeCallers([allowed]);
    const first = await post(api.jobs, aJobBody({ CallerID: allowed }), 'job');
    await loseAnswers();
    await changeCallers([other]);
    const jobs = await count('jobs');
    const again = await post(api.jobs, aJobBody({ CallerID: allowed }), 'job');
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(await count('jobs')).toBe(jobs);
  });

  it('finds the import that the first attempt accepted', async () => {
    await changeCallers([allowed]);
    const file = `ContactPhoneNumber,CallerID\n+14155550123,${allowed}\n`;
    const first = await upload(api, file, { headers: headersOf('import') });
    expect(first.status).toBe(202);
    await loseAnswers();
    await changeCallers([other]);
    const again = await upload(api, file, { headers: headersOf('import') });
    expect([again.status, again.body]).toEqual([202, first.body]);
    expect(await count('imports')).toBe(1);
  });

  it('creates no second job if it is rejected, corrected and sent again: the first attempt’s outcome is unknown', async () => {
    await changeCallers([allowed]);
    const { body } = await post(api.jobs, aJobBody({ CallerID: allowed }), 'put right');
    await loseAnswers();
    await api.mongo.db.collection<{ _id: string }>('jobs').deleteOne({ _id: body['JobID'] ?? '' });
    await changeCallers([other]);
    expectProblem(await post(api.jobs, aJobBody({ CallerID: allowed }), 'put right'), 'invalid_body');
    expectProblem(await post(api.jobs, aJobBody({ CallerID: other }), 'put right'), 'idempotency_key_reused');
  });
});

it('a retry finds the webhook that the first attempt created, even if it used up the limit', async () => {
  const hook = { DestinationURL: 'https://127.0.0.1:9/hooks' };
  while ((await count('webhooks')) < 49) await api.request('POST', '/webhooks', hook);
  const first = await post('/webhooks', hook, 'webhook');
  expect(first.status).toBe(201);
  await loseAnswers();
  expect((await post('/webhooks', hook, 'webhook')).body).toEqual(first.body);
  expectProblem(await post('/webhooks', hook, 'one more'), 'too_many_webhooks');
});

it('a retried reschedule is answered by the workflow, even if the call is already in progress', async () => {
  const job = await api.insertJob({ State: 'scheduled' });
  const path = `${api.jobs}/${job.ID}/reschedule`;
  const body = { CallAtUnixSeconds: Date.now() / 1000 };
  fail.rescheduleJob = new EngineUnavailableError('No answer in time.');
  expectProblem(await post(path, body, 'call now'), 'engine_unavailable');
  delete fail.rescheduleJob;
  await api.mongo.db.collection<{ _id: string }>('jobs').updateOne({ _id: job.ID }, { $set: { State: 'calling' } });
  expect((await post(path, body, 'call now')).status).toBe(202);
  const updates = asked.filter(({ what }) => what === 'rescheduleJob').map(({ args }) => args[2]);
  expect(updates).toHaveLength(2);
  expect(updates[0]).toBe(updates[1]);
  expectProblem(await post(path, body, 'call again'), 'not_scheduled');
});

it('the response with a new API key is replayed to no other API key', async () => {
  const wide = { Name: 'wide', Scopes: ['keys:manage', 'jobs:read', 'jobs:write'] };
  expect((await post('/api-keys', wide, 'wide')).status).toBe(201);
  const narrow = await post('/api-keys', { Name: 'narrow', Scopes: ['keys:manage'] }, 'narrow');
  const headers = { authorization: `Bearer ${narrow.body['Key'] ?? ''}`, ...headersOf('wide') };
  expectProblem(await api.request('POST', '/api-keys', wide, { headers }), 'idempotency_key_reused');
});
