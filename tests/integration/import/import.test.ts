import { jobWorkflowId } from '../../../shared/messages/workflow-ids';
import type { Answer } from '../../support/requests';
import { until } from '../../support/until';
import { startImportEnv, type ImportEnv } from './import-env';

interface ListedJob {
  ID: string;
  PhoneNumber: string;
  State: string;
}
interface JobAnswer {
  ID: string;
  Data: {
    State: string;
    PhoneNumber: string;
    ContactName?: string;
    Metadata: Record<string, unknown>;
    FailureReason?: string;
    FailureMessage?: string;
  };
}

/** Jobs that only wait, so that no call is made during the test. */
const far = JSON.stringify({ Constraints: { MinCreationDelay: '1000h' } }).replaceAll('"', '""');
const header = 'ContactPhoneNumber,ContactName,Metadata,Overrides,TestJob';
const row = (n: number, name = `Person ${n}`): string =>
  `+1415555${String(n).padStart(4, '0')},"${name}","{""Customer"":${n}}","${far}",`;
const rows = (count: number): string[] => Array.from({ length: count }, (_, index) => row(index + 1));

let env: ImportEnv;
beforeAll(async () => {
  env = await startImportEnv();
}, 60_000);
afterAll(() => env.stop(), 30_000);

const job = (id: string): Promise<Answer<JobAnswer>> => env.api.request<JobAnswer>('GET', `${env.api.jobs}/${id}`);
/** Every job of the import, page by page. */
async function jobsOf(importId: string): Promise<JobAnswer[]> {
  const jobs: ListedJob[] = [];
  for (;;) {
    const after = jobs.length === 0 ? '' : `&after=${jobs.at(-1)!.ID}`;
    const path = `${env.api.jobs}?import_id=${importId}${after}`;
    const { body } = await env.api.request<{ Jobs: ListedJob[] }>('GET', path);
    if (body.Jobs.length === 0) return Promise.all(jobs.map(async ({ ID }) => (await job(ID)).body));
    jobs.push(...body.Jobs);
  }
}

