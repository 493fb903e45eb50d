import { startTestApi, type TestApi } from '../../support/api';
import { createWorkflowClientDouble } from './workflow-client-double';
import { pointersOf } from './problem';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workflows: createWorkflowClientDouble().workflows });
});
afterAll(() => api.stop());

it('POST …/update validates constraints by the version of the campaign that the job is pinned to', async () => {
  const Constraints = { TimeRules: [{ TimeRanges: [{ Start: '09:00', End: '17:00' }] }] };
  const zone = (TimeZone?: string) => ({ Defaults: { Constraints: { ...(TimeZone ? { TimeZone } : {}) } } });
  const caller = await api.anotherCaller(zone());
  const path = `/campaigns/${caller.campaignId}`;
  const of = { OrgID: caller.orgId, CampaignID: caller.campaignId, State: 'scheduled' } as const;
  const updateOf = async (CampaignVersion: number | null) => {
    const job = await api.insertJob({ ...of, CampaignVersion, CallCount: CampaignVersion === null ? 0 : 1 });
    return caller.request('POST', `${caller.jobs}/${job.ID}/update`, { Constraints });
  };
  expect((await caller.request('PATCH', path, zone('Europe/Helsinki'))).status).toBe(200);
  // Version 1 has no zone, version 2 has one, version 3 has none again.
  expect((await updateOf(null)).status).toBe(202);
  expect((await updateOf(2)).status).toBe(202);
  expect(pointersOf(await updateOf(1))).toEqual(['/Constraints/TimeZone']);
  expect((await caller.request('PATCH', path, zone())).status).toBe(200);
  expect((await updateOf(2)).status).toBe(202);
  expect(pointersOf(await updateOf(null))).toEqual(['/Constraints/TimeZone']);
});

it('POST …/update replaces the priority, also of a job that waits in a queue; a job without one shows none', async () => {
  const Queued = {
    UntilMS: Date.now(),
    By: 'MaxConcurrentCalls',
    Limit: 1,
    WaitsIn: 'campaign/a',
    Priority: 0,
  } as const;
  const job = await api.insertJob({ State: 'scheduled', Queued });
  const update = (body: object) => api.request('POST', `${api.jobs}/${job.ID}/update`, body);
  const shown = async (): Promise<unknown> =>
    (await api.request<{ Data: { Priority?: number } }>('GET', `${api.jobs}/${job.ID}`)).body.Data.Priority;
  expect(await shown()).toBeUndefined();
  expect((await update({ Priority: -7 })).status).toBe(202);
  expect(await api.store.jobs.load(job.ID)).toMatchObject({ Priority: -7, Queued: { ...Queued, Priority: -7 } });
  expect(await shown()).toBe(-7);
  expect(pointersOf(await update({ Priority: 101 }))).toEqual(['/Priority']);
});
