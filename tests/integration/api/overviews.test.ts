import type { RunningCallBody } from '../../../shared/contracts/running-call.schema';
import type { JobBody, JobsListItemBody } from '../../../shared/contracts/job-response.schema';
import { callId } from '../../../shared/domain/call/call-record';
import { scopes } from '../../../shared/domain/access/scope';
import { startTestApi, type TestApi } from '../../support/api';
import { insertKey } from '../../support/keys';
import { createRequest, type Request } from '../../support/requests';
import { expectProblem } from './problem';
import { createWorkflowClientDouble } from './workflow-client-double';

const clock = { aheadMs: 0 };
let api: TestApi;
beforeAll(async () => {
  const nowMs = () => Date.now() + clock.aheadMs;
  api = await startTestApi({ workflows: createWorkflowClientDouble().workflows, deps: { nowMs } });
});
afterAll(() => api.stop());

type Calls = { Calls: RunningCallBody[]; NextAfter?: string };
type Items = { Jobs: JobsListItemBody[] };
const without = (scope: string) =>
  insertKey(api, { Scopes: scopes.filter((one) => one !== scope), NamesPersonalScope: true });

/** A job that is being called, with its call. */
async function insertCalling(target: TestApi, fields: { State?: 'creating' | 'active' | 'ended' } = {}) {
  const job = await target.insertJob({ State: 'calling', CallCount: 1, ContactName: 'Ada' });
  const call = await target.insertCall(job, { ID: callId(job.ID, 1), ConnectedMS: job.CreatedMS + 5, ...fields });
  return { job, call };
}

describe('running calls', () => {
  it('are listed over campaigns, page by page, each once, without those that have ended', async () => {
    const mine = await api.anotherCaller();
    const target = { ...api, ...mine };
    const jobs = [];
    for (let count = 0; count < 5; count++) {
      const { CampaignID } = (await mine.request<{ CampaignID: string }>('POST', '/campaigns', { Name: `${count}` }))
        .body;
      const job = await api.insertJob({ OrgID: mine.orgId, CampaignID, State: 'calling', CallCount: 1 });
      await api.insertCall(job, { ID: callId(job.ID, 1), State: count === 0 ? 'creating' : 'active' });
      jobs.push(job);
    }
    const over = await api.insertJob({
      OrgID: mine.orgId,
      CampaignID: mine.campaignId,
      State: 'calling',
      CallCount: 1,
    });
    await api.insertCall(over, { ID: callId(over.ID, 1), State: 'ended' });
    const seen: string[] = [];
    for (let after = ''; ;) {
      const { body } = await target.request<Calls>('GET', `/calls?limit=2${after}`);
      seen.push(...body.Calls.map(({ JobID }) => JobID));
      if (body.NextAfter === undefined) break;
      after = `&after=${body.NextAfter}`;
    }
    expect(seen).toEqual(jobs.map(({ ID }) => ID).sort());
    const active = await target.request<Calls>('GET', '/calls?state=active');
    expect(active.body.Calls).toHaveLength(4);
    expect((await api.request<Calls>('GET', '/calls')).body.Calls).toEqual([]);
  });

  it('of campaigns that a key may not access are not listed', async () => {
    const { job, call } = await insertCalling(api);
    const { body } = await api.request<{ CampaignID: string }>('POST', '/campaigns', { Name: 'Other' });
    const { request } = await insertKey(api, { CampaignIDs: [body.CampaignID] });
    expect((await request<Calls>('GET', '/calls')).body.Calls).toEqual([]);
    expect((await api.request<Calls>('GET', '/calls')).body.Calls).toEqual([
      expect.objectContaining({ ID: call.ID, JobID: job.ID, State: 'active', PhoneNumber: job.PhoneNumber }),
    ]);
  });
});

