import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startImportEnv, type ImportEnv } from './import-env';

const root = resolve(__dirname, '../../..');
const phone = '+14155550123';
const far = '"{""Constraints"":{""MinCreationDelay"":""1000h""}}"';
const file = (rows: string[]): string => ['ContactPhoneNumber,Overrides', ...rows].join('\n');
const good = Array.from({ length: 25 }, () => `${phone},${far}`);

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

/** Runs `npm run import`'s program. */
async function run(args: string[], env: Record<string, string> = {}): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', join(root, 'apps/cli/import.ts'), ...args], {
    cwd: root,
    env: { PATH: process.env['PATH'], OUTDIAL_URL: importEnv.api.url, OUTDIAL_DATA_DIR: folder, ...env },
  });
  let said = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise<number | null>((exited) => child.once('close', exited));
  return { code, said };
}
async function importing(content: string, ...args: string[]): Promise<{ code: number | null; said: string }> {
  const path = join(folder, 'contacts.csv');
  await writeFile(path, content);
  return run([path, '--campaign', importEnv.api.campaignId, ...args], { OUTDIAL_API_KEY: importEnv.api.key });
}

describe('npm run import', () => {
  it('uploads a file, shows how far it is, and exits with 0', async () => {
    const { code, said } = await importing(file(good));
    expect(said).toMatch(/Import import_\w+\n[█░ ]+.* rows.*\ncompleted: 25 jobs, 0 of them failed/s);
    expect(code).toBe(0);
  }, 60_000);

  it('tells which rows are bad, and exits with 2', async () => {
    const { code, said } = await importing(file([...good, '12345,']));
    expect(said).toContain('row 26, ContactPhoneNumber "*****": Expected an E.164 number');
    expect(code).toBe(2);
  }, 60_000);

  it('tells them without making anything with --dry-run', async () => {
    const { code, said } = await importing(file([...good, '12345,']), '--dry-run');
    expect(said).toContain('26 rows, 1 of them bad. Nothing was made.');
    expect(code).toBe(2);
  }, 60_000);

  it('says why a file was refused, and exits with 1', async () => {
    const { code, said } = await importing(file(['12345,']));
    expect(said).toContain('row 1, ContactPhoneNumber "12345": Expected an E.164 number');
    expect(code).toBe(1);
  }, 60_000);

  it('finds the key of a local stack, and says how it is used where there is none', async () => {
    const args = [join(folder, 'contacts.csv'), '--campaign', importEnv.api.campaignId, '--dry-run'];
    expect((await run(args)).said).toContain('There is no API key');
    await writeFile(join(folder, 'bootstrap.key'), `${importEnv.api.key}\n`);
    expect((await run(args)).code).toBe(2);
    expect((await run([])).said).toMatch(/missing required argument 'file'.*--help/s);
  }, 60_000);
});
