import { pino } from 'pino';
import { sweepReplans } from '../../../activities/sweeper/sweep-replans';
import { createRegistry } from '../../../shared/adapters/metrics/registry';
import { createWorkerMetrics } from '../../../shared/adapters/metrics/worker-metrics';
import type { CampaignBody } from '../../../shared/contracts/campaign-response.schema';
import type { Job } from '../../../shared/domain/job/job';
import { aJobBody, startTestApi, type TestApi } from '../../support/api';
import { createWorkflowClientDouble } from '../api/workflow-client-double';
import { expectProblem } from '../api/problem';

const { workflows, asked } = createWorkflowClientDouble();
/** The state as stored, each time that an answer waits until a hold has settled. */
const seenWhileSettling: (string | undefined)[] = [];
let api: TestApi;
let clockStandsAtMs: number | undefined;
beforeEach(async () => {
  [clockStandsAtMs, asked.length, seenWhileSettling.length] = [undefined, 0, 0];
  const waitForHold = async (): Promise<void> => {
    seenWhileSettling.push((await api.store.campaigns.findControl(api.campaignId))?.State);
  };
  api = await startTestApi({ workflows, deps: { waitForHold, nowMs: () => clockStandsAtMs ?? Date.now() } });
});
afterEach(() => api.stop());

const hourMs = 3_600_000;
const path = () => `/campaigns/${api.campaignId}`;
const act = (action: string, query = '') => api.request<CampaignBody>('POST', `${path()}/${action}${query}`);
const read = async (): Promise<CampaignBody> => (await api.request<CampaignBody>('GET', path())).body;
const create = async (body: object): Promise<void> => {
  const made = await api.request<{ CampaignID: string }>('POST', '/campaigns', body);
  expect(made.status).toBe(201);
  api.campaignId = made.body.CampaignID;
  api.jobs = `/campaigns/${api.campaignId}/jobs`;
};
const post = async (fields: object = {}): Promise<string> => {
  const made = await api.request<{ JobID: string }>('POST', api.jobs, aJobBody({ ...fields }));
  expect(made.status).toBe(201);
  return made.body.JobID;
};
const explain = async (jobId: string) =>
  (
    await api.request<{ HeldBy: string | null; NextCallMS: number | null; Message: string }>(
      'GET',
      `${api.jobs}/${jobId}/schedule`,
    )
  ).body;
const waiting = (fields: Partial<Job> = {}): Promise<Job> =>
  api.insertJob({
    CampaignID: api.campaignId,
    State: 'scheduled',
    Sequence: 2,
    NextCallMS: Date.now() + hourMs,
    DueMS: Date.now() + hourMs,
    ...fields,
  });
const sweepAt = (nowMs: number) =>
  sweepReplans(
    { store: api.store, workflows, logger: pino({ level: 'silent' }), metrics: createWorkerMetrics(createRegistry()) },
    nowMs,
  );
const woken = () => asked.filter(({ what }) => what === 'wakeJob').map(({ args }) => (args[0] as Job).ID);
const settings = { Name: 'Held', DefaultCallerID: '+14155550100', JitterSeconds: 0 };

describe('a draft', () => {
  beforeEach(() => create({ ...settings, State: 'draft' }));

  it('accepts jobs, which wait and say why, until it is started', async () => {
    const jobId = await post();
    expect(await explain(jobId)).toMatchObject({
      HeldBy: 'State',
      NextCallMS: null,
      Message: 'The campaign is a draft: it has not been started.',
    });
    const job = await api.request<{ Data: object }>('GET', `${api.jobs}/${jobId}`);
    expect(job.body.Data).not.toHaveProperty('NextCallMS');
    expect((await act('start')).body).toMatchObject({ State: 'running' });
    const free = await explain(jobId);
    expect(free).toMatchObject({ HeldBy: null, Message: expect.stringContaining('All gates are open') as string });
    expect(free.NextCallMS).toBeLessThan(Date.now() + 1_000);
    await sweepAt(Date.now());
    expect(woken()).toEqual([jobId]);
  });

  it('can neither be paused nor resumed', async () => {
    for (const action of ['pause', 'resume']) expectProblem(await act(action), 'campaign_state');
    expect(await read()).toMatchObject({ State: 'draft' });
  });

  it('stays a draft while the operator blocks it, and afterwards', async () => {
    const key = { orgId: api.orgId, campaignId: api.campaignId };
    await api.store.campaigns.setState(key, 'blocked');
    expect(await read()).toMatchObject({ State: 'blocked' });
    expectProblem(await act('start'), 'campaign_blocked');
    await api.store.campaigns.setState(key, 'active');
    expect(await read()).toMatchObject({ State: 'draft' });
  });
});

