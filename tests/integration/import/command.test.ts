import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { outdial, type Ran } from '../../support/command-line';
import { startImportEnv, type ImportEnv } from './import-env';

const phone = '+14155550123';
const far = '"{""Constraints"":{""MinCreationDelay"":""1000h""}}"';
const file = (rows: string[]): string => ['ContactPhoneNumber,Overrides', ...rows].join('\n');
const validRows = Array.from({ length: 25 }, () => `${phone},${far}`);

let importEnv: ImportEnv;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outdial-import-'));
  importEnv = await startImportEnv();
}, 60_000);
afterAll(async () => {
  await importEnv.stop();
  await rm(folder, { recursive: true });
}, 30_000);

const run = (args: string[], env: Record<string, string> = {}): Promise<Ran> =>
  outdial(['import', ...args], { env: { OUTDIAL_URL: importEnv.api.url, OUTDIAL_DATA_DIR: folder, ...env } });
async function importFile(content: string, ...args: string[]): Promise<Ran> {
  const path = join(folder, 'contacts.csv');
  await writeFile(path, content);
  return run([path, '--campaign', importEnv.api.campaignId, ...args], { OUTDIAL_API_KEY: importEnv.api.key });
}

describe('outdial import', () => {
  it('uploads a file, shows the progress, and exits with 0', async () => {
    const { code, out } = await importFile(file(validRows));
    expect(out).toMatch(/Import import_\w+\n[█░ ]+.* rows.*\ncompleted: 25 jobs created, 0 of them failed/s);
    expect(code).toBe(0);
  }, 60_000);

  it('lists the invalid rows, and exits with 5', async () => {
    const { code, out } = await importFile(file([...validRows, '12345,']));
    expect(out).toContain('row 26, ContactPhoneNumber "*****": Expected an E.164 number');
    expect(code).toBe(5);
  }, 60_000);

  it('lists them without creating anything with --dry-run', async () => {
    const { code, out } = await importFile(file([...validRows, '12345,']), '--dry-run');
    expect(out).toContain('26 rows, 1 of them invalid. Nothing was created.');
    expect(out).toMatch(/Called: 25 \(waiting for: 25 \w+\)\nHOUR \(UTC\) +CALLS.*\n[-\d]+ \d\d:00Z +\d+ +█+\n/);
    expect(code).toBe(5);
  }, 60_000);

  it('reads numbers by --default-country; --dry-run lists what each is read as, the import counts them', async () => {
    const national = file([`415-555-0181,${far}`, `+14155550182,${far}`]);
    const dry = await importFile(national, '--default-country', 'US', '--dry-run');
    expect(dry.out).toContain('1 rows with numbers that are not E.164, read as E.164:');
    expect(dry.out).toContain('row 1, ContactPhoneNumber "415-555-0181": +14155550181');
    const { code, out } = await importFile(national, '--default-country', 'US');
    expect(out).toContain('1 rows with numbers that are not E.164, read as E.164.');
    expect([dry.code, code]).toEqual([0, 0]);
  }, 60_000);

  it('skips duplicates if asked to, lists them, and exits with 0', async () => {
    const rows = ['+14155550177', '+14155550178', '+14155550177'].map((number) => `${number},${far}`);
    const { code, out } = await importFile(file(rows), '--on-duplicate', 'skip');
    expect(out).toContain('completed: 2 jobs created, 0 of them failed');
    expect(out).toContain('1 rows were skipped because their numbers are duplicates.');
    expect(out).toContain('row 3, ContactPhoneNumber "+1********77": The number is in row 1 of the file already.');
    expect(code).toBe(0);
  }, 60_000);

  it('says why a file was rejected, and exits with 1', async () => {
    const { code, err } = await importFile(file(['12345,']));
    expect(err).toContain('row 1, ContactPhoneNumber "12345": Expected an E.164 number');
    expect(code).toBe(1);
  }, 60_000);

  it('uses the key of the local stack, and asks for a key without one', async () => {
    const args = [join(folder, 'contacts.csv'), '--campaign', importEnv.api.campaignId, '--dry-run'];
    expect((await run(args)).err).toContain('No API key is set');
    await writeFile(join(folder, 'bootstrap.key'), `${importEnv.api.key}\n`);
    expect((await run(args)).code).toBe(5);
    expect((await run([])).err).toMatch(/missing required argument 'file'.*--help/s);
  }, 60_000);
});
