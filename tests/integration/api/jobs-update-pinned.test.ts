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