describe('a campaign with waiting jobs', () => {
  beforeEach(() => create(settings));

  it('is paused and resumed, each with one audit entry; repeating it changes and records nothing', async () => {
    for (const [action, State] of [
      ['pause', 'paused'],
      ['resume', 'running'],
    ] as const) {
      expect((await act(action)).body).toMatchObject({ State });
      expect(await act(action)).toMatchObject({ status: 200, body: { State } });
    }
    const { body } = await api.request<{ AuditLogEntries: { Data: { Details: object } }[] }>(
      'GET',
      `/audit-log?action=campaign.changed`,
    );
    expect(body.AuditLogEntries.map(({ Data }) => Data.Details).reverse()).toEqual([
      { Fields: ['State'], State: 'paused' },
      { Fields: ['State'], State: 'running' },
    ]);
  });

  it('is held before it is answered: no worker dials any more by what it saw before', async () => {
    await act('pause', '?dry_run=true');
    expect(seenWhileSettling).toEqual([]);
    await act('pause');
    await act('pause');
    await act('resume');
    expect(seenWhileSettling).toEqual(['paused']);
    await act('stop');
    await act('archive');
    expect(seenWhileSettling).toEqual(['paused', 'stopped', 'archived']);
  });

  it('spreads the calls that came due in a pause, and explains it', async () => {
    await act('pause');
    const jobs = await Promise.all(Array.from({ length: 25 }, () => waiting({ NextCallMS: Date.now() - 1 })));
    clockStandsAtMs = Date.now();
    const until = Date.parse((await act('resume')).body.RampUntil ?? '');
    const plans = await Promise.all(jobs.map(({ ID }) => explain(ID)));
    const held = plans.filter(({ HeldBy }) => HeldBy === 'Ramp');
    expect(held.length).toBeGreaterThan(5);
    for (const { NextCallMS, Message } of held) {
      expect(NextCallMS).toBeLessThan(until);
      expect(Message).toMatch(/^The campaign was started or resumed: the calls that waited are spread over 4s/);
    }
    expect(new Set(held.map(({ NextCallMS }) => NextCallMS)).size).toBeGreaterThan(3);
  });

  it('is stopped: new jobs are refused, every waiting one is woken to be canceled, and they are counted', async () => {
    const jobs = await Promise.all([waiting(), waiting({ CampaignVersion: 1, CallCount: 1 }), waiting()]);
    await api.insertJob({ CampaignID: api.campaignId, State: 'calling' });
    await api.insertJob({ CampaignID: api.campaignId, State: 'canceled' });
    const stopped = await act('stop');
    expect(stopped.body).toMatchObject({ State: 'stopped', Stop: { JobsWaiting: 3 } });
    const refused = await api.request('POST', api.jobs, aJobBody());
    expectProblem(refused, 'campaign_state');
    expect(refused.body).toMatchObject({ status: 409, detail: 'The campaign is stopped: it accepts no new jobs.' });
    expectProblem(await api.request('POST', `${path()}/schedule-preview`, aJobBody()), 'campaign_state');
    const form = new FormData();
    form.append('file', new Blob([JSON.stringify(aJobBody())], { type: 'application/x-ndjson' }), 'jobs.ndjson');
    const headers = { authorization: `Bearer ${api.key}` };
    const upload = await fetch(`${api.url}${api.jobs}/bulk`, { method: 'POST', headers, body: form });
    expect(upload.status).toBe(409);
    const stoppedMs = Date.now();
    await sweepAt(stoppedMs);
    expect(woken().sort()).toEqual(jobs.map(({ ID }) => ID).sort());
    expect((await read()).Stop).toMatchObject({ JobsWaiting: 3, JobsCanceled: 0 });
    // What the workflows of the jobs do.
    const canceled = { $set: { State: 'canceled', Sequence: 3, Stopped: true } };
    const collection = api.mongo.db.collection<{ _id: string }>('jobs');
    await collection.updateMany({ _id: { $in: jobs.map(({ ID }) => ID) } }, canceled);
    await sweepAt(stoppedMs + 5_000);
    // Those that were canceled before, and those that the stop canceled, may be erased while it goes on.
    await collection.updateMany({ State: 'canceled' }, { $set: { State: 'deleted' } });
    await sweepAt(stoppedMs + 20_000);
    expect((await read()).Stop).toMatchObject({ JobsCanceled: 3 });
    expect((await read()).Stop).not.toHaveProperty('FinishedAt');
    // A request that had read the former state may still store a job.
    const late = await waiting();
    await sweepAt(stoppedMs + 70_000);
    expect(woken()).toContain(late.ID);
    await collection.updateMany({ _id: late.ID }, canceled);
    await sweepAt(stoppedMs + 80_000);
    expect((await read()).Stop).toMatchObject({ JobsCanceled: 4, FinishedAt: expect.any(String) as string });
    expect(await api.mongo.db.collection('replans').countDocuments()).toBe(0);
  });

  it('stays stopped: no action but the archive leads away', async () => {
    await act('stop');
    expect(await act('stop')).toMatchObject({ status: 200, body: { State: 'stopped' } });
    for (const action of ['start', 'pause', 'resume']) {
      const refused = await act(action);
      expectProblem(refused, 'campaign_state');
      expect((refused.body as unknown as { detail: string }).detail).toContain('The campaign is stopped.');
    }
    expect((await act('archive')).body).toMatchObject({ State: 'archived', Stop: { JobsWaiting: 0 } });
  });

  it('is hidden from lists once it is archived, and its jobs can still be read', async () => {
    const { ID } = await waiting({ State: 'completed' });
    const listed = async (query = '') =>
      (await api.request<{ Campaigns: CampaignBody[] }>('GET', `/campaigns${query}`)).body.Campaigns.map(
        (one) => one.ID,
      );
    const open = await waiting();
    expectProblem(await act('archive'), 'campaign_state');
    await api.mongo.db
      .collection<{ _id: string }>('jobs')
      .updateOne({ _id: open.ID }, { $set: { State: 'completed' } });
    expect((await act('archive')).body).toMatchObject({ State: 'archived' });
    expect(await listed()).not.toContain(api.campaignId);
    expect(await listed('?archived=true')).toContain(api.campaignId);
    expect((await api.request('GET', `${api.jobs}/${ID}`)).status).toBe(200);
    expect((await api.request('GET', path())).status).toBe(200);
    expectProblem(await api.request('POST', api.jobs, aJobBody()), 'campaign_state');
  });

  it('changes its state once for concurrent requests', async () => {
    const results = await Promise.all(Array.from({ length: 8 }, (_, n) => act(n % 2 === 0 ? 'pause' : 'stop')));
    const final = await read();
    expect(final.State).toBe('stopped');
    for (const { status } of results) expect([200, 409]).toContain(status);
  });

  it('is duplicated as a draft with the same settings, and without jobs', async () => {
    await waiting();
    await act('stop');
    const copy = await api.request<{ CampaignID: string }>('POST', `${path()}/duplicate`);
    expect(copy.status).toBe(201);
    const { body } = await api.request<CampaignBody>('GET', `/campaigns/${copy.body.CampaignID}`);
    expect(body).toMatchObject({ State: 'draft', Version: 1, Data: { ...settings, Name: 'Held (copy)' } });
    expect(body).not.toHaveProperty('Stop');
    const named = await api.request<{ CampaignID: string }>('POST', `${path()}/duplicate`, { Name: 'Again' });
    expect((await api.request<CampaignBody>('GET', `/campaigns/${named.body.CampaignID}`)).body.Data.Name).toBe(
      'Again',
    );
    expectProblem(await api.request('POST', `/campaigns/campaign_unknown/duplicate`), 'campaign_not_found');
  });
});

it('reads the states that an earlier version stored', async () => {
  await create(settings);
  const campaigns = api.mongo.db.collection<{ _id: string }>('campaigns');
  const store = (State: string) => campaigns.updateOne({ _id: api.campaignId }, { $set: { State } });
  await store('active');
  expect((await act('pause')).body).toMatchObject({ State: 'paused' });
  await store('blocked');
  expect(await read()).toMatchObject({ State: 'blocked' });
  expectProblem(await act('stop'), 'campaign_blocked');
  await api.store.campaigns.setState({ orgId: api.orgId, campaignId: api.campaignId }, 'active');
  expect(await read()).toMatchObject({ State: 'running' });
});
