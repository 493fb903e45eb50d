import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOutdialClient } from '@outdial/client';
import { outdial, type Ran } from '../../support/command-line';
import { joinLiveEnv, type LiveEnv } from '../../support/live-env';
import { until } from '../../support/until';

jest.setTimeout(120_000);
const phone = '+14155550123';
const far = '{"Constraints":{"MinCreationDelay":"1000h"}}';

let testEnv: LiveEnv;
let folder: string;
let env: { OUTDIAL_URL: string; OUTDIAL_API_KEY: string; OUTDIAL_CAMPAIGN: string };
const cli = (args: string[]): Promise<Ran> => outdial(args, { env });
const idsOf = ({ values }: Ran): string[] => (values() as { ID: string }[]).map(({ ID }) => ID).sort();

/** 120 imported jobs, and a test job and a canceled job created after `noon`. */
let [importId, testJob, canceled, noon] = ['', '', '', ''];
let imported: string[];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'outdial-lists-'));
  testEnv = await joinLiveEnv();
  env = {
    OUTDIAL_URL: testEnv.apis[0]?.url ?? '',
    OUTDIAL_API_KEY: testEnv.key,
    OUTDIAL_CAMPAIGN: testEnv.campaignId,
  };
  const file = join(folder, 'many.ndjson');
  const row = {
    ContactPhoneNumber: phone,
    ContactName: 'Ada\u2028"A"\nLovelace',
    Overrides: JSON.parse(far) as object,
  };
  writeFileSync(file, `${JSON.stringify(row)}\n`.repeat(120));
  const { code, out } = await cli(['import', file]);
  expect(code).toBe(0);
  importId = /import_\w+/.exec(out)?.[0] ?? '';
  imported = idsOf(await cli(['jobs', 'list', '--all', '--json']));
  noon = new Date().toISOString();
  const make = async (...flags: string[]): Promise<string> =>
    (await cli(['jobs', 'create', '--phone', phone, '--overrides', far, ...flags])).out.trim();
  [testJob, canceled] = [await make('--test'), await make()];
  await cli(['jobs', 'cancel', canceled]);
  await until(
    () => cli(['jobs', 'list', '--state', 'canceled', '--json']),
    ({ out: listed }) => listed.includes(canceled),
  );
  await until(
    () => cli(['jobs', 'list', '--state', 'scheduled', '--all', '--json']),
    (listed) => idsOf(listed).length === 121,
    60_000,
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('hundreds of jobs, on the command line and with the client', () => {
  it('are listed and exported with the same filters', async () => {
    const expected: [string[], string[]][] = [
      [[], [...imported, testJob, canceled]],
      [['--state', 'canceled,failed'], [canceled]],
      [
        ['--state', 'canceled', '--state', 'scheduled', '--no-test'],
        [...imported, canceled],
      ],
      [['--test'], [testJob]],
      [['--import', importId], imported],
      [
        ['--created-after', noon],
        [testJob, canceled],
      ],
      [['--created-before', noon, '--no-test'], imported],
    ];
    for (const [filters, ids] of expected) {
      expect({ filters, ids: idsOf(await cli(['jobs', 'list', '--all', '--json', ...filters])) }).toEqual({
        filters,
        ids: [...ids].sort(),
      });
      expect({ filters, ids: idsOf(await cli(['jobs', 'export', ...filters])) }).toEqual({
        filters,
        ids: [...ids].sort(),
      });
    }
  });

  it('are exported to files, and --fields import can be imported again', async () => {
    const [csv, ndjson] = [join(folder, 'many.csv'), join(folder, 'again.ndjson')];
    expect(await cli(['jobs', 'export', '--output', csv])).toMatchObject({
      code: 0,
      out: `${csv}: 122 jobs\n`,
      err: '',
    });
    expect(readFileSync(csv, 'utf8')).toMatch(/^"ID","State","ContactPhoneNumber"/);
    const printed = await cli(['jobs', 'export', '--format', 'csv']);
    expect(printed.out).toBe(readFileSync(csv, 'utf8'));
    const flags = ['--import', importId, '--limit', '3', '--fields', 'import', '--output', ndjson, '--json'];
    expect((await cli(['jobs', 'export', ...flags])).values()).toEqual([{ File: ndjson, Format: 'ndjson', Jobs: 3 }]);
    const validated = await cli(['import', ndjson, '--dry-run', '--json']);
    expect(validated.values()).toMatchObject([{ Rows: 3, RowsInvalid: 0 }]);
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('are counted by state', async () => {
    const counts = { scheduled: 120, canceled: 1, completed: 0 };
    expect((await cli(['campaigns', 'stats', '--json'])).values()).toMatchObject([
      { Jobs: 121, JobsByState: counts, TestJobs: 1 },
    ]);
    const { out } = await cli(['campaigns', 'stats', env.OUTDIAL_CAMPAIGN]);
    expect(out).toMatch(
      /^STATE +JOBS +TEST JOBS\n(.*\n)*scheduled +120 +1\n(.*\n)*canceled +1 +0\n(.*\n)*all +121 +1\n$/,
    );
  });

  it('are iterated by the client, in one request and with dates', async () => {
    const client = createOutdialClient({ baseUrl: env.OUTDIAL_URL, apiKey: env.OUTDIAL_API_KEY });
    const campaign = env.OUTDIAL_CAMPAIGN;
    const seen: string[] = [];
    for await (const job of client.jobs.export(campaign, { state: 'scheduled', created_before: new Date(noon) })) {
      seen.push(job.ID);
      expect(job).toMatchObject({ ContactName: 'Ada\u2028"A"\nLovelace', ImportID: importId, State: 'scheduled' });
    }
    expect(seen.sort()).toEqual(imported);
    for await (const row of client.jobs.export(campaign, { test: true, fields: 'import' })) {
      expect(row).toMatchObject({ ContactPhoneNumber: phone, TestJob: true });
      expect(row).not.toHaveProperty('ID');
    }
    const file = await client.jobs.exportFile(campaign, 'csv', { state: ['canceled', 'failed'] });
    expect(file.headers.get('content-type')).toMatch(/^text\/csv/);
    expect((await file.text()).trim().split('\r\n')).toHaveLength(2);
    expect((await client.campaigns.stats(campaign)).JobsByState.scheduled).toBe(120);
    expect((await client.organization.get()).ID).toMatch(/\S/);
  });
});
