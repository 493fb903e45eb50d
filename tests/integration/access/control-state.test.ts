import { pino } from 'pino';
import { sweepReplans } from '../../../activities/sweeper/sweep-replans';
import { createRegistry } from '../../../shared/adapters/metrics/registry';
import { createWorkerMetrics } from '../../../shared/adapters/metrics/worker-metrics';
import type { ControlState } from '../../../shared/domain/organization/control-state';
import { aJobBody, startTestApi, type TestApi } from '../../support/api';
import { outdial, type Ran } from '../../support/command-line';
import { createWorkflowClientDouble } from '../api/workflow-client-double';
import { expectProblem, pointersOf } from '../api/problem';

const { workflows, asked } = createWorkflowClientDouble();
let api: TestApi;
beforeEach(async () => {
  api = await startTestApi({ workflows });
});
afterEach(() => api.stop());

const env = () => ({
  MONGODB_URI: process.env['OUTDIAL_TEST_MONGODB'],
  MONGODB_DATABASE: api.mongo.db.databaseName,
});
const admin = (...args: string[]): Promise<Ran> => outdial(['admin', ...args], { env: env() });
const replans = () => api.mongo.db.collection('replans').find().toArray();
const deps = () => ({
  store: api.store,
  workflows,
  logger: pino({ level: 'silent' }),
  metrics: createWorkerMetrics(createRegistry()),
});
const woken = () => asked.filter(({ what }) => what === 'wakeJob').map(({ args }) => (args[0] as { ID: string }).ID);
const subjects = [
  {
    subject: 'organization',
    code: 'organization_blocked' as const,
    free: 'active',
    path: () => '/organization',
    id: () => api.orgId,
    shown: async () => (await api.request<{ Data: { State: ControlState } }>('GET', '/organization')).body.Data.State,
  },
  {
    subject: 'campaign',
    code: 'campaign_blocked' as const,
    free: 'running',
    path: () => `/campaigns/${api.campaignId}`,
    id: () => api.campaignId,
    shown: async () => (await api.request<{ State: string }>('GET', `/campaigns/${api.campaignId}`)).body.State,
  },
];

