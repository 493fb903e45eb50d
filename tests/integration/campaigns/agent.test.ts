import type { CampaignBody } from '../../../shared/contracts/campaign-response.schema';
import { startTestApi, type TestApi } from '../../support/api';
import { createWorkflowClientDouble } from '../api/workflow-client-double';

const { workflows } = createWorkflowClientDouble();
const secret = 'Bearer 0123456789-2468';
const Agent = { URL: 'wss://agent.example.com/one', Headers: { Authorization: secret }, Parameters: { a: 'b' } };
const masked = { ...Agent, Headers: { Authorization: '***2468' } };

describe('a campaign whose agent has a URL', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi({ workflows });
  });
  afterAll(() => api.stop());

  const create = async (): Promise<string> => {
    const settings = { Name: 'One', DefaultCallerID: '+14155550100', Agent };
    const { status, body } = await api.request<{ CampaignID: string }>('POST', '/campaigns', settings);
    expect(status).toBe(201);
    return `/campaigns/${body.CampaignID}`;
  };
  const get = async (path: string) => (await api.request<CampaignBody>('GET', path)).body;
  /** The headers that a call would send. */
  const headersOf = async (path: string): Promise<Record<string, string>> => {
    const id = path.split('/')[2] ?? '';
    const config = (await api.store.campaigns.findConfig(id))?.config;
    return api.store.agentHeaders.open(api.orgId, config?.Agent ?? {});
  };

  it('is stored with its headers sealed, and never shows them', async () => {
    const path = await create();
    const change = await api.request<CampaignBody>('PATCH', path, { Agent: { ...Agent, Parameters: {} } });
    expect(change.body.Data.Agent).toEqual({ ...masked, Parameters: {} });
    const shown = await Promise.all(
      [path, `${path}/versions/1`, `${path}/versions/2/changes`, '/campaigns'].map((one) => api.request('GET', one)),
    );
    expect(JSON.stringify(shown)).toContain('***2468');
    expect(JSON.stringify(shown)).not.toMatch(/0123456789|Sealed/);
    expect(await headersOf(path)).toEqual({ Authorization: secret });
  });

  it('keeps a header that is sent back masked, unless it would go to another origin', async () => {
    const path = await create();
    const { Data } = await get(path);
    const moved = { ...Data.Agent, URL: 'wss://agent.example.com/two' };
    expect((await api.request('PATCH', path, { Agent: moved })).status).toBe(200);
    expect(await headersOf(path)).toEqual({ Authorization: secret });
    const elsewhere = await api.request('PATCH', path, { Agent: { ...moved, URL: 'wss://thief.example.com' } });
    expect(elsewhere).toMatchObject({ status: 400, body: { errors: [{ pointer: '/Agent/Headers/Authorization' }] } });
    expect((await get(path)).Version).toBe(2);
  });

  it('has its headers after a rollback, in a copy, and not without them', async () => {
    const path = await create();
    await api.request('PATCH', path, { Agent: { URL: Agent.URL } });
    expect(await headersOf(path)).toEqual({});
    await api.request('POST', `${path}/versions/1/rollback`);
    expect(await headersOf(path)).toEqual({ Authorization: secret });
    const copy = await api.request<{ CampaignID: string }>('POST', `${path}/duplicate`, {});
    expect(await headersOf(`/campaigns/${copy.body.CampaignID}`)).toEqual({ Authorization: secret });
  });

  it.each([
    [{ URL: 'wss://10.0.0.1' }, '/Agent/URL'],
    [{ URL: Agent.URL, SealedHeaders: 'v2.x' }, '/Agent/SealedHeaders'],
    [{ URL: Agent.URL, Headers: { Authorization: '***2468' } }, '/Agent/Headers/Authorization'],
    [{ URL: Agent.URL, Parameters: [] }, '/Agent/Parameters'],
    [{ Greeting: 1 }, '/Agent/Greeting'],
  ])('is refused with %j', async (invalid, pointer) => {
    const settings = { Name: 'One', DefaultCallerID: '+14155550100', Agent: invalid };
    expect(await api.request('POST', '/campaigns', settings)).toMatchObject({
      status: 400,
      body: { code: 'invalid_body', errors: [{ pointer }] },
    });
  });
});
