import { startTestApi, type TestApi } from '../../support/api';
import { createWorkflowClientDouble } from './workflow-client-double';
import { expectProblem, pointersOf } from './problem';

interface CampaignRecord {
  OrgID: string;
  ID: string;
  Version: number;
  Data: Record<string, unknown>;
  CreatedAt: string;
  UpdatedAt: string;
}

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workflows: createWorkflowClientDouble().workflows });
});
afterAll(() => api.stop());

const create = async (fields: Record<string, unknown> = {}): Promise<string> => {
  const { body } = await api.request<{ CampaignID: string }>('POST', '/campaigns', { Name: 'Spring', ...fields });
  return `/campaigns/${body.CampaignID}`;
};
const read = async (path: string) => (await api.request<CampaignRecord>('GET', path)).body;
const rfc3339 = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;

describe('POST /campaigns', () => {
  it('responds 201 with the id and location of version 1', async () => {
    const settings = {
      Name: 'Spring',
      DefaultCallerID: '+14155550100',
      CallerIDs: ['+14155550101'],
      Defaults: {
        MaxRingSeconds: 20,
        Constraints: { TimeRules: [{ TimeRanges: [{ Start: '09:00', End: '17:00' }] }] },
      },
      Variants: [{ ID: 'calm', Weight: 2, Overrides: { HangUpIsOptOut: true } }],
      AnalysisSchema: { $schema: 'https://json-schema.org/draft/2020-12/schema', properties: { 'a.b': {} } },
      Agent: { Greeting: 'Hello' },
      RetryRules: {
        contact_busy: { Then: 'retry', Delays: ['5m', '1h'] },
        user_refusal: { Then: 'fail', Reason: 'opted_out' },
      },
      JitterSeconds: 0,
    };
    const made = await api.request<{ CampaignID: string }>('POST', '/campaigns', settings);
    expect(made.status).toBe(201);
    expect(made.headers.get('location')).toBe(`/campaigns/${made.body.CampaignID}`);
    expect(await read(`/campaigns/${made.body.CampaignID}`)).toEqual({
      OrgID: api.orgId,
      ID: made.body.CampaignID,
      Version: 1,
      State: 'running',
      CircuitBreaker: { State: 'closed' },
      Data: settings,
      CreatedAt: rfc3339,
      UpdatedAt: rfc3339,
    });
  });

  it.each([
    [{}, '/Name'],
    [{ Name: 'x', CallerIDs: ['+14155550100', 5] }, '/CallerIDs/1'],
    [{ Name: 'x', Variants: [{ ID: 'a' }, { ID: 'a' }] }, '/Variants'],
    [{ Name: 'x', Surprise: 1 }, '/Surprise'],
    [
      { Name: 'x', Defaults: { Integrations: { simulator: { Scenario: 'party' } } } },
      '/Defaults/Integrations/simulator/Scenario',
    ],
    [
      { Name: 'x', Variants: [{ ID: 'a', Overrides: { Integrations: { simulator: 5 } } }] },
      '/Variants/0/Overrides/Integrations/simulator',
    ],
    [{ Name: 'x', Defaults: { Redaction: { redact: ['shoe_size'] } } }, '/Defaults/Redaction/redact/0'],
    [
      { Name: 'x', Variants: [{ ID: 'a', Overrides: { Redaction: { keep: ['name', 'all'] } } }] },
      '/Variants/0/Overrides/Redaction/keep/1',
    ],
    [{ Name: 'x', RetryRules: { contact_busy: { Then: 'panic' } } }, '/RetryRules/contact_busy/Then'],
    [{ Name: 'x', RetryRules: { rain: { Then: 'complete' } } }, '/RetryRules/rain'],
    [{ Name: 'x', Defaults: { Constraints: { TimeZone: 'BST' } } }, '/Defaults/Constraints/TimeZone'],
    [
      { Name: 'x', Variants: [{ ID: 'a', Overrides: { Constraints: { TimeZone: 'IST' } } }] },
      '/Variants/0/Overrides/Constraints/TimeZone',
    ],
    [{ Name: 'x', Agent: { Url: 'wss://agent.example.com' } }, '/Agent/Url'],
    [{ Name: 'x', Agent: { Greeting: 'Hello', Tone: 'calm' } }, '/Agent/Tone'],
    [{ Name: 'x', Agent: { Headers: { Authorization: 'Bearer x' } } }, '/Agent/Headers'],
    [{ Name: 'x', Agent: { Greeting: 'Hello', Parameters: {} } }, '/Agent/Parameters'],
    [{ Name: 'x', Agent: { Greeting: 'Hello', SealedHeaders: 'v2.x' } }, '/Agent/SealedHeaders'],
  ])('rejects %j and points at %s', async (body, pointer) => {
    const answer = await api.request('POST', '/campaigns', body);
    expectProblem(answer, 'invalid_body');
    expect(pointersOf(answer)).toEqual([pointer]);
  });

  it('warns of settings that refuse jobs or call at other hours than they seem to', async () => {
    const warningsOf = async (
      settings: Record<string, unknown>,
      method: 'POST' | 'PATCH' = 'POST',
      path = '/campaigns',
    ) => {
      const { body } = await api.request<{ Warnings?: { Pointer: string; Detail: string }[] }>(method, path, settings);
      return body.Warnings;
    };
    const DefaultCallerID = '+14155550100';
    const Overrides = { Constraints: { TimeZone: 'Etc/GMT+5' } };
    expect(await warningsOf({ Name: 'x', DefaultCallerID })).toBeUndefined();
    const none = await warningsOf({ Name: 'x' });
    expect(none).toEqual([
      { Pointer: '/DefaultCallerID', Detail: expect.stringContaining('each of its jobs is refused') as string },
    ]);
    const some = await warningsOf({ Name: 'x', CallerIDs: [DefaultCallerID] });
    expect(some).toEqual([
      { Pointer: '/DefaultCallerID', Detail: expect.stringContaining('no CallerID of its own') as string },
    ]);
    const settings = {
      Name: 'x',
      DefaultCallerID,
      Defaults: { Constraints: { TimeZone: 'EST' } },
      Variants: [{ ID: 'a', Overrides }],
    };
    expect(await warningsOf(settings)).toMatchObject([
      { Pointer: '/Defaults/Constraints/TimeZone', Detail: expect.stringContaining('"America/New_York"') as string },
      { Pointer: '/Variants/0/Overrides/Constraints/TimeZone', Detail: expect.stringContaining('UTC-5') as string },
    ]);
    const path = await create({ DefaultCallerID });
    expect(await warningsOf({ DefaultCallerID: null }, 'PATCH', path)).toEqual(none);
    expect(await warningsOf({ Name: 'copy' }, 'POST', `${path}/duplicate`)).toEqual(none);
    expect(await warningsOf({ DefaultCallerID }, 'PATCH', path)).toBeUndefined();
  });
});

