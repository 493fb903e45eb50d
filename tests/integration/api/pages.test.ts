import { newId } from '../../../shared/adapters/ids';
import { startTestApi, testCampaign, type Caller, type TestApi } from '../../support/api';
import type { Answer } from '../../support/requests';
import { createWorkflowClientDouble } from './workflow-client-double';
import { expectProblem } from './problem';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workflows: createWorkflowClientDouble().workflows });
});
afterAll(() => api.stop());

interface Item {
  ID: string;
}
/** The ids on each page of a list, by its links. */
async function followLinks(caller: Caller, path: string, name: string): Promise<string[][]> {
  const pages: string[][] = [];
  for (let next: string | undefined = path; next !== undefined;) {
    const { status, body, headers }: Answer<Record<string, Item[]>> = await caller.request('GET', next);
    expect(status).toBe(200);
    pages.push((body[name] ?? []).map(({ ID }) => ID));
    next = /<http:\/\/outdial\.test([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
  }
  return pages;
}

describe('campaigns', () => {
  const store = async ({ orgId }: Caller, count: number, characters = 0): Promise<string[]> => {
    const campaigns = Array.from({ length: count }, () => ({
      ID: newId('campaign'),
      OrgID: orgId,
      Version: 1,
      Config: { ...testCampaign, Agent: { Lines: Array<string>(characters / 1_000).fill('x'.repeat(1_000)) } },
      CreatedMS: 1,
      UpdatedMS: 1,
    }));
    await Promise.all(campaigns.map((campaign) => api.store.campaigns.insert(campaign)));
    return campaigns.map(({ ID }) => ID);
  };

  it('are listed on one page while they are few, without a link', async () => {
    const caller = await api.anotherCaller();
    const ids = [caller.campaignId, ...(await store(caller, 5))].sort();
    expect(await followLinks(caller, '/campaigns', 'Campaigns')).toEqual([ids]);
  });

  it('are listed page by page', async () => {
    const caller = await api.anotherCaller();
    const ids = [caller.campaignId, ...(await store(caller, 4))].sort();
    const pages = await followLinks(caller, '/campaigns?limit=2', 'Campaigns');
    expect(pages.map((page) => page.length)).toEqual([2, 2, 1]);
    expect(pages.flat()).toEqual(ids);
  });

  it('with large settings make shorter pages', async () => {
    const caller = await api.anotherCaller();
    const ids = [caller.campaignId, ...(await store(caller, 12, 200_000))].sort();
    const pages = await followLinks(caller, '/campaigns', 'Campaigns');
    expect(Math.max(...pages.map((page) => page.length))).toBeLessThanOrEqual(5);
    expect(pages.flat()).toEqual(ids);
  });

  it('are limited to a thousand', async () => {
    const caller = await api.anotherCaller();
    const documents = Array.from({ length: 998 }, () => ({
      _id: newId('campaign'),
      OrgID: caller.orgId,
      Config: '{}',
    }));
    await api.mongo.db.collection<{ _id: string }>('campaigns').insertMany(documents);
    expect((await caller.request('POST', '/campaigns', { Name: 'The last one' })).status).toBe(201);
    expectProblem(await caller.request('POST', '/campaigns', { Name: 'One more' }), 'too_many_campaigns');
  });
});

describe('API keys', () => {
  it('are listed page by page, and limited to 200 active ones', async () => {
    const caller = await api.anotherCaller();
    const stored = Array.from({ length: 205 }, (_, n) => ({
      ID: newId('key'),
      OrgID: caller.orgId,
      Hash: `${caller.orgId}/${n}`,
      Name: 'Stored',
      Scopes: [],
      CreatedMS: 1,
      // Six are of the past: with the caller's own, 200 are active.
      ...(n < 3 ? { RevokedMS: 1 } : n < 6 ? { ExpiresMS: 1 } : {}),
    }));
    await Promise.all(stored.map((key) => api.store.apiKeys.insertIfAbsent(key)));
    const pages = await followLinks(caller, '/api-keys', 'ApiKeys');
    expect(pages.map((page) => page.length)).toEqual([100, 100, 6]);
    const create = () => caller.request('POST', '/api-keys', { Name: 'One more', Scopes: ['jobs:read'] });
    expectProblem(await create(), 'too_many_api_keys');
    await caller.request('DELETE', `/api-keys/${stored.at(-1)?.ID ?? ''}`);
    expect((await create()).status).toBe(201);
  });
});

describe('the calls of a job', () => {
  interface JobBody {
    Data: { Calls?: Item[] };
  }
  const callsOf = ({ body }: Answer<JobBody>): string[] => (body.Data.Calls ?? []).map(({ ID }) => ID);

  it('are all shown while they are few and small', async () => {
    const job = await api.insertJob({ CallCount: 3 });
    const calls = await Promise.all([1, 2, 3].map((Attempt) => api.insertCall(job, { Attempt })));
    expect(callsOf(await api.request('GET', `${api.jobs}/${job.ID}`))).toEqual(calls.map(({ ID }) => ID));
  });

  it('are the latest that fit, and earlier ones on request', async () => {
    const job = await api.insertJob({ CallCount: 5 });
    const message = {
      role: 'assistant' as const,
      content: 'x'.repeat(900_000),
      created_at: '2026-11-21T09:41:01.325Z',
    };
    for (let Attempt = 1; Attempt <= 5; Attempt++) await api.insertCall(job, { Attempt, Messages: [message] });
    const latest = callsOf(await api.request('GET', `${api.jobs}/${job.ID}`));
    expect(latest).toEqual([2, 3, 4, 5].map((attempt) => `call_${job.ID}_${attempt}`));
    expect(callsOf(await api.request('GET', `${api.jobs}/${job.ID}?calls_before=2`))).toEqual([`call_${job.ID}_1`]);
  });
});
