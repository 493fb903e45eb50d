import { createOverridesValidator } from '../../../shared/adapters/telephony/overrides';
import { aJobBody, startTestApi, type TestApi } from '../../support/api';
import { createWorkflowClientDouble } from './workflow-client-double';
import { expectProblem, pointersOf } from './problem';

const start = (validateOverrides = createOverridesValidator([{ name: 'simulated' }])): Promise<TestApi> =>
  startTestApi({ workflows: createWorkflowClientDouble().workflows, deps: { validateOverrides } });
const overrides = (Integrations: object) => ({ Overrides: { Integrations } });
/** Settings that the simulator does not know. */
const foreign = { simulator: { x: 1 }, crm: { simulator: [1], Scenario: 'party' } };

/** The responses of everything that takes `Integrations`. */
async function sendAll(api: TestApi, Integrations: object) {
  const { request, jobs, campaignId } = api;
  const form = new FormData();
  const line = JSON.stringify({ ...aJobBody(), ...overrides(Integrations) });
  form.append('file', new Blob([line], { type: 'application/x-ndjson' }), 'jobs.ndjson');
  const headers = { authorization: `Bearer ${api.key}` };
  const imported = await fetch(`${api.url}${jobs}/bulk`, { method: 'POST', headers, body: form });
  const campaign = { Name: 'x', Defaults: { Integrations }, DefaultCallerID: '+14155550100' };
  return {
    job: await request('POST', jobs, { ...aJobBody(), ...overrides(Integrations) }),
    preview: await request('POST', `/campaigns/${campaignId}/schedule-preview`, {
      ...aJobBody(),
      ...overrides(Integrations),
    }),
    campaign: await request('POST', '/campaigns', campaign),
    imported: { status: imported.status },
  };
}
const statuses = ({ job, preview, campaign, imported }: Awaited<ReturnType<typeof sendAll>>) =>
  [job, preview, campaign, imported].map(({ status }) => status);

describe('Integrations', () => {
  let api: TestApi;
  afterEach(() => api.stop());

  it('are free-form but for the simulator’s own key while it places the calls', async () => {
    api = await start();
    expect(statuses(await sendAll(api, { ...foreign, simulator: {} }))).toEqual([201, 200, 201, 202]);
    const refused = await sendAll(api, foreign);
    expect(statuses(refused)).toEqual([400, 400, 400, 400]);
    expectProblem(refused.job, 'invalid_body');
    expect(pointersOf(refused.job)).toEqual(['/Overrides/Integrations/simulator/x']);
  });

  it('are free-form throughout while another provider places the calls', async () => {
    api = await start(() => []);
    expect(statuses(await sendAll(api, foreign))).toEqual([201, 200, 201, 202]);
  });
});