describe('GET /campaigns', () => {
  it('lists the organization’s own, oldest first', async () => {
    const other = await api.anotherCaller();
    const made = await other.request<{ CampaignID: string }>('POST', '/campaigns', { Name: 'Second' });
    const { body } = await other.request<{ Campaigns: CampaignRecord[] }>('GET', '/campaigns');
    expect(body.Campaigns.map(({ ID }) => ID)).toEqual([other.campaignId, made.body.CampaignID]);
  });

  it('is 404 for a missing campaign', async () => {
    expectProblem(await api.request('GET', '/campaigns/campaign_unknown'), 'campaign_not_found');
    expectProblem(await api.request('GET', '/campaigns/a%20b'), 'campaign_not_found');
  });
});

describe('PATCH /campaigns/:campaignID', () => {
  it('creates a new version: given fields are replaced, null removes a field, the rest stays', async () => {
    const path = await create({ DefaultCallerID: '+14155550100', Agent: { Greeting: 'Hello' }, JitterSeconds: 5 });
    const changed = await api.request<CampaignRecord>('PATCH', path, {
      Agent: { Goodbye: 'Bye' },
      JitterSeconds: null,
    });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({ Version: 2 });
    expect(changed.body.Data).toEqual({ Name: 'Spring', DefaultCallerID: '+14155550100', Agent: { Goodbye: 'Bye' } });
    expect(await read(path)).toEqual(changed.body);
  });

  it('keeps the previous version for the jobs pinned to it', async () => {
    const path = await create({ JitterSeconds: 5 });
    await api.request('PATCH', path, { JitterSeconds: 6 });
    const id = path.split('/').at(-1) ?? '';
    expect(await api.store.campaigns.findConfig(id, 1)).toMatchObject({ version: 1, config: { JitterSeconds: 5 } });
    expect(await api.store.campaigns.findConfig(id)).toMatchObject({ version: 2, config: { JitterSeconds: 6 } });
  });

  it.each([
    [{}, ''],
    [{ Name: null }, '/Name'],
    [{ Version: 7 }, '/Version'],
    [{ JitterSeconds: -1 }, '/JitterSeconds'],
    [{ Variants: [{ ID: 'a' }, { ID: 'a' }] }, '/Variants'],
    [{ Defaults: { Integrations: { simulator: { Scenario: 'party' } } } }, '/Defaults/Integrations/simulator/Scenario'],
    [{ AnalysisSchema: { properties: { x: { type: 'text' } } } }, '/AnalysisSchema/properties/x/type'],
  ])('rejects %j and changes nothing', async (body, pointer) => {
    const path = await create();
    const answer = await api.request('PATCH', path, body);
    expectProblem(answer, 'invalid_body');
    expect(pointersOf(answer)).toEqual([pointer]);
    expect(await read(path)).toMatchObject({ Version: 1 });
  });

  it('loses no concurrent change', async () => {
    const path = await create();
    const answers = await Promise.all([
      api.request('PATCH', path, { JitterSeconds: 7 }),
      api.request('PATCH', path, { Agent: { Goodbye: 'Bye' } }),
      api.request('PATCH', path, { DefaultCallerID: '+14155550100' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await read(path)).toMatchObject({
      Version: 4,
      Data: { Name: 'Spring', JitterSeconds: 7, Agent: { Goodbye: 'Bye' }, DefaultCallerID: '+14155550100' },
    });
  });

  it('gives up with 409 if concurrent changes never stop', async () => {
    const path = await create();
    const change = jest.spyOn(api.store.campaigns, 'change').mockResolvedValue(false);
    expectProblem(await api.request('PATCH', path, { JitterSeconds: 7 }), 'campaign_changed');
    expect(change).toHaveBeenCalledTimes(5);
    change.mockRestore();
  });

  it('is 404 for a missing campaign', async () => {
    expectProblem(
      await api.request('PATCH', '/campaigns/campaign_unknown', { JitterSeconds: 1 }),
      'campaign_not_found',
    );
  });
});

describe('PATCH /campaigns/:campaignID and its jobs', () => {
  it('requests new plans for the jobs that wait for their first call, and touches none of them itself', async () => {
    const path = await create({ DefaultCallerID: '+14155550100' });
    const CampaignID = path.split('/').at(-1)!;
    const { ID } = await api.insertJob({ CampaignID, State: 'scheduled', NextCallMS: Date.now() + 3_600_000 });
    const waiting = await api.store.jobs.load(ID);
    const before = Date.now();
    expect((await api.request('PATCH', path, { JitterSeconds: 5 })).status).toBe(200);
    expect(await api.store.jobs.load(ID)).toEqual(waiting);
    const [request] = await api.mongo.db.collection('replans').find({ CampaignID }).toArray();
    expect(request).toMatchObject({ OrgID: api.orgId, FirstCallOnly: true, Requests: 1 });
    expect(request?.['AtMS']).toBeGreaterThanOrEqual(before);
    await api.request('PATCH', path, { JitterSeconds: 6 });
    expect(await api.mongo.db.collection('replans').find({ CampaignID }).toArray()).toMatchObject([{ Requests: 2 }]);
  });

  it('rejects settings that the agent cannot use, and points at them', async () => {
    const answer = await api.request('POST', '/campaigns', { Name: 'Spring', Agent: { Lines: ['Hello', 5] } });
    expectProblem(answer, 'invalid_body');
    expect(pointersOf(answer)).toEqual(['/Agent/Lines/1']);
    const long = await api.request('POST', '/campaigns', { Name: 'Spring', Agent: { Greeting: 'a'.repeat(4_001) } });
    expect(pointersOf(long)).toEqual(['/Agent/Greeting']);
  });
});