describe('POST /campaigns/:campaignID/jobs/bulk', () => {
  it('creates one job per row, in file order, each with its import and row', async () => {
    // Two batches.
    const count = 260;
    const done = await env.importFile([header, ...rows(count)].join('\r\n'));
    expect(done).toMatchObject({
      State: 'completed',
      Rows: count,
      RowsDone: count,
      RowsInvalid: 0,
      JobsCreated: count,
      Progress: 1,
    });
    expect(Date.parse(done.FinishedAt!)).toBeGreaterThanOrEqual(Date.parse(done.StartedAt!));
    const jobs = await jobsOf(done.ID);
    expect(jobs.map(({ Data }) => Data.Metadata['__service_RowID'])).toEqual(rows(count).map((_, index) => index + 1));
    expect(jobs[41]!.Data).toMatchObject({
      PhoneNumber: '+14155550042',
      Metadata: { Customer: 42, __service_ImportID: done.ID },
    });
    await until(
      () => env.get(done.ID),
      ({ JobsByState }) => JobsByState['scheduled'] === count,
      30_000,
    );
  }, 180_000);

  it('skips rows whose numbers are duplicates if asked to: in the file, or by an open job; its dry run says so before', async () => {
    const open = await env.importFile([header, row(7_001)].join('\n'));
    const text = [header, ...[7_001, 7_002, 7_003, 7_002, 7_001].map((n) => row(n))].join('\n');
    const query = '?on_duplicate=skip';
    const dry = await env.upload(text, { query: `${query}&dry_run=1` });
    expect(dry.body).toMatchObject({ Rows: 5, RowsValid: 5, RowsInvalid: 0, RowsPlanned: 2, RowsSkipped: 3 });
    const headers = { 'idempotency-key': 'duplicates' };
    const done = await env.importFile(text, { query, headers });
    const accounted = { Rows: 5, RowsDone: 5, RowsInvalid: 0, RowsSkipped: 3, JobsCreated: 2, OnDuplicate: 'skip' };
    expect(done).toMatchObject({ State: 'completed', ...accounted });
    expect((await jobsOf(done.ID)).map(({ Data }) => Data.Metadata['__service_RowID'])).toEqual([2, 3]);
    const { body } = await env.api.request<{ Errors: unknown[] }>('GET', `/imports/${done.ID}/errors`);
    const reported = { Column: 'ContactPhoneNumber', Code: 'duplicate_number', JobID: '' };
    expect(body.Errors).toMatchObject([1, 4, 5].map((Row) => ({ Row, ...reported })));
    const again = await env.upload(text, { query, headers });
    expect([again.status, again.body.ImportID]).toEqual([202, done.ID]);
    const other = await env.upload(text, { query: '?on_duplicate=fail', headers });
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused']);
    expect((await env.upload(text, { query: '?on_duplicate=merge' })).status).toBe(400);
    // A job that is about to end is no open job: a file that was imported by mistake can be imported again.
    for (const id of [open.ID, done.ID]) {
      await env.api.request('POST', `/imports/${id}/cancel?jobs=1`);
      const isCanceled = ({ JobsCanceledAt }: { JobsCanceledAt?: string }): boolean => JobsCanceledAt !== undefined;
      await until(() => env.get(id), isCanceled, 30_000);
    }
    expect(await env.importFile(text, { query: '?on_duplicate=fail' })).toMatchObject({
      RowsInvalid: 2,
      RowsSkipped: 0,
      JobsCreated: 5,
    });
  }, 60_000);

  it('creates a failed job for an invalid row beyond the first 20 and continues with the next row', async () => {
    const lines = rows(30);
    lines[24] = '12345,"Ann",,,';
    lines[26] = '"+14155550027,"Bo,,,';
    // A spreadsheet leaves separators behind.
    lines.splice(10, 0, ',,,,', '');
    lines.push(',,,,');
    const done = await env.importFile([header, ...lines].join('\n'));
    expect(done).toMatchObject({ State: 'completed', Rows: 30, RowsInvalid: 2, JobsCreated: 30 });
    const failed = await until(
      async () => (await jobsOf(done.ID)).filter(({ Data }) => Data.State === 'failed'),
      (found) => found.length === 2,
    );
    expect(failed.map(({ Data }) => [Data.Metadata['__service_RowID'], Data.FailureReason, Data.PhoneNumber])).toEqual([
      [25, 'invalid_configuration', ''],
      [27, 'invalid_configuration', ''],
    ]);
    expect(failed[0]!.Data.FailureMessage).toContain('ContactPhoneNumber: Expected an E.164 number');
    expect(failed[0]!.Data.FailureMessage).not.toContain('12345');
    const { body } = await env.api.request<{ Errors: unknown[] }>('GET', `/imports/${done.ID}/errors`);
    expect(body.Errors).toEqual([
      expect.objectContaining({ Row: 25, Column: 'ContactPhoneNumber', Value: '*****', Code: 'invalid_value' }),
      expect.objectContaining({ Row: 27, Column: '', Code: 'unbalanced_quote' }),
    ]);
  }, 60_000);

  it.each([
    ['little endian', (bytes: Buffer) => bytes],
    ['big endian', (bytes: Buffer) => bytes.swap16()],
  ])(
    'reads UTF-16 (%s) as spreadsheets write it, including names',
    async (_order, ordered) => {
      const names = ['Jürgen Groß', '李小龍', 'Zoë 😀', ...Array.from({ length: 25 }, () => 'Ωμέγα')];
      const text = [
        header.replaceAll(',', ';'),
        ...names.map((name, index) => row(index + 1, name).replaceAll(',"', ';"')),
      ]
        .join('\r\n')
        .replaceAll(/,$/gm, ';');
      const done = await env.importFile(ordered(Buffer.from(`\uFEFF${text}`, 'utf16le')));
      expect(done).toMatchObject({ State: 'completed', Rows: names.length, RowsInvalid: 0 });
      const made = await jobsOf(done.ID);
      expect(made.map(({ Data }) => Data.ContactName)).toEqual(names);
      expect(made[1]!.Data).toMatchObject({ PhoneNumber: '+14155550002', Metadata: { Customer: 2 } });
    },
    60_000,
  );

  it('creates a failed job for an invalid NDJSON row behind the previewed ones, and the jobs of the others', async () => {
    const Overrides = { Constraints: { MinCreationDelay: '1000h' } };
    const line = (n: number, fields: object = {}): string =>
      JSON.stringify({ ContactPhoneNumber: `+1415555${String(n).padStart(4, '0')}`, Overrides, ...fields });
    const lines = Array.from({ length: 24 }, (_, index) => line(index + 1));
    lines[20] = line(21, { ContactPhoneNumber: '0401234567', ContactName: 'Ada' });
    lines[21] = `{"ContactPhoneNumber":"+14155550022","Metadata":{"a":${'['.repeat(60_000)}${']'.repeat(60_000)}}}`;
    lines[22] = line(23).slice(0, -1);
    lines[23] = line(24, { Metadata: { ID: 0 } }).replace('"ID":0', '"ID":1546130668394913822');
    const done = await env.importFile(lines.join('\n'), { type: 'application/x-ndjson', name: 'jobs.ndjson' });
    expect(done).toMatchObject({ State: 'completed', Rows: 24, RowsDone: 24, RowsInvalid: 4, JobsCreated: 24 });
    const made = await until(
      () => jobsOf(done.ID),
      (jobs) => jobs.filter(({ Data }) => Data.State === 'failed').length === 4,
      30_000,
    );
    const failed = made.filter(({ Data }) => Data.State === 'failed').map(({ Data }) => Data);
    const failedAs = (__service_RowID: number, says: string, fields: object): object => ({
      ...{ FailureReason: 'invalid_configuration', FailureMessage: expect.stringContaining(says) as string },
      ...{ Metadata: { __service_RowID }, ...fields },
    });
    expect(failed).toMatchObject([
      failedAs(21, 'E.164', { PhoneNumber: '', ContactName: 'Ada' }),
      failedAs(22, 'Metadata: Expected objects and lists nested at most 64', { PhoneNumber: '+14155550022' }),
      failedAs(23, 'JSON', { PhoneNumber: '' }),
      failedAs(24, 'Metadata/ID: Expected a number that a double', { PhoneNumber: '+14155550024' }),
    ]);
    const { body } = await env.api.request<{ Errors: unknown[] }>('GET', `/imports/${done.ID}/errors`);
    expect(body.Errors).toMatchObject([
      { Row: 21, Code: 'invalid_value', JobID: made[20]?.ID },
      { Row: 22, Code: 'invalid_value', JobID: made[21]?.ID },
      { Row: 23, Code: 'invalid_json', JobID: made[22]?.ID },
      { Row: 24, Code: 'invalid_value', JobID: made[23]?.ID },
    ]);
  }, 60_000);

  it('starts the workflow of the job under its id', async () => {
    const done = await env.importFile(
      `{"ContactPhoneNumber":"+14155550123","Overrides":{"Constraints":{"MinCreationDelay":"999h"}}}\n`,
      {
        type: 'application/x-ndjson',
        name: 'x',
      },
    );
    const [made] = await jobsOf(done.ID);
    expect(jobWorkflowId(made!.ID)).toBe(`job/${made!.ID}`);
  });
});

