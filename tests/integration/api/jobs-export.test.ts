import { parse } from 'csv-parse/sync';
import { exportColumns } from '../../../shared/contracts/job-export.schema';
import { openRows, readRows } from '../../../shared/domain/import/read-rows';
import type { Job } from '../../../shared/domain/job/job';
import { startTestApi, type TestApi } from '../../support/api';
import { createRequest } from '../../support/requests';
import { upload } from '../import/upload';
import { createWorkflowClientDouble } from './workflow-client-double';
import { expectProblem, pointersOf } from './problem';

const ndjson = 'application/x-ndjson';
const csv = 'text/csv';
let api: TestApi;
let jobs: Job[];

beforeAll(async () => {
  api = await startTestApi({ workflows: createWorkflowClientDouble().workflows });
  jobs = [];
  for (let n = 0; n < 450; n++) {
    const State = n % 3 === 0 ? 'failed' : 'scheduled';
    jobs.push(
      await api.insertJob({
        State,
        ContactName: `Contact "${n}",\nof many`,
        NextCallMS: 1_795_254_061_325,
        Metadata: { CustomerID: `c-${n}`, __service_ImportID: 'import_1', __service_RowID: n },
        Data: { Text: 'a, "b"\r\n;c', Nested: { Deep: [1, null, true] }, 'with.dot': '$x' },
        Overrides: n % 2 === 0 ? {} : { MaxRingSeconds: 20 },
        ...(n % 5 === 0 ? { TestJob: true, CampaignVariants: [] } : {}),
        ...(State === 'failed' ? { FailureReason: 'technical_error', FailureMessage: '=HYPERLINK("x")' } : {}),
      }),
    );
  }
}, 60_000);
afterAll(() => api.stop());

async function download(accept: string, query = '', method = 'GET'): Promise<Response> {
  return fetch(`${api.url}${api.jobs}${query}`, { method, headers: { authorization: `Bearer ${api.key}`, accept } });
}
type Exported = Record<string, unknown>;
const lines = async (query = ''): Promise<Exported[]> => {
  const text = await (await download(ndjson, query)).text();
  expect(text === '' || text.endsWith('\n')).toBe(true);
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Exported);
};
const rows = async (query = ''): Promise<Record<string, string>[]> =>
  parse(await (await download(csv, query)).text(), { columns: true });
const idsOf = (exported: Exported[]): unknown[] => exported.map(({ ID }) => ID);
const ids = (some: Job[]): string[] => some.map(({ ID }) => ID);

