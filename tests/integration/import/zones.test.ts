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

describe('numbers that are not E.164', () => {
  const waiting = { Constraints: { MinCreationDelay: '1000h' } };
  const far = JSON.stringify(waiting).replaceAll('"', '""');

  it.each(['CSV', 'NDJSON'])(
    'reads numbers as people write them, those without a country code by DefaultCountry alone, and says so: %s',
    async (format) => {
      const written = ['(415) 555-8001', '+1 (415) 555-8001', '4155558002', '+14155558003'];
      const text =
        format === 'CSV'
          ? ['ContactPhoneNumber,Overrides', ...written.map((number) => `${number},"${far}"`)].join('\n')
          : written.map((number) => JSON.stringify({ ContactPhoneNumber: number, Overrides: waiting })).join('\n');
      const type = format === 'CSV' ? 'text/csv' : 'application/x-ndjson';
      const [refused] = (await env.upload(text, { type })).body.errors ?? [];
      expect(refused).toMatchObject({ row: 1, column: 'ContactPhoneNumber', value: '(415) 555-8001' });
      expect(refused?.detail).toContain('DefaultCountry');
      expect((await env.upload(text, { type, query: '?default_country=UK' })).body.detail).toContain('"GB"');
      const query = '?default_country=US';
      const normalized = [
        { Row: 1, Column: 'ContactPhoneNumber', Value: '(415) 555-8001', Number: '+14155558001' },
        { Row: 2, Column: 'ContactPhoneNumber', Value: '+1 (415) 555-8001', Number: '+14155558001' },
        { Row: 3, Column: 'ContactPhoneNumber', Value: '4155558002', Number: '+14155558002' },
      ];
      const skip = `${query}&on_duplicate=skip`;
      const dry = await env.upload(text, { type, query: `${skip}&dry_run=1` });
      expect(dry.body).toMatchObject({ RowsValid: 4, RowsNormalized: 3, Normalized: normalized, RowsSkipped: 1 });
      const done = await env.importFile(text, { type, query: skip });
      expect(done).toMatchObject({ Rows: 4, RowsSkipped: 1, RowsNormalized: 3, DefaultCountry: 'US' });
      const { body } = await env.api.request<{ Jobs: { PhoneNumber: string }[] }>(
        'GET',
        `${env.api.jobs}?import_id=${done.ID}`,
      );
      expect(body.Jobs.map(({ PhoneNumber }) => PhoneNumber)).toEqual(['+14155558001', '+14155558002', '+14155558003']);
      await env.api.request('POST', `/imports/${done.ID}/cancel?jobs=1`);
      await until(
        () => env.get(done.ID),
        ({ JobsByState }) => JobsByState['canceled'] === 3,
        30_000,
      );
    },
    60_000,
  );

  it('reads numbers by the DefaultCountry of the campaign, which an upload overrides; a job that is posted is E.164', async () => {
    const path = `/campaigns/${env.api.campaignId}`;
    expect((await env.api.request('PATCH', path, { DefaultCountry: 'GB' })).status).toBe(200);
    try {
      const text = 'ContactPhoneNumber\n020 7946 0958\n';
      const read = async (query = '') => (await env.upload(text, { query: `?dry_run=1${query}` })).body;
      expect(await read()).toMatchObject({ Normalized: [{ Number: '+442079460958' }] });
      expect(await read('&default_country=US')).toMatchObject({ RowsInvalid: 1, RowsNormalized: 0 });
      const post = async (ContactPhoneNumber: string) =>
        (await env.api.request<{ detail: string }>('POST', `${path}/jobs`, { ContactPhoneNumber })).body.detail;
      expect(await post('020 7946 0958')).toContain('Expected an E.164 number');
      expect(await post('+44 20 7946 0958')).toContain('probably "+442079460958"');
    } finally {
      await env.api.request('PATCH', path, { DefaultCountry: null });
    }
  });
});
