import { startTestApi, type TestApi } from '../../support/api';
import { createWorkflowClientDouble } from './workflow-client-double';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workflows: createWorkflowClientDouble().workflows });
});
afterAll(() => api.stop());

it('corrections against a schema that takes too long are refused, before they stop the API for others', async () => {
  const slow = { type: 'object', properties: { Reason: { type: 'string', pattern: '^(a+)+$' } } };
  const patch = { AnalysisSchema: slow };
  expect((await api.request('PATCH', `/campaigns/${api.campaignId}`, patch)).status).toBe(200);
  const job = await api.insertJob({ State: 'completed' });
  const path = `${api.jobs}/${job.ID}/corrections`;
  const statuses: number[] = [];
  let last;
  do {
    last = await api.request<{ code: string }>('PATCH', path, { Corrections: { Reason: `${'a'.repeat(60)}!` } });
    statuses.push(last.status);
  } while (last.status === 400 && statuses.length < 10);
  expect(last).toMatchObject({ status: 429, body: { code: 'checks_too_slow' } });
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(statuses.length).toBeLessThanOrEqual(4);

  const other = await api.anotherCaller();
  const theirs = await api.insertJob({ OrgID: other.orgId, CampaignID: other.campaignId, State: 'completed' });
  const answer = await other.request('PATCH', `/campaigns/${other.campaignId}/jobs/${theirs.ID}/corrections`, {
    Corrections: {},
    Remove: ['Reason'],
  });
  expect(answer.status).toBe(200);
});
