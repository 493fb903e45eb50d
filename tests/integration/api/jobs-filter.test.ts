import fc from 'fast-check';
import { jobIdOfRow, type BulkImport } from '../../../shared/domain/import/import';
import type { Job } from '../../../shared/domain/job/job';
import { noMetrics } from '../../../shared/domain/job/metrics';
import { jobStates, readableJobStates, readableState } from '../../../shared/domain/job/state';
import { startTestApi, type TestApi } from '../../support/api';
import { propertyRuns } from '../../support/sizes';
import type { Answer } from '../../support/requests';
import { createWorkflowClientDouble } from './workflow-client-double';

interface Page {
  Jobs: { ID: string; State: string }[];
}
interface Asked {
  state?: string[] | undefined;
  test?: boolean | undefined;
  import_id?: string | undefined;
  created_after?: number | undefined;
  created_before?: number | undefined;
  by_time?: boolean | undefined;
  limit?: number | undefined;
}

const began = 1_795_254_000_000;
const minuteMs = 60_000;
/** Few instants, so that many jobs share one. */
const instants = Array.from({ length: 8 }, (_, n) => began + n * minuteMs);
let api: TestApi;
let jobs: Job[];
let imports: BulkImport[];

const anImport = (n: number): BulkImport => ({
  ID: `import_${n}`,
  OrgID: api.orgId,
  CampaignID: api.campaignId,
  CampaignVersion: 1,
  State: 'completed',
  Format: 'csv',
  Characters: 1,
  JobSalt: String(n).repeat(13),
  // Two within one millisecond.
  CreatedMS: began + Math.floor(n / 2) * minuteMs,
  Rows: 1,
  Offset: 1,
  RowsInvalid: 0,
  RetentionMS: 0,
});

/** Every combination of filtered fields, in no particular order. */
const aJob = (n: number): Job => {
  const ofImport = n % 4 === 3 ? undefined : imports[n % 4];
  return {
    ID:
      ofImport === undefined
        ? `job_${((n * 7919) % 100_003).toString(16).padStart(32, '0')}`
        : (jobIdOfRow(ofImport, n) ?? ''),
    OrgID: api.orgId,
    CampaignID: api.campaignId,
    PhoneNumber: '+14155550123',
    Overrides: {},
    State: jobStates[n % jobStates.length] ?? 'created',
    Sequence: 1,
    EventTimeMS: began,
    CreatedMS: instants[(n * 5) % 8] ?? 0,
    UpdatedMS: instants[(n * 3) % 8] ?? 0,
    CampaignVersion: null,
    Metrics: noMetrics,
    CallCount: 0,
    ...(n % 5 === 0 ? { TestJob: true } : {}),
    ...(ofImport === undefined ? {} : { ImportID: ofImport.ID }),
  };
};

beforeAll(async () => {
  api = await startTestApi({ workflows: createWorkflowClientDouble().workflows });
  imports = [0, 1, 2].map(anImport);
  await Promise.all(imports.map((one) => api.store.imports.insert(one)));
  jobs = Array.from({ length: 360 }, (_, n) => aJob(n));
  await api.store.jobs.insertMissing(jobs);
  const other = await api.anotherCaller();
  await api.insertJob({ OrgID: other.orgId, CampaignID: other.campaignId, State: 'failed', ImportID: 'import_0' });
}, 60_000);
afterAll(() => api.stop());

function queryOf({ state = [], ...rest }: Asked): string {
  const query = new URLSearchParams(state.map((one): [string, string] => ['state', one]));
  for (const [name, value] of Object.entries(rest)) if (value !== undefined) query.append(name, String(value));
  return `?${query.toString()}`;
}

