import { type Caller, startTestApi, type TestApi } from '../../support/api';
import { createWorkflowClientDouble } from './workflow-client-double';
import { expectProblem, pointersOf } from './problem';

interface Page {
  Jobs: { ID: string; PhoneNumber: string; ContactName: string; State: string; CreatedAt: number; UpdatedAt: number }[];
}

let api: TestApi;
const newest = 1_795_254_061_325;
/** 250 jobs in order of creation; 120 of them share each millisecond of update. */
let ids: string[];

beforeAll(async () => {
  api = await startTestApi({ workflows: createWorkflowClientDouble().workflows });
  ids = Array.from({ length: 250 }, (_, n) => `job_${String(n).padStart(4, '0')}`);
  await Promise.all(ids.map((ID, n) => api.insertJob({ ID, UpdatedMS: newest - Math.floor(n / 120) * 1000 })));
});
afterAll(() => api.stop());

const list = async (query = '', caller: Caller = api): Promise<Page['Jobs']> =>
  (await caller.request<Page>('GET', `${caller.jobs}${query}`)).body.Jobs;
const idsOf = (jobs: Page['Jobs']): string[] => jobs.map(({ ID }) => ID);

/** Follows a list to its end, and stops if it loops. */
async function pages(next: (last: Page['Jobs'][number] | undefined) => string): Promise<string[][]> {
  const found: string[][] = [];
  let last: Page['Jobs'][number] | undefined;
  while (found.length < 10) {
    const jobs = await list(next(last));
    if (jobs.length === 0) break;
    found.push(idsOf(jobs));
    last = jobs.at(-1);
  }
  return found;
}

describe('GET /campaigns/:campaignID/jobs', () => {
  it('shows the fields of the contract', async () => {
    const other = await api.anotherCaller();
    await api.insertJob({
      ID: 'job_shown',
      OrgID: other.orgId,
      CampaignID: other.campaignId,
      State: 'analyzing',
      CreatedMS: 5,
      UpdatedMS: 6,
    });
    expect(await list('', other)).toEqual([
      {
        ID: 'job_shown',
        PhoneNumber: '+14155550123',
        ContactName: '',
        State: 'calling',
        CreatedAt: 5,
        UpdatedAt: 6,
        Attempts: 0,
      },
    ]);
  });

  it('returns up to 100 jobs in order of creation', async () => {
    expect(idsOf(await list())).toEqual(ids.slice(0, 100));
  });

  it('continues after a job to the end, with each job once', async () => {
    const found = await pages((last) => (last ? `?after=${last.ID}` : ''));
    expect(found.map((page) => page.length)).toEqual([100, 100, 50]);
    expect(found.flat()).toEqual(ids);
  });

  it('continues after a job that no longer exists', async () => {
    expect(idsOf(await list('?after=job_0099x'))).toEqual(ids.slice(100, 200));
  });

  it('is empty after the last job, and for a campaign without jobs', async () => {
    expect(await list('?after=job_0249')).toEqual([]);
    expect(await list('', await api.anotherCaller())).toEqual([]);
  });

  it.each(['/campaigns/unknown/jobs', '/campaigns/unknown/jobs?by_time=true', '/campaigns/a%20b/jobs'])(
    '%s is 404',
    async (path) => {
      expectProblem(await api.request('GET', path), 'campaign_not_found');
    },
  );
});

