import { callId } from '../../../shared/domain/call/call-record';
import { scopes } from '../../../shared/domain/access/scope';
import type { FailuresBody, OverdueBody, TrunkListBody } from '../../../shared/contracts/operations-response.schema';
import { startTestApi, type TestApi } from '../../support/api';
import { insertKey } from '../../support/keys';
import { expectProblem } from './problem';
import { createWorkflowClientDouble } from './workflow-client-double';

let api: TestApi;
const workflowsUrl = 'https://temporal.example/namespaces/default/workflows';
beforeAll(async () => {
  api = await startTestApi({ workflows: createWorkflowClientDouble().workflows, deps: { workflowsUrl } });
});
afterAll(() => api.stop());

const withoutScope = () => insertKey(api, { Scopes: scopes.filter((scope) => scope !== 'service:read') });

describe('trunks', () => {
  it('are shown as the workers that run see them', async () => {
    const worker = {
      Host: 'h',
      Version: '1',
      Queues: ['calls'],
      CallSlots: 9,
      Calls: 3,
      Draining: false,
      StartedMS: 1,
    };
    const trunk = { Name: 'sip/main', Disabled: false, MaxConcurrentCalls: 60 };
    const report = (ID: string, ageMs: number, trunks?: { Health: 'up' | 'down'; Calls: number }) =>
      api.store.workers.report({
        ...{ ...worker, ID, BeatMS: Date.now() - ageMs },
        ...(trunks && { Trunks: [{ ...trunk, ...trunks }] }),
      });
    await report('worker_a', 0, { Health: 'up', Calls: 2 });
    await report('worker_b', 0, { Health: 'down', Calls: 1 });
    await report('worker_of_an_earlier_version', 0);
    await report('worker_lost', 61_000, { Health: 'down', Calls: 50 });
    const { body } = await api.request<TrunkListBody>('GET', '/trunks');
    expect(body.Trunks).toEqual([{ ...trunk, Health: 'partly_down', Calls: 3, Workers: 2 }]);
    expect((await api.request('GET', '/workers')).body).not.toHaveProperty('Workers.0.Trunks');
    expectProblem(await (await withoutScope()).request('GET', '/trunks'), 'forbidden');
  });
});

describe('overdue work', () => {
  it('is listed with the most overdue first, and without what is not due', async () => {
    const job = (DueMS: number) => api.insertJob({ State: 'scheduled', DueMS });
    const late = await job(Date.now() - 60_000);
    const later = await job(Date.now() - 90_000);
    const notDue = await job(Date.now() + 60_000);
    const { body } = await api.request<OverdueBody>('GET', '/overdue');
    const own = body.Overdue.filter(({ ID }) => [late.ID, later.ID, notDue.ID].includes(ID));
    expect(own.map(({ ID }) => ID)).toEqual([later.ID, late.ID]);
    expect(own[0]).toEqual({
      ...{ Kind: 'job', ID: later.ID, OrgID: later.OrgID, CampaignID: later.CampaignID, State: 'scheduled', Sweeps: 0 },
      DueAt: new Date(later.DueMS ?? 0).toISOString(),
    });
    expectProblem(await (await withoutScope()).request('GET', '/overdue'), 'forbidden');
  });
});

describe('failures', () => {
  it('are grouped over the campaigns of the organization, and over no others', async () => {
    const mine = await api.anotherCaller();
    const insert = async (at: { OrgID: string; CampaignID: string }, SipCode: number, EndedMS: number) => {
      const job = await api.insertJob({ ...at, State: 'failed' });
      const line = { Provider: 'sip', Trunk: 'main', SipCode };
      const end = {
        State: 'ended',
        EndedMS,
        Failure: 'provider_refused',
        EndedDetail: 'line_failed',
        Line: line,
      } as const;
      await api.insertCall(job, { ID: callId(job.ID, 1), ...end });
      return job.ID;
    };
    const at = { OrgID: mine.orgId, CampaignID: mine.campaignId };
    const now = Date.now();
    await insert(at, 503, now - 3_000);
    const latest = await insert(at, 503, now - 1_000);
    await insert(at, 500, now - 2_000);
    await insert(at, 500, now - 25 * 3_600_000);
    await insert({ OrgID: api.orgId, CampaignID: api.campaignId }, 503, now - 500);
    const { body } = await mine.request<FailuresBody>('GET', '/failures');
    expect(body.Complete).toBe(true);
    expect(body.Failures.map(({ SipCode, Calls, Latest }) => [SipCode, Calls, Latest.JobID])).toEqual([
      [503, 2, latest],
      [500, 1, expect.any(String)],
    ]);
    expect(body.Failures[0]).toMatchObject({
      Failure: 'provider_refused',
      Trunk: 'sip/main',
      CampaignIDs: [at.CampaignID],
    });
    const older = await mine.request<FailuresBody>('GET', `/failures?from=${now - 48 * 3_600_000}`);
    expect(older.body.Failures.map(({ Calls }) => Calls)).toEqual([2, 2]);
    expectProblem(await mine.request('GET', '/failures?from=never'), 'invalid_query');
    expectProblem(await (await withoutScope()).request('GET', '/failures'), 'forbidden');
  });
});

describe('the address of the workflows', () => {
  it('is for the operator of the deployment alone', async () => {
    expect((await api.request('GET', '/me')).body).toMatchObject({ WorkflowsURL: workflowsUrl });
    expect((await (await withoutScope()).request('GET', '/me')).body).not.toHaveProperty('WorkflowsURL');
  });
});
