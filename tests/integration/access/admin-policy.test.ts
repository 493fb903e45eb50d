import type { Policy } from '../../../shared/domain/organization/policy';
import { outdial, type Ran } from '../../support/command-line';
import { aJobBody, startTestApi, type TestApi } from '../../support/api';
import { createWorkflowClientDouble } from '../api/workflow-client-double';
import { expectProblem, pointersOf } from '../api/problem';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workflows: createWorkflowClientDouble().workflows });
});
afterAll(() => api.stop());

const policy = (...args: string[]): Promise<Ran> =>
  outdial(['admin', 'policy', ...args, '--organization', api.orgId], {
    env: { MONGODB_URI: process.env['OUTDIAL_TEST_MONGODB'], MONGODB_DATABASE: api.mongo.db.databaseName },
  });
const allowTestJobs = async (which: string): Promise<void> => {
  expect(await policy('set', '--test-jobs', which)).toMatchObject({ code: 0, err: '' });
};
const testJob = (fields: Record<string, unknown> = {}) => aJobBody({ TestJob: true, ...fields });
const jobs = (): Promise<number> => api.mongo.db.collection('jobs').countDocuments();
const shown = async (): Promise<Policy> =>
  (await api.request<{ Data: { Policy: Policy } }>('GET', '/organization')).body.Data.Policy;

it('allows test jobs to any number by default', async () => {
  expect(await shown()).toMatchObject({ TestJobs: { Allowed: true } });
  expect((await policy('get')).out).toMatch(/^TestJobs +to any number$/m);
  expect((await api.request('POST', api.jobs, testJob())).status).toBe(201);
});

it('is enforced on every way to a test job, and shown to the organization', async () => {
  await allowTestJobs('none');
  expect(await shown()).toMatchObject({ TestJobs: { Allowed: false } });
  const before = await jobs();
  for (const path of [api.jobs, `/campaigns/${api.campaignId}/schedule-preview`]) {
    const answer = await api.request('POST', path, testJob());
    expectProblem(answer, 'invalid_body');
    expect(pointersOf(answer)).toEqual(['/TestJob']);
  }
  const rows = [aJobBody(), testJob()].map((row) => JSON.stringify(row)).join('\n');
  const upload = (query: string) => {
    const form = new FormData();
    form.append('file', new Blob([rows], { type: 'application/x-ndjson' }), 'jobs.ndjson');
    const headers = { authorization: `Bearer ${api.key}` };
    return fetch(`${api.url}${api.jobs}/bulk${query}`, { method: 'POST', headers, body: form });
  };
  expect(await (await upload('?dry_run=1')).json()).toMatchObject({
    RowsValid: 1,
    RowsInvalid: 1,
    Errors: [{ Row: 2, Column: 'TestJob', Code: 'not_allowed_by_policy' }],
  });
  expect((await upload('')).status).toBe(400);
  expect(await jobs()).toBe(before);
  expect((await api.request('POST', api.jobs, aJobBody())).status).toBe(201);
});

it('can be limited to numbers', async () => {
  await allowTestJobs('+14155550123, +14155550124');
  expect(await shown()).toMatchObject({ TestJobs: { Allowed: true, Numbers: ['+14155550123', '+14155550124'] } });
  expect((await api.request('POST', api.jobs, testJob())).status).toBe(201);
  const other = await api.request('POST', api.jobs, testJob({ ContactPhoneNumber: '+14155550199' }));
  expect(pointersOf(other)).toEqual(['/ContactPhoneNumber']);
});

it('explains a waiting job that it no longer allows', async () => {
  const job = await api.insertJob({ State: 'scheduled', TestJob: true, NextCallMS: Date.now() + 3_600_000 });
  await allowTestJobs('none');
  const { body } = await api.request('GET', `${api.jobs}/${job.ID}/schedule`);
  expect(body).toMatchObject({
    NextCallMS: null,
    Message: 'No further call can be planned: The operator of this service does not allow test jobs.',
    Gates: expect.arrayContaining([
      expect.objectContaining({ Name: 'Policy', Origin: 'policy', Satisfied: false }),
    ]) as unknown[],
    Forecast: [],
  });
});

