import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { builtFolder } from '../../support/build';
import { testPort } from '../../support/ports';
import { createProcesses, serviceEnv } from '../../support/processes';
import { setting } from '../../support/setting';

jest.setTimeout(120_000);
const root = resolve(__dirname, '../../..');
const processes = createProcesses();
afterAll(() => processes.end());
const node = async (...args: string[]): Promise<string> => (await promisify(execFile)(process.execPath, args)).stdout;
const { version } = JSON.parse(readFileSync(join(root, 'apps/cli/package.json'), 'utf8')) as { version: string };

/** Copies the sources that every program needs, with some more, and links the packages. */
function copyCheckout(name: string, more: readonly string[]): string {
  const checkout = join(processes.folder, name);
  const sources = ['packages/client', 'shared', 'tools/build', 'package.json', 'tsconfig.json', ...more];
  const isSource = (path: string): boolean => !/node_modules|\/dist(\/|$)/.test(path.slice(root.length));
  for (const path of sources) cpSync(join(root, path), join(checkout, path), { recursive: true, filter: isSource });
  mkdirSync(join(checkout, 'node_modules'));
  for (const entry of readdirSync(join(root, 'node_modules')).filter((one) => one !== '.cache'))
    symlinkSync(join(root, 'node_modules', entry), join(checkout, 'node_modules', entry));
  return checkout;
}

describe('the bundles of the API and the worker', () => {
  const env = (): NodeJS.ProcessEnv => ({
    ...serviceEnv({
      mongo: setting('OUTDIAL_TEST_MONGODB'),
      database: `programs_${randomBytes(6).toString('hex')}`,
      temporal: { address: setting('OUTDIAL_TEST_TEMPORAL'), namespace: 'default' },
    }),
    OUTDIAL_DATA_DIR: processes.folder,
  });

  it.each(['api', 'worker'] as const)('report invalid settings and exit: %s', async (name) => {
    const program = await processes.startUnready(name, { ...env(), OUTDIAL_MASTER_KEY: 'short', MONGODB_URI: '' });
    expect(await program.exited()).toBe(1);
    expect(program.printed('stderr')).toMatch(/^Invalid settings:\n(.*\n)* {2}MONGODB_URI: /);
    expect(program.printed('stderr')).not.toContain('    at ');
  });

  it('load what only some settings need: every provider, a bucket, a model', async () => {
    const trunks = join(processes.folder, 'trunks.json');
    writeFileSync(trunks, JSON.stringify([{ Name: 'main', URI: 'sip:127.0.0.1:9', HealthCheck: 0 }]));
    const all = {
      ...env(),
      CALL_PROVIDER: 'sip,asterisk,twilio,simulated',
      SIP_TRUNKS: trunks,
      SIP_HOST: '127.0.0.1',
      SIP_PORT: String(await testPort()),
      ASTERISK_URL: 'http://127.0.0.1:9/ari',
      ASTERISK_USER: 'outdial',
      ASTERISK_PASSWORD: 'secret',
      ASTERISK_ENDPOINT: 'PJSIP/{e164}@carrier',
      TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
      TWILIO_AUTH_TOKEN: 'token',
      TWILIO_BASE_URL: 'http://127.0.0.1:9',
      PUBLIC_URL: 'https://calls.example',
      RECORDING_STORE: 's3',
      RECORDING_BUCKET: 'recordings',
      ANALYSIS_OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
      ANALYSIS_OPENAI_MODEL: 'any',
    };
    const [api, worker] = await Promise.all([processes.api(all), processes.worker(all)]);
    const pages = ['/docs', '/docs/swagger-ui.css', '/listen', '/openapi.json', '/console/'];
    const statuses = pages.map(async (path) => [path, (await fetch(`${api.url}${path}`)).status]);
    expect(await Promise.all(statuses)).toEqual(pages.map((path) => [path, 200]));
    expect(await Promise.all([api.stop(), worker.stop()])).toEqual([0, 0]);
  });
});

describe('the command line', () => {
  it('runs from a checkout and from the build', async () => {
    expect(await node(join(root, 'apps/cli/outdial.mjs'), '--version')).toBe(`${version}\n`);
    expect(await node(join(await builtFolder(), 'outdial.js'), '--version')).toBe(`${version}\n`);
  });

  it('never runs what its sources no longer say', async () => {
    const checkout = copyCheckout('checkout', ['apps/cli']);
    const run = () => node(join(checkout, 'apps/cli/outdial.mjs'), '--help');
    const program = join(checkout, 'apps/cli/program.ts');
    const text = readFileSync(program, 'utf8');
    const say = (words: string): void => writeFileSync(program, text.replace('from the terminal.', words));

    expect(await run()).toContain('calls from the terminal.');
    say('again.');
    expect(await run()).toContain('calls again.');
    // An older time of modification, as tools that copy files set it, and the same size.
    say('anew..');
    utimesSync(program, new Date(0), new Date(0));
    expect(await run()).toContain('calls anew..');
    // A new file that takes the place of another one.
    const shadow = join(checkout, 'apps/cli/arguments.tsx');
    writeFileSync(shadow, "throw new Error('It is run.');");
    await expect(run()).rejects.toThrow(/It is run\./);
    rmSync(shadow);
    expect(await run()).toContain('calls anew..');
    writeFileSync(program, 'syntax error');
    await expect(run()).rejects.toThrow(/Expected ";" but found "error"/);
  });
});

describe('the build of npm start', () => {
  it('says where in the sources it fails, and nothing of its own', async () => {
    const checkout = copyCheckout('broken', [
      'apps/api',
      'apps/worker',
      'apps/cli/package.json',
      'activities',
      'workflows',
      'docs/openapi.json',
    ]);
    writeFileSync(join(checkout, 'apps/api/bootstrap.ts'), 'syntax error');
    const failed = await node(join(checkout, 'tools/build/start.mjs')).catch(
      (error: unknown) => error as { stderr: string },
    );
    expect(failed).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/\napps\/api\/bootstrap\.ts:1:7: ERROR: Expected ";".*\n$/) as string,
    });
    expect(failed).not.toMatchObject({ stderr: expect.stringContaining('node_modules/esbuild') as string });
  });
});