describe('an item of a list of jobs', () => {
  const itemOf = async (jobId: string, request: Request = api.request) =>
    (await request<Items>('GET', `${api.jobs}/search?search=${jobId}`)).body.Jobs[0];

  it('says when the next call is, what holds it, and how the last one ended', async () => {
    const waiting = await api.insertJob({
      State: 'scheduled',
      CallCount: 2,
      NextCallMS: 4_000,
      Retry: { NotBeforeMS: 4_000, Because: 'busy' },
      Metrics: { TotalCallAttempts: 2, TotalCallSeconds: 0, TotalCallConversationalSeconds: 0 },
    });
    await api.insertCall(waiting, { ID: callId(waiting.ID, 1), EndedReason: 'contact_busy', State: 'ended' });
    await api.insertCall(waiting, {
      ID: callId(waiting.ID, 2),
      Attempt: 2,
      EndedReason: 'contact_did_not_answer',
      State: 'ended',
    });
    expect(await itemOf(waiting.ID)).toMatchObject({
      Attempts: 2,
      NextCallMS: 4_000,
      HeldBy: 'RetryDelay',
      LastOutcome: 'contact_did_not_answer',
    });
    const held = await api.insertJob({ State: 'scheduled', Held: true, NextCallMS: 4_000, HeldBy: 'State' });
    const shown = await itemOf(held.ID);
    expect(shown).toMatchObject({ HeldBy: 'State', Attempts: 0 });
    expect(shown).not.toHaveProperty('NextCallMS');
    const failed = await api.insertJob({ State: 'failed', FailureReason: 'opted_out', TestJob: true });
    expect(await itemOf(failed.ID)).toMatchObject({ FailureReason: 'opted_out', TestJob: true });
  });

  it('shows the last outcome while the next call runs', async () => {
    const job = await api.insertJob({ State: 'calling', CallCount: 2 });
    await api.insertCall(job, { ID: callId(job.ID, 1), EndedReason: 'contact_busy', State: 'ended' });
    await api.insertCall(job, { ID: callId(job.ID, 2), Attempt: 2, State: 'active' });
    expect(await itemOf(job.ID)).toMatchObject({ LastOutcome: 'contact_busy' });
  });
});

describe('deliveries of all webhooks', () => {
  it('are listed by state, newest first, page by page, and only to their organization', async () => {
    const mine = await api.anotherCaller();
    const hooks = [];
    for (const path of ['a', 'b']) {
      const body = { DestinationURL: `https://127.0.0.1:9/${path}` };
      hooks.push((await mine.request<{ WebhookID: string }>('POST', '/webhooks', body)).body.WebhookID);
    }
    const ids: string[] = [];
    for (const hook of [...hooks, ...hooks, ...hooks]) {
      const { body } = await mine.request<{ DeliveryID: string }>('POST', `/webhooks/${hook}/test`);
      ids.unshift(body.DeliveryID);
    }
    const deliveries = api.mongo.db.collection<{ _id: string }>('webhook_deliveries');
    // The clock of a test may not move between two.
    for (const [index, id] of ids.entries())
      await deliveries.updateOne({ _id: id }, { $set: { CreatedMS: 1_000 - index } });
    const exhausted = ids.filter((_, index) => index % 3 !== 0);
    await deliveries.updateMany({ _id: { $in: exhausted } }, { $set: { State: 'exhausted' } });
    type Page = { Deliveries: { ID: string }[] };
    const list = async (query: string) =>
      (await mine.request<Page>('GET', `/deliveries${query}`)).body.Deliveries.map(({ ID }) => ID);
    expect(await list('')).toEqual(ids);
    expect(await list('?state=exhausted')).toEqual(exhausted);
    expect(await list(`?state=exhausted&limit=2&after=${exhausted[1] ?? ''}`)).toEqual(exhausted.slice(2, 4));
    expectProblem(await api.request('GET', `/deliveries?after=${ids[0] ?? ''}`), 'invalid_query');
    expect((await api.request<Page>('GET', '/deliveries')).body.Deliveries).toEqual([]);
  });
});

describe('workers', () => {
  it('are shown with their state, to keys of the operator only', async () => {
    const worker = { Host: 'h', Version: '1', Queues: ['calls'], CallSlots: 10, Calls: 3, Draining: false };
    const StartedMS = Date.now();
    await api.store.workers.report({ ...worker, ID: 'worker_a', StartedMS, BeatMS: Date.now() });
    await api.store.workers.report({ ...worker, ID: 'worker_b', StartedMS, BeatMS: Date.now() - 61_000 });
    await api.store.workers.report({ ...worker, ID: 'worker_c', StartedMS, BeatMS: Date.now(), Draining: true });
    const { body } = await api.request<{ Workers: { ID: string; State: string; Calls: number }[] }>('GET', '/workers');
    expect(body.Workers.map(({ ID, State, Calls }) => [ID, State, Calls])).toEqual([
      ['worker_c', 'draining', 3],
      ['worker_b', 'lost', 3],
      ['worker_a', 'running', 3],
    ]);
    expectProblem(await (await without('service:read')).request('GET', '/workers'), 'forbidden');
    await api.store.purge.deleteBatch(Date.now() + 86_400_000, 100);
    expect(await api.store.workers.list()).toEqual([]);
  });
});