describe('by_time', () => {
  const byTime = (): string[] =>
    [0, 1, 2].flatMap((age) => ids.filter((_, n) => Math.floor(n / 120) === age).reverse());

  it('returns the most recently updated jobs first', async () => {
    expect(idsOf(await list('?by_time=true'))).toEqual(byTime().slice(0, 100));
    expect(idsOf(await list('?by_time=false'))).toEqual(ids.slice(0, 100));
  });

  it('goes backwards from a time, inclusive', async () => {
    expect(idsOf(await list(`?by_time=true&before_ms=${newest - 1000}`))).toEqual(byTime().slice(120, 220));
    expect(idsOf(await list(`?by_time=true&before_ms=${newest - 1001}`))).toEqual(byTime().slice(240));
    expect(await list('?by_time=true&before_ms=-1')).toEqual([]);
  });

  it('alone uses before_ms: without it, the bound does not apply', async () => {
    for (const query of ['?before_ms=5', '?by_time=false&before_ms=5'])
      expect(idsOf(await list(query))).toEqual(ids.slice(0, 100));
  });

  it('pages through more than a page of jobs updated in one millisecond, with each job once', async () => {
    const found = await pages((last) =>
      last ? `?by_time=true&before_ms=${last.UpdatedAt}&after=${last.ID}` : '?by_time=true',
    );
    expect(found.flat()).toEqual(byTime());
  });

  it('continues after a job with each job once, although before_ms stays the same', async () => {
    for (const beforeMs of [newest + 60_000, newest]) {
      const found = await pages((last) => `?by_time=true&before_ms=${beforeMs}${last ? `&after=${last.ID}` : ''}`);
      expect(found.flat()).toEqual(byTime());
    }
    const bounded = await pages((last) => `?by_time=true&before_ms=${newest - 1}${last ? `&after=${last.ID}` : ''}`);
    expect(bounded.flat()).toEqual(byTime().slice(120));
  });

  it('continues where the job was listed, if it was updated since', async () => {
    const other = await api.anotherCaller();
    const of = { OrgID: other.orgId, CampaignID: other.campaignId };
    for (const ID of ['job_ua', 'job_ub', 'job_uc']) await api.insertJob({ ...of, ID, UpdatedMS: newest });
    const jobs = api.mongo.db.collection<{ _id: string; UpdatedMS: number }>('jobs');
    await jobs.updateOne({ _id: 'job_ub' }, { $set: { UpdatedMS: newest + 1 } });
    expect(idsOf(await list(`?by_time=true&before_ms=${newest}&after=job_ub`, other))).toEqual(['job_ua']);
  });

  it('continues after a job by its id alone', async () => {
    const found = await pages((last) => (last ? `?by_time=1&after=${last.ID}` : '?by_time=1'));
    expect(found.flat()).toEqual(byTime());
  });

  it.each([
    ['by_time=maybe', 'by_time'],
    ['by_time=true&by_time=true', 'by_time'],
    ['by_time=true&before_ms=soon', 'before_ms'],
    ['by_time=true&before_ms=', 'before_ms'],
    ['by_time=true&before_ms=1.5', 'before_ms'],
    ['by_time=true&before_ms=1e3', 'before_ms'],
    ['by_time=true&before_ms=1&before_ms=2', 'before_ms'],
    ['after=', 'after'],
    ['after[$gt]=a', 'after[$gt]'],
    ['after=a&after=b', 'after'],
    ['limit=0', 'limit'],
    ['limit=1e3', 'limit'],
    ['state=done', 'state'],
    ['state=failed&state=done', 'state'],
    ['state=failed,canceled', 'state'],
    ['test=perhaps', 'test'],
    ['import_id=', 'import_id'],
    ['created_after=yesterday', 'created_after'],
    ['created_before=2026-13-01T00:00:00Z', 'created_before'],
    ['fields=some', 'fields'],
    ['by_time=true&after=job_none', 'after'],
    ['created_after=0&after=job_none', 'after'],
    ['page=2', 'page'],
  ])('rejects ?%s', async (query, parameter) => {
    const answer = await api.request('GET', `${api.jobs}?${query}`);
    expectProblem(answer, 'invalid_query');
    expect(pointersOf(answer)).toEqual([parameter]);
  });
});

describe('GET /campaigns/:campaignID/jobs/search', () => {
  const search = (text: string, caller: Caller = api): Promise<Page['Jobs']> => list(`/search?search=${text}`, caller);

  it('finds a job by its id', async () => {
    expect(idsOf(await search('job_0042'))).toEqual(['job_0042']);
  });

  it('finds jobs by phone number, newest first, however the plus is encoded', async () => {
    const older = await api.insertJob({ PhoneNumber: '+358401234567' });
    const newer = await api.insertJob({ PhoneNumber: '+358401234567' });
    for (const text of ['%2B358401234567', '+358401234567', '358401234567'])
      expect(idsOf(await search(text))).toEqual([newer.ID, older.ID]);
  });

  it.each([{ State: 'deleting' }, { State: 'deleted' }, { State: 'calling', DeletionRequestedMS: newest }] as const)(
    'finds a job whose erasure was requested by its id alone: %o',
    async (fields) => {
      const other = await api.anotherCaller();
      const of = { OrgID: other.orgId, CampaignID: other.campaignId, PhoneNumber: '+358401234568' };
      const kept = await api.insertJob(of);
      const erased = await api.insertJob({ ...of, ...fields });
      expect(idsOf(await search('%2B358401234568', other))).toEqual([kept.ID]);
      expect(idsOf(await search(erased.ID, other))).toEqual([erased.ID]);
    },
  );

  it('finds nothing for an unknown term', async () => {
    for (const text of ['job_none', '%2B358400000000', 'Ada', '%7B%22%24ne%22%3A1%7D'])
      expect(await search(text)).toEqual([]);
  });

  it.each(['', '?search=', '?search=a&search=b', '?search[$ne]=a', '?q=a', `?search=${'x'.repeat(201)}`])(
    'rejects %s',
    async (query) => {
      expectProblem(await api.request('GET', `${api.jobs}/search${query}`), 'invalid_query');
    },
  );

  it('is 404 for a missing campaign', async () => {
    expectProblem(await api.request('GET', '/campaigns/unknown/jobs/search?search=job_0042'), 'campaign_not_found');
  });
});
