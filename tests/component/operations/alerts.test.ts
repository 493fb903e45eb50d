import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { obtainDebianProgram, type InstalledProgram } from '../../../tools/dev-stack/obtain/debian-packages';
import { NotObtainableError } from '../../../tools/dev-stack/obtain/resolution';
import { testToolbox } from '../../support/processes';

const rules = resolve(__dirname, '../../../docs/operations/alerts.yaml');
const promtool = {
  command: 'promtool',
  folder: 'bin',
  packages: ['prometheus'],
  cacheName: 'debian-prometheus-1',
} as const;
/** A download once. */
jest.setTimeout(180_000);

let program: InstalledProgram | undefined;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'outdial-alerts-'));
  copyFileSync(rules, join(folder, 'alerts.yaml'));
  copyFileSync(join(__dirname, 'alerts.rules.yaml'), join(folder, 'tests.yaml'));
  try {
    program = await obtainDebianProgram(testToolbox(), promtool);
  } catch (error) {
    if (!(error instanceof NotObtainableError)) throw error;
    console.warn(`SKIPPED: the alerts are not evaluated: ${error.message}`);
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs promtool in the folder of the copies. @returns what it printed; undefined where there is none */
const check = async (...args: string[]): Promise<string | undefined> => {
  if (program === undefined) return undefined;
  const options = { cwd: folder, env: { ...process.env, ...program.env } };
  const { stdout, stderr } = await promisify(execFile)(program.executable, args, options);
  return stdout + stderr;
};

describe('the alerts', () => {
  it('are rules that Prometheus accepts', async () => {
    expect((await check('check', 'rules', 'alerts.yaml')) ?? 'SUCCESS').toContain('SUCCESS');
  });

  it('fire when their cause lasts, and not in a healthy deployment', async () => {
    expect((await check('test', 'rules', 'tests.yaml')) ?? 'SUCCESS').toContain('SUCCESS');
  });
});
