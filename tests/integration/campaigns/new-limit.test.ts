import { createCallRecord } from '../../../shared/domain/call/call-record';
import { campaignQuota } from '../../../shared/domain/planning/call-quotas';
import { startTestApi, type TestApi } from '../../support/api';
import { createWorkflowClientDouble } from '../api/workflow-client-double';

describe('a limit on calls at once that is set while calls are placed', () => {
  let api: TestApi;
  let waits = 0;
  let whileWaiting = (): Promise<unknown> => Promise.resolve();
  beforeAll(async () => {
    const waitForHold = async (): Promise<void> => {
      waits++;
      await whileWaiting();
    };
    api = await startTestApi({ workflows: createWorkflowClientDouble().workflows, deps: { waitForHold } });
  });
  afterAll(() => api.stop());

  it('counts those that were placed by the former settings and claimed only afterwards', async () => {
    const { campaignId: CampaignID, store } = api;
    const job = await api.insertJob({ CampaignID, State: 'scheduled', Sequence: 2, NextCallMS: Date.now() });
    whileWaiting = () => store.calls.claim(createCallRecord(job, 1, Date.now()));
    const set = (MaxConcurrentCalls: number) =>
      api.request('PATCH', `/campaigns/${CampaignID}`, { Pacing: { MaxConcurrentCalls } });
    expect((await set(1)).status).toBe(200);
    const asking = { ID: 'call_next_1', JobID: 'job_next', OrgID: job.OrgID, CampaignID };
    const quota = campaignQuota(CampaignID, { MaxConcurrentCalls: 1 });
    expect(await store.callQuotas.reserve(asking, [quota], Date.now())).toMatchObject({
      queued: { By: 'MaxConcurrentCalls', Limit: 1 },
    });
    // While there is a limit, every call has a place: a change of it is answered at once.
    expect((await set(2)).status).toBe(200);
    expect(waits).toBe(1);
  });
});