describe('an export of jobs', () => {
  it('contains all jobs in list order, as NDJSON and as CSV', async () => {
    expect(idsOf(await lines())).toEqual(ids(jobs));
    expect(idsOf(await rows())).toEqual(ids(jobs));
  });

  it('has the headers of a file', async () => {
    for (const [accept, ending] of [
      [ndjson, 'ndjson'],
      [csv, 'csv'],
    ] as const) {
      const { status, headers } = await download(accept);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe(`${accept}; charset=utf-8`);
      expect(headers.get('content-disposition')).toBe(`attachment; filename="${api.campaignId}-jobs.${ending}"`);
      expect([headers.get('vary'), headers.get('cache-control')]).toEqual(['Accept', 'no-store']);
    }
  });

  it('contains all known fields of a job', async () => {
    const [job] = jobs;
    const shown = {
      ID: job?.ID,
      State: 'failed',
      ContactPhoneNumber: '+14155550123',
      ContactName: 'Contact "0",\nof many',
      TestJob: true,
      CreatedAt: new Date(job?.CreatedMS ?? 0).toISOString(),
      UpdatedAt: new Date(job?.UpdatedMS ?? 0).toISOString(),
      CampaignVersion: null,
      CampaignVariants: [],
      TotalCallAttempts: 0,
      TotalCallSeconds: 0,
      TotalCallConversationalSeconds: 0,
      FailureReason: 'technical_error',
      FailureMessage: '=HYPERLINK("x")',
      Metadata: job?.Metadata,
      Data: job?.Data,
      Overrides: {},
    };
    expect((await lines('?limit=1'))[0]).toEqual(shown);
    const [row = {}] = await rows('?limit=1');
    expect(Object.keys(row)).toEqual(exportColumns);
    const simple = { TestJob: 'true', CampaignVersion: '', CampaignVariants: '[]', Overrides: '', NextCallAt: '' };
    expect(row).toMatchObject({ ...simple, ContactPhoneNumber: '+14155550123', ContactName: shown.ContactName });
    expect([JSON.parse(row['Metadata'] ?? ''), JSON.parse(row['Data'] ?? '')]).toEqual([job?.Metadata, job?.Data]);
  });

  it('has no cell that a spreadsheet would evaluate', async () => {
    const formulas = ['=1+1', '+1+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1+1', '+1415555"&A1'];
    const other = await api.anotherCaller();
    for (const ContactName of formulas)
      await api.insertJob({ OrgID: other.orgId, CampaignID: other.campaignId, ContactName });
    const answer = await fetch(`${api.url}${other.jobs}`, {
      headers: { authorization: `Bearer ${other.key}`, accept: csv },
    });
    const found: Record<string, string>[] = parse(await answer.text(), { columns: true });
    expect(found.map((row) => row['ContactName'])).toEqual(formulas.map((text) => `'${text}`));
    expect(found.map((row) => row['ContactPhoneNumber'])).toEqual(formulas.map(() => '+14155550123'));
  });

  it('respects filters, order and limit', async () => {
    const failed = jobs.filter(({ State, TestJob }) => State === 'failed' && TestJob !== true);
    expect(idsOf(await lines('?state=failed&test=false'))).toEqual(ids(failed));
    expect(idsOf(await lines('?limit=230'))).toEqual(ids(jobs.slice(0, 230)));
    expect(idsOf(await rows(`?after=${jobs[399]?.ID ?? ''}`))).toEqual(ids(jobs.slice(400)));
    const byTime = [...jobs].sort((a, b) => b.UpdatedMS - a.UpdatedMS || (a.ID < b.ID ? 1 : -1));
    expect(idsOf(await lines('?by_time=true'))).toEqual(ids(byTime));
  });

  it('of no jobs is an empty file or only a header', async () => {
    expect(await lines('?state=deleted')).toEqual([]);
    expect(await lines('?import_id=import_none')).toEqual([]);
    expect(await (await download(csv, '?state=deleted')).text()).toBe(
      `${exportColumns.map((name) => `"${name}"`).join(',')}\r\n`,
    );
  });

  it.each([
    [ndjson, 'application/x-ndjson', 'export.ndjson'],
    [csv, 'text/csv', 'export.csv'],
  ])('with fields=import can be imported again, as %s', async (accept, type, name) => {
    const erased = await api.insertJob({ PhoneNumber: '', State: 'deleted' });
    const text = await (await download(accept, '?fields=import')).text();
    await api.mongo.db.collection<{ _id: string }>('jobs').deleteOne({ _id: erased.ID });
    const dryRun = await upload(api, text, { type, name, query: '?dry_run=1' });
    expect(dryRun.body).toMatchObject({ Rows: jobs.length, RowsValid: jobs.length, Errors: [] });
    const file = openRows(accept === csv ? 'csv' : 'ndjson', text);
    if ('problems' in file) throw new Error('The header is not understood.');
    const read = readRows(file, file.start, { rows: 1000, characters: text.length + 1 });
    expect(read.rows.map(({ fields }) => ({ Overrides: {}, ...fields }))).toEqual(
      jobs.map(({ PhoneNumber, ContactName, Data, Overrides, TestJob, CampaignVariants, Metadata }) => ({
        ContactPhoneNumber: PhoneNumber,
        ContactName,
        Metadata: { CustomerID: Metadata?.['CustomerID'] },
        Data,
        Overrides,
        ...(TestJob === true ? { TestJob, CampaignVariants } : {}),
      })),
    );
  });

  it('writes an audit entry before it begins; a HEAD request writes none', async () => {
    const entries = () => api.mongo.db.collection('audit_log').find({ Action: 'jobs.exported' }).toArray();
    const before = (await entries()).length;
    const head = await download(csv, '', 'HEAD');
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
      200,
      'text/csv; charset=utf-8',
      '',
    ]);
    expect(await entries()).toHaveLength(before);
    await lines('?fields=import&limit=1');
    const [entry] = (await entries()).slice(before);
    expect(entry).toMatchObject({
      OrgID: api.orgId,
      CampaignID: api.campaignId,
      Details: { Format: 'ndjson', Fields: 'import' },
    });
  });
});

describe('Accept', () => {
  const json = 'application/json; charset=utf-8';
  it.each([
    ['*/*', json],
    ['application/*', json],
    ['application/json', json],
    ['text/csv;q=0.5, application/json', json],
    ['text/csv, application/json;q=0.5', 'text/csv; charset=utf-8'],
    ['text/*', 'text/csv; charset=utf-8'],
    ['application/x-ndjson, */*;q=0.1', 'application/x-ndjson; charset=utf-8'],
  ])('%s is answered with %s', async (accept, type) => {
    const answer = await download(accept, '?limit=1');
    expect(answer.headers.get('content-type')).toBe(type);
    await answer.text();
  });

  it.each(['application/xml', 'text/html', 'application/json;q=0'])('%s is 406', async (accept) => {
    const answer = await createRequest(api.url, api.key)('GET', api.jobs, undefined, { headers: { accept } });
    expectProblem(answer, 'not_acceptable');
    expect(pointersOf(answer)).toEqual(['Accept']);
  });

  it('does not affect problem responses', async () => {
    const ask = (path: string) => api.request('GET', path, undefined, { headers: { accept: `${csv}, */*;q=0.1` } });
    expectProblem(await ask(`${api.jobs}?state=done`), 'invalid_query');
    const unknown = await ask('/campaigns/unknown/jobs');
    expectProblem(unknown, 'campaign_not_found');
    expect(unknown.headers.get('content-disposition')).toBeNull();
  });
});
