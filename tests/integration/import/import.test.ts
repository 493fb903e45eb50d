import { jobWorkflowId } from '../../../shared/messages/workflow-ids';
import type { Answer } from '../../support/requests';
import { until } from '../../support/until';
import { startImportWorld, type ImportWorld } from './import-world';

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
    Metadata: Record<string, unknown>;
    FailureReason?: string;
    FailureMessage?: string;
  };
}

/** Jobs that only wait, so that no call is made meanwhile. */
const far = JSON.stringify({ Constraints: { MinCreationDelay: '1000h' } }).replaceAll('"', '""');
const header = 'ContactPhoneNumber,ContactName,Metadata,Overrides,TestJob';
const row = (n: number, name = `Person ${n}`): string =>
  `+1415555${String(n).padStart(4, '0')},"${name}","{""Customer"":${n}}","${far}",`;
const rows = (count: number): string[] => Array.from({ length: count }, (_, index) => row(index + 1));

let world: ImportWorld;
beforeAll(async () => {
  world = await startImportWorld();
}, 60_000);
afterAll(() => world.stop(), 30_000);

/** Every job of the campaign, page by page. */
async function allJobs(): Promise<ListedJob[]> {
  const jobs: ListedJob[] = [];
  for (;;) {
    const after = jobs.length === 0 ? '' : `?after=${jobs.at(-1)!.ID}`;
    const { body } = await world.api.request<{ Jobs: ListedJob[] }>('GET', world.api.jobs + after);
    if (body.Jobs.length === 0) return jobs;
    jobs.push(...body.Jobs);
  }
}
const job = (id: string): Promise<Answer<JobAnswer>> => world.api.request<JobAnswer>('GET', `${world.api.jobs}/${id}`);
const jobsOf = async (importId: string): Promise<JobAnswer[]> => {
  const found = await Promise.all((await allJobs()).map(async ({ ID }) => (await job(ID)).body));
  return found.filter(({ Data }) => Data.Metadata['__service_ImportID'] === importId);
};

describe('POST /campaigns/:campaignID/jobs/bulk', () => {
  it('makes one job for each row, in the order of the file, each knowing its import and row', async () => {
    const done = await world.imported([header, ...rows(600)].join('\r\n'));
    expect(done).toMatchObject({
      State: 'completed',
      Rows: 600,
      RowsDone: 600,
      RowsInvalid: 0,
      JobsCreated: 600,
      Progress: 1,
    });
    expect(Date.parse(done.FinishedAt!)).toBeGreaterThanOrEqual(Date.parse(done.StartedAt!));
    const jobs = await jobsOf(done.ID);
    expect(jobs.map(({ Data }) => Data.Metadata['__service_RowID'])).toEqual(rows(600).map((_, index) => index + 1));
    expect(jobs[41]!.Data).toMatchObject({
      PhoneNumber: '+14155550042',
      Metadata: { Customer: 42, __service_ImportID: done.ID },
    });
    await until(
      () => world.get(done.ID),
      ({ JobsByState }) => JobsByState['scheduled'] === 600,
      30_000,
    );
  }, 90_000);

  it('gives a bad row further down a job that has failed, and goes on behind it', async () => {
    const lines = rows(30);
    lines[24] = '12345,"Ann",,,';
    lines[26] = '"+14155550027,"Bo,,,';
    const done = await world.imported([header, ...lines].join('\n'));
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
    const { body } = await world.api.request<{ Errors: unknown[] }>('GET', `/imports/${done.ID}/errors`);
    expect(body.Errors).toEqual([
      expect.objectContaining({ Row: 25, Column: 'ContactPhoneNumber', Value: '*****', Code: 'invalid_value' }),
      expect.objectContaining({ Row: 27, Column: '', Code: 'unbalanced_quote' }),
    ]);
  }, 60_000);

  it('can be found by its import in the engine', async () => {
    const done = await world.imported(
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