const linkOf = ({ headers }: Answer): string | undefined =>
  /^<http:\/\/outdial\.test([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];

/** Follows a list's links to its end. */
async function walk(
  asked: Asked,
  between: (page: number, last: string | undefined) => Promise<void> = () => Promise.resolve(),
): Promise<string[]> {
  const found: string[] = [];
  let next: string | undefined = `${api.jobs}${queryOf(asked)}`;
  for (let page = 0; next !== undefined; page++) {
    const answer: Answer<Page> = await api.request<Page>('GET', next);
    expect(answer.body.Jobs.length).toBeLessThanOrEqual(asked.limit ?? 100);
    found.push(...answer.body.Jobs.map(({ ID }) => ID));
    next = linkOf(answer);
    if (next !== undefined) await between(page, found.at(-1));
  }
  return found;
}

/** The expected result, computed independently. */
function expected(asked: Asked): string[] {
  const byId = (a: Job, b: Job): number => (a.ID < b.ID ? -1 : 1);
  const ordered = jobs
    .filter(({ State }) => asked.state === undefined || asked.state.includes(readableState(State)))
    .filter(({ TestJob }) => asked.test === undefined || (TestJob === true) === asked.test)
    .filter(({ ImportID }) => asked.import_id === undefined || ImportID === asked.import_id)
    .filter(
      ({ CreatedMS }) => CreatedMS >= (asked.created_after ?? 0) && CreatedMS < (asked.created_before ?? Infinity),
    )
    .sort(byId);
  if (asked.by_time === true)
    return ordered.sort((a, b) => b.UpdatedMS - a.UpdatedMS || -byId(a, b)).map(({ ID }) => ID);
  if (asked.created_after === undefined && asked.created_before === undefined) return ordered.map(({ ID }) => ID);
  return ordered.sort((a, b) => a.CreatedMS - b.CreatedMS || byId(a, b)).map(({ ID }) => ID);
}

const maybe = <T>(some: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(some, { nil: undefined });
const anInstant = fc.constantFrom(...instants).chain((at) => fc.constantFrom(at - 1, at, at + 1));
const asks: fc.Arbitrary<Asked> = fc.record({
  state: maybe(fc.uniqueArray(fc.constantFrom(...readableJobStates), { minLength: 1, maxLength: 4 })),
  test: maybe(fc.boolean()),
  import_id: maybe(fc.constantFrom('import_0', 'import_1', 'import_2', 'import_none')),
  created_after: maybe(anInstant),
  created_before: maybe(anInstant),
  by_time: maybe(fc.boolean()),
  limit: maybe(fc.integer({ min: 7, max: 150 })),
});

describe('filters of the job list', () => {
  it('return the jobs that match all of them, each once and in order, over all pages', async () => {
    await fc.assert(
      fc.asyncProperty(asks, async (asked) => {
        expect(await walk(asked)).toEqual(expected(asked));
      }),
      { numRuns: propertyRuns(60) },
    );
  }, 120_000);

  it('also accept RFC 3339 instants', async () => {
    const [from, before] = [new Date(instants[2] ?? 0).toISOString(), '2026-11-21T11:45:00+02:00'];
    const { body } = await api.request<Page>(
      'GET',
      `${api.jobs}?created_after=${from}&created_before=${encodeURIComponent(before)}`,
    );
    const asked = { created_after: instants[2], created_before: Date.parse(before) };
    expect(body.Jobs.map(({ ID }) => ID)).toEqual(expected(asked).slice(0, 100));
    expect(body.Jobs.length).toBeGreaterThan(0);
  });

  it('find an analyzing job as calling', async () => {
    const found = await walk({ state: ['calling'] });
    expect(found).toContain(jobs.find(({ State }) => State === 'analyzing')?.ID);
  });

  it('may change between pages: the list continues after the same job', async () => {
    const [first = ''] = await walk({ state: ['failed'] });
    const { body } = await api.request<Page>('GET', `${api.jobs}?state=scheduled&after=${first}`);
    expect(body.Jobs.map(({ ID }) => ID)).toEqual(expected({ state: ['scheduled'] }).filter((id) => id > first));
  });

  it('find nothing in a missing campaign', async () => {
    const { status } = await api.request('GET', '/campaigns/unknown/jobs?state=failed');
    expect(status).toBe(404);
    expect((await api.request('GET', '/campaigns/unknown/jobs?import_id=import_0')).status).toBe(404);
  });
});

describe('paging while jobs are created and change state', () => {
  const untouched = (n: number): boolean => n % 2 === 0;

  it.each<[string, Asked]>([
    ['in order of ids', { limit: 20 }],
    ['of some states', { state: ['scheduled', 'calling', 'failed'], limit: 10 }],
    ['of an interval', { created_after: instants[1], created_before: instants[7], limit: 20 }],
    ['most recently updated first', { by_time: true, limit: 20 }],
    ['of some states, most recently updated first', { state: ['scheduled', 'failed'], by_time: true, limit: 10 }],
  ])(
    '%s returns every unchanged job once, and none twice',
    async (_name, asked) => {
      const documents = api.mongo.db.collection<{ _id: string }>('jobs');
      const now = instants[7] ?? 0;
      const stays = expected(asked).filter((id) => untouched(jobs.findIndex(({ ID }) => ID === id)));
      const found = await walk(asked, async (page, last) => {
        // The last job of the page, and others that may or may not have been listed.
        const movers = jobs.filter(({ ID }, n) => !untouched(n) && (ID === last || n % 9 === page % 9));
        for (const { ID, State } of movers) {
          const State2 = State === 'scheduled' ? 'calling' : 'scheduled';
          await documents.updateOne({ _id: ID }, { $set: { State: State2, UpdatedMS: now + page * 10 + 1 } });
        }
        await api.insertJob({ State: 'scheduled' });
      });
      expect(new Set(found).size).toBe(found.length);
      expect(found.filter((id) => stays.includes(id))).toEqual(stays);
      for (const { ID, State, UpdatedMS } of jobs)
        await documents.updateOne({ _id: ID }, { $set: { State, UpdatedMS } });
      await documents.deleteMany({ CreatedMS: { $gt: now }, CampaignID: api.campaignId });
    },
    60_000,
  );
});