it('cannot be changed by a key of the organization, and its changes are in the audit log', async () => {
  const answer = await api.request('PATCH', '/organization', {
    Name: 'Ours',
    Policy: { TestJobs: { Allowed: true } },
  });
  expect(pointersOf(answer)).toEqual(['/Policy']);
  const { body } = await api.request<{ AuditLogEntries: { Data: object }[] }>(
    'GET',
    '/audit-log?action=organization.policy_changed&limit=1',
  );
  expect(body.AuditLogEntries[0]?.Data).toMatchObject({
    Actor: { Kind: 'service', Name: 'outdial admin' },
    Details: { Fields: ['TestJobs'], Allowed: false },
  });
});

it('limits what may be called, and the default returns', async () => {
  const set = async (...args: string[]): Promise<void> => {
    expect(await policy('set', ...args)).toMatchObject({ code: 0, err: '' });
  };
  await set('--test-jobs', 'all', '--countries', 'fi,SE', '--denied-number-types', 'premium_rate,toll_free');
  expect(await shown()).toMatchObject({
    Countries: ['FI', 'SE'],
    DeniedNumberTypes: ['premium_rate', 'toll_free'],
    MaxCallsPerJob: 0,
  });
  const post = (ContactPhoneNumber: string) => api.request('POST', api.jobs, aJobBody({ ContactPhoneNumber }));
  for (const number of ['+14155550123', '+358600123456', '+358800123456', '+881612345678', '+358112'])
    expect(pointersOf(await post(number))).toEqual(['/ContactPhoneNumber']);
  expect((await post('+358401234567')).status).toBe(201);
  await set('--countries', 'default', '--denied-number-types', 'none', '--max-calls-per-job', '7');
  expect(await shown()).toMatchObject({ DeniedNumberTypes: [], MaxCallsPerJob: 7 });
  expect((await shown()).Countries).toBeUndefined();
  expect((await post('+358600123456')).status).toBe(201);
  expect(pointersOf(await post('+1911555'))).toEqual(['/ContactPhoneNumber']);
  expect((await policy('get')).out).toMatch(/^MaxCallsPerJob +7$/m);
  const { body } = await api.request<{ AuditLogEntries: { Data: object }[] }>(
    'GET',
    '/audit-log?action=organization.policy_changed&limit=1',
  );
  expect(body.AuditLogEntries[0]?.Data).toMatchObject({
    Details: {
      Fields: ['Countries', 'DeniedNumberTypes', 'MaxCallsPerJob'],
      Countries: 'default',
      DeniedNumberTypes: [],
      MaxCallsPerJob: 7,
    },
  });
});

it('shows the settings of the deployment where the operator has set nothing', async () => {
  const { out } = await outdial(['admin', 'policy', 'get', '--json', '--organization', api.orgId], {
    env: {
      MONGODB_URI: process.env['OUTDIAL_TEST_MONGODB'],
      MONGODB_DATABASE: api.mongo.db.databaseName,
      POLICY_COUNTRIES: 'FI,SE',
      POLICY_MAX_CALLS_PER_DAY: '5',
    },
  });
  expect(JSON.parse(out)).toMatchObject({ Countries: ['FI', 'SE'], MaxCallsPerDay: 5, MaxConcurrentCalls: 100 });
});

it.each([
  [['set']],
  [['set', '--countries', 'FI,XX']],
  [['set', '--denied-number-types', 'mobile']],
  [['set', '--max-calls-per-day', '-1']],
  [['set', '--max-calls-per-day', 'many']],
  [['set', '--max-concurrent-calls', '10001']],
  [['set', '--test-jobs', 'some']],
  [['set', '--test-jobs', '0800']],
  [['get', '--organization', 'org_unknown']],
  [['set', '--test-jobs', 'all', '--organization', 'org_unknown']],
])('rejects %j and changes nothing', async (args) => {
  const before = await shown();
  const { code, out, err } = await outdial(['admin', 'policy', ...args], {
    env: { MONGODB_URI: process.env['OUTDIAL_TEST_MONGODB'], MONGODB_DATABASE: api.mongo.db.databaseName },
  });
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(/^error: \S/);
  expect(await shown()).toEqual(before);
});