describe('POST /imports/:importID/cancel', () => {
  it('creates no more jobs, and with jobs=1 cancels those already created', async () => {
    await env.stopWorker();
    // Wide rows make small batches: few jobs exist when the cancellation takes effect.
    const wide = rows(600).map((line) =>
      line.replace('""Customer""', `""Note"":""${'x'.repeat(10_000)}"",""Customer""`),
    );
    const { body } = await env.upload([header, ...wide].join('\n'));
    const id = body.ImportID!;
    await env.startWorker();
    await until(
      () => env.get(id),
      ({ RowsDone }) => RowsDone > 0,
    );
    const cancel = (query: string) => env.api.request('POST', `/imports/${id}/cancel${query}`);
    expect(await cancel('')).toMatchObject({ status: 202, body: { ImportID: id } });
    const stopped = await env.waitForEnd(id);
    expect(stopped.State).toBe('canceled');
    expect(stopped.RowsDone).toBeLessThan(600);
    expect(stopped.JobsCreated).toBe(stopped.RowsDone);
    expect(await cancel('')).toMatchObject({ status: 202, body: { State: 'canceled' } });
    expect(await cancel('?jobs=1')).toMatchObject({ status: 202 });
    const ended = await until(
      () => env.get(id),
      ({ JobsByState, RowsDone }) => JobsByState['canceled'] === RowsDone,
      60_000,
    );
    expect(ended.JobsByState).toEqual({ canceled: stopped.RowsDone });
  }, 120_000);

  it('responds with 409 if the import is not running and with 404 if it is unknown or belongs to another organization', async () => {
    const done = await env.importFile([header, row(1)].join('\n'));
    expect(await env.api.request('POST', `/imports/${done.ID}/cancel`)).toMatchObject({
      status: 409,
      body: { code: 'import_not_running' },
    });
    const other = await env.api.anotherCaller();
    for (const path of [`/imports/${done.ID}`, `/imports/${done.ID}/errors`, '/imports/import_none']) {
      expect(await other.request('GET', path)).toMatchObject({ status: 404, body: { code: 'import_not_found' } });
    }
    expect(await other.request('POST', `/imports/${done.ID}/cancel?jobs=1`)).toMatchObject({ status: 404 });
    expect((await other.request<{ Imports: unknown[] }>('GET', '/imports')).body.Imports).toEqual([]);
    const listed = await env.api.request<{ Imports: { ID: string }[] }>('GET', '/imports');
    expect(listed.body.Imports[0]).toMatchObject({ ID: done.ID, State: 'completed', Rows: 1 });
  }, 60_000);
});
