import type { Caller } from '../../support/api';
import { until } from '../../support/until';
import { startImportEnv, type ImportAnswer, type ImportEnv } from './import-env';
import { expectRefusal, upload } from './upload';

/** No call is made during the test, at any time of day. */
const windows = {
  Constraints: { MinCreationDelay: '1000h', TimeRules: [{ TimeRanges: [{ Start: '09:00', End: '12:00' }] }] },
};
/** Toll-free numbers have no time zone. */
const numberWithoutZone = '+18005550123';
const file = (numbers: readonly string[]): string => ['ContactPhoneNumber', ...numbers].join('\n');
const numbersWithZone = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `+1415555${1000 + index}`);

let env: ImportEnv;
let caller: Caller & { url: string };
beforeAll(async () => {
  env = await startImportEnv();
  const other = await env.api.anotherCaller({ InferTimeZone: true, Defaults: windows });
  caller = { ...other, url: env.api.url };
}, 60_000);
afterAll(() => env.stop(), 30_000);

it('a zone without daylight saving time is warned of once, with the number of its rows', async () => {
  const row = (number: string): string =>
    JSON.stringify({ ContactPhoneNumber: number, Overrides: { Constraints: { TimeZone: 'EST' } } });
  const content = numbersWithZone(30).map(row).join('\n');
  const ndjson = { name: 'jobs.ndjson', type: 'application/x-ndjson' };
  const pointer = '/1/Overrides/Constraints/TimeZone';
  const dry = await upload(caller, content, { ...ndjson, query: '?dry_run=1' });
  expect(dry.body).toMatchObject({
    RowsInvalid: 0,
    Warnings: [{ Pointer: pointer, Detail: expect.stringMatching('29 more rows') as string }],
  });
  const real = await upload(caller, content, ndjson);
  expect(real).toMatchObject({ status: 202, body: { Warnings: [{ Pointer: pointer }] } });
});

describe('a number without a time zone, in a file for a campaign that infers zones', () => {
  it('is rejected in the first rows', async () => {
    const answer = await upload(caller, file(['+14155550123', numberWithoutZone]));
    expectRefusal(answer, 400, 'invalid_rows', 'This number has no known time zone.');
    expect(answer.body.errors).toMatchObject([{ row: 2, code: 'not_allowed_in_campaign' }]);
  });

  it('is reported by a dry run', async () => {
    const answer = await upload(caller, file([...numbersWithZone(25), numberWithoutZone]), { query: '?dry_run=1' });
    expect(answer.body).toMatchObject({ Rows: 26, RowsInvalid: 1, Errors: [{ Row: 26 }] });
  });

  it('becomes a failed job and an entry of the error report in later rows', async () => {
    const { body } = await upload(caller, file([...numbersWithZone(25), numberWithoutZone]));
    const path = `/imports/${body.ImportID ?? ''}`;
    const done = await until(
      async () => (await caller.request<ImportAnswer>('GET', path)).body,
      // Its jobs are there a moment before its rows are counted.
      ({ State }) => State !== 'running',
      30_000,
    );
    expect(done).toMatchObject({
      State: 'completed',
      Rows: 26,
      RowsInvalid: 1,
      JobsByState: { scheduled: 25, failed: 1 },
    });
    const report = await caller.request<{ Errors: { JobID: string }[] }>('GET', `${path}/errors`);
    expect(report.body.Errors).toMatchObject([
      { Row: 26, Column: 'Overrides/Constraints/TimeZone', Code: 'not_allowed_in_campaign' },
    ]);
    const job = await caller.request('GET', `${caller.jobs}/${report.body.Errors[0]?.JobID ?? ''}`);
    expect(job.body).toMatchObject({ Data: { State: 'failed', FailureReason: 'invalid_configuration' } });
  }, 60_000);
});
