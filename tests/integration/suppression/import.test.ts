import type { DryRunBody } from '../../../shared/contracts/import-response.schema';
import { startImportEnv, type ImportEnv } from '../import/import-env';

let env: ImportEnv;
beforeAll(async () => {
  env = await startImportEnv();
}, 60_000);
afterAll(() => env.stop());

const rowCount = 700;
const numberOf = (row: number): string => `+1415557${String(row).padStart(4, '0')}`;
/** Every seventh number is suppressed, every eleventh row after the first twenty is invalid; over several batches of the import. */
const isSuppressed = (row: number): boolean => row % 7 === 0;
const isInvalid = (row: number): boolean => row > 20 && row % 11 === 0;
const rows = Array.from({ length: rowCount }, (_, index) => index + 1);
const wait = JSON.stringify({ Constraints: { MinCreationDelay: '1000h' } }).replaceAll('"', '""');
const text = [
  'ContactPhoneNumber,Overrides',
  ...rows.map((row) => `${numberOf(row)},${isInvalid(row) ? '{' : `"${wait}"`}`),
].join('\n');
const suppressed = rows.filter((row) => isSuppressed(row) && !isInvalid(row));
const invalid = rows.filter(isInvalid);

interface Export {
  State: string;
  FailureReason?: string;
  Metadata: { __service_RowID: number };
}
async function exportJobs(): Promise<Export[]> {
  const headers = { authorization: `Bearer ${env.api.key}`, accept: 'application/x-ndjson' };
  const response = await fetch(`${env.api.url}${env.api.jobs}`, { headers });
  const lines = (await response.text()).trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Export);
}

it('an import accounts for every row: invalid, suppressed or scheduled; its dry run says the same before', async () => {
  for (const [index, row] of suppressed.entries()) {
    const base = index % 2 === 0 ? '' : `/campaigns/${env.api.campaignId}`;
    await env.api.request('POST', `${base}/suppressions`, { PhoneNumber: numberOf(row) });
  }
  const dry = (await env.upload(text, { query: '?dry_run=1' })).body as DryRunBody;
  expect(dry).toMatchObject({
    Rows: rowCount,
    RowsValid: rowCount - invalid.length,
    RowsInvalid: invalid.length,
    RowsSuppressed: suppressed.length,
    SuppressedRows: suppressed,
    RowsPlanned: rowCount - invalid.length - suppressed.length,
    RowsHeld: 0,
    RowsNever: suppressed.length,
    NeverBecause: [{ Code: 'opted_out', Count: suppressed.length }],
    WaitsFor: [{ Gate: 'MinCreationDelay', Count: rowCount - invalid.length - suppressed.length }],
  });
  expect(dry.Calls.reduce((sum, { Count }) => sum + Count, 0)).toBe(dry.RowsPlanned);
  const done = await env.importFile(text);
  expect(done).toMatchObject({
    State: 'completed',
    Rows: rowCount,
    JobsCreated: rowCount,
    RowsInvalid: invalid.length,
    RowsSuppressed: suppressed.length,
    JobsByState: {
      failed: invalid.length + suppressed.length,
      scheduled: rowCount - invalid.length - suppressed.length,
    },
  });
  const jobs = await exportJobs();
  const rowsOf = (holds: (job: Export) => boolean): number[] =>
    jobs
      .filter(holds)
      .map(({ Metadata }) => Metadata.__service_RowID)
      .sort((one, other) => one - other);
  expect(rowsOf(({ FailureReason }) => FailureReason === 'opted_out')).toEqual(suppressed);
  expect(rowsOf(({ FailureReason }) => FailureReason === 'invalid_configuration')).toEqual(invalid);
  expect(rowsOf(() => true)).toEqual(rows);
}, 60_000);