describe.each(subjects)('the state of the $subject', ({ subject, code, free, path, id, shown }) => {
  const changes = async (): Promise<{ State?: unknown; Fields?: unknown }[]> => {
    const { body } = await api.request<{ AuditLogEntries: { Data: { Details: object } }[] }>(
      'GET',
      `/audit-log?action=${subject}.changed`,
    );
    return body.AuditLogEntries.map(({ Data }) => Data.Details).reverse();
  };

  it('is paused and resumed by a key: jobs are accepted, and explained as held', async () => {
    expect(await shown()).toBe(free);
    expect((await api.request('PATCH', path(), { State: 'paused' })).status).toBe(200);
    expect(await shown()).toBe('paused');
    const made = await api.request<{ JobID: string }>('POST', api.jobs, aJobBody());
    expect(made.status).toBe(201);
    const held = await api.request('GET', `${api.jobs}/${made.body.JobID}/schedule`);
    expect(held.body).toMatchObject({ NextCallMS: null, HeldBy: 'State', Message: `The ${subject} is paused.` });
    expect((await api.request('PATCH', path(), { State: free })).status).toBe(200);
    const released = await api.request('GET', `${api.jobs}/${made.body.JobID}/schedule`);
    expect(released.body).toMatchObject({ HeldBy: null });
    expect(await changes()).toEqual([
      { Fields: ['State'], State: 'paused' },
      { Fields: ['State'], State: free },
    ]);
  });

  it('plans every waiting job again when it is resumed, by one request that workers carry out', async () => {
    const dueMs = Date.now() + 3_600_000;
    const fields = { State: 'scheduled', NextCallMS: dueMs, DueMS: dueMs } as const;
    const waiting = [
      await api.insertJob(fields),
      await api.insertJob({ ...fields, CampaignVersion: 1, CallCount: 1 }),
    ].map(({ ID }) => ID);
    const ended = await api.insertJob({ State: 'calling', DueMS: dueMs });
    asked.length = 0;
    await api.request('PATCH', path(), { State: 'paused' });
    expect(await replans()).toEqual([]);
    await api.request('PATCH', path(), { State: free });
    expect(await replans()).toMatchObject([{ _id: `${id()}/release`, OrgID: api.orgId, Settles: true }]);
    await sweepReplans(deps(), Date.now());
    expect(woken().sort()).toEqual(waiting.sort());
    expect((await api.store.jobs.load(ended.ID))?.PlannedFromMS).toBeUndefined();
    // A request that had read the former state may store a job now: the second walk finds it.
    const late = await api.insertJob(fields);
    asked.length = 0;
    await sweepReplans(deps(), Date.now());
    expect(woken()).toEqual([]);
    await sweepReplans(deps(), Date.now() + 60_000);
    expect(woken()).toContain(late.ID);
    expect(await replans()).toEqual([]);
  });

  it('is blocked by the operator only: creation is refused, keys cannot unblock, and the operator can', async () => {
    expect(pointersOf(await api.request('PATCH', path(), { State: 'blocked' }))).toEqual(['/State']);
    expect(await admin(subject, 'set-state', id(), 'blocked')).toMatchObject({ code: 0, out: `${id()} is blocked.\n` });
    for (const target of [api.jobs, `/campaigns/${api.campaignId}/schedule-preview`])
      expectProblem(await api.request('POST', target, aJobBody()), code);
    const form = new FormData();
    form.append('file', new Blob([JSON.stringify(aJobBody())], { type: 'application/x-ndjson' }), 'jobs.ndjson');
    const headers = { authorization: `Bearer ${api.key}` };
    for (const query of ['', '?dry_run=1']) {
      const upload = await fetch(`${api.url}${api.jobs}/bulk${query}`, { method: 'POST', headers, body: form });
      expect([upload.status, ((await upload.json()) as { code: string }).code]).toEqual([403, code]);
    }
    for (const State of [free, 'paused']) expectProblem(await api.request('PATCH', path(), { State }), code);
    expect(await shown()).toBe('blocked');
    // Other settings can still be changed.
    expect((await api.request('PATCH', path(), { Name: 'Still ours' })).status).toBe(200);
    expect((await admin(subject, 'set-state', id(), 'active')).code).toBe(0);
    expect((await api.request('POST', api.jobs, aJobBody())).status).toBe(201);
    expect(await changes()).toEqual(
      expect.arrayContaining([
        { Fields: ['State'], State: 'blocked' },
        { Fields: ['State'], State: 'active' },
      ]),
    );
  });

  it('ends the running calls on request, and those of no other organization', async () => {
    const job = await api.insertJob({ State: 'calling' });
    const call = await api.insertCall(job);
    await api.mongo.db
      .collection<{ _id: string }>('jobs')
      .updateOne({ _id: job.ID }, { $set: { ActiveCallID: call.ID } });
    const other = await api.anotherCaller();
    expect((await admin('organization', 'set-state', other.orgId, 'blocked', '--hang-up')).out).toContain('0 running');
    expect(await admin(subject, 'set-state', id(), 'blocked', '--hang-up')).toMatchObject({
      code: 0,
      out: `${id()} is blocked.\n1 running calls are being ended.\n`,
    });
    expect((await api.store.calls.find(call.ID))?.StopRequestedMS).toBeDefined();
  });

  it('rejects unknown ids and states', async () => {
    for (const args of [
      [`${subject}_unknown`, 'paused'],
      [id(), 'stopped'],
    ]) {
      const { code: exit, out } = await admin(subject, 'set-state', ...args);
      expect({ exit, out }).toEqual({ exit: 2, out: '' });
    }
    expect(await shown()).toBe(free);
  });
});

it('changes the state and the settings of a campaign in one request; the state alone creates no version', async () => {
  const path = `/campaigns/${api.campaignId}`;
  const both = await api.request('PATCH', path, { State: 'paused', JitterSeconds: 5 });
  expect(both.body).toMatchObject({ State: 'paused', Version: 2, Data: { JitterSeconds: 5 } });
  expect((await api.request('PATCH', path, { State: 'running' })).body).toMatchObject({ State: 'running', Version: 2 });
  expect(pointersOf(await api.request('PATCH', path, { State: 'paused', JitterSeconds: -1 }))).toEqual([
    '/JitterSeconds',
  ]);
  expect((await api.request('GET', path)).body).toMatchObject({ State: 'running', Version: 2 });
});