describe('a key without personal:read', () => {
  const secrets = ['+14155550177', 'Lovelace', 'ulcer', 'appointment', 'boss'];

  it('reads plans and states, but no number, name or transcript', async () => {
    const { request, key } = await without('personal:read');
    const analysis = {
      CallSummary: 'ulcer',
      Data: {},
      ConversationEndReason: 'conversation_complete',
      AskedIfBotOrAI: false,
    } as const;
    const job = await api.insertJob({
      PhoneNumber: '+14155550177',
      ContactName: 'Lovelace',
      Data: { Illness: 'ulcer' },
      OutputData: { At: 'appointment' },
      Corrections: { Illness: { Value: 'boss', KeyID: 'key_1', AtMS: 1 } },
      PreviousCallsSummary: 'boss',
      Analysis: analysis,
      State: 'calling',
      CallCount: 1,
    });
    await api.insertCall(job, {
      ID: callId(job.ID, 1),
      Analysis: analysis,
      Error: 'boss',
      Messages: [{ role: 'user', content: 'ulcer', created_at: '2026-11-21T09:41:01.325Z' }],
    });
    const answers = [
      await request<JobBody>('GET', `${api.jobs}/${job.ID}`),
      await request('GET', `${api.jobs}?state=calling`),
      await request('GET', `${api.jobs}/search?search=${job.ID}`),
      await request('GET', '/calls'),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      for (const secret of secrets) expect(JSON.stringify(body)).not.toContain(secret);
      expect(JSON.stringify(body)).toContain('+14•••177');
    }
    expect((answers[0]?.body as JobBody).Data).toMatchObject({
      Masked: true,
      Calls: [{ Messages: [{ content: '•••' }] }],
    });
    const corrected = await request('PATCH', `${api.jobs}/${job.ID}/corrections`, { Remove: ['Other'] });
    expect(corrected).toMatchObject({ status: 200, body: { Corrections: { Illness: { Value: '•••', By: 'key_1' } } } });
    const full = await api.request<JobBody>('GET', `${api.jobs}/${job.ID}`);
    expect(full.body.Data).toMatchObject({ PhoneNumber: '+14155550177', ContactName: 'Lovelace' });
    expect(full.body.Data).not.toHaveProperty('Masked');
    for (const type of ['text/csv', 'application/x-ndjson'])
      expectProblem(
        await createRequest(api.url, key)('GET', api.jobs, undefined, { headers: { accept: type } }),
        'forbidden',
      );
  });

  it('cannot grant it', async () => {
    const { request } = await without('personal:read');
    const body = { Name: 'More', Scopes: ['jobs:read', 'personal:read'] };
    expectProblem(await request('POST', '/api-keys', body), 'forbidden');
  });

  it('is never one of an earlier version, which keeps what it could do', async () => {
    const earlier = await insertKey(api, { Scopes: ['jobs:read', 'keys:manage'] });
    const me = await earlier.request<{ Scopes: string[] }>('GET', '/me');
    expect(me.body.Scopes).toEqual(['jobs:read', 'keys:manage', 'personal:read']);
    const created = await earlier.request<{ Key: string }>('POST', '/api-keys', { Name: 'New', Scopes: ['jobs:read'] });
    const fresh = await createRequest(api.url, created.body.Key)<{ Scopes: string[] }>('GET', '/me');
    expect(fresh.body.Scopes).toEqual(['jobs:read']);
    const writer = await insertKey(api, { Scopes: ['jobs:write'] });
    expect((await writer.request<{ Scopes: string[] }>('GET', '/me')).body.Scopes).toEqual(['jobs:write']);
  });
});
