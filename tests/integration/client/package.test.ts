import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { startTestApi, type TestApi } from '../../support/api';

const root = resolve(__dirname, '../../..');
let folder: string;
let api: TestApi;

/** Runs a program in the consumer's folder. @returns what it printed */
const run = async (program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> => {
  const options = { cwd: folder, encoding: 'utf8', env: { ...process.env, ...env } } as const;
  return (await promisify(execFile)(program, args, options)).stdout;
};
const node = (...args: string[]): Promise<string> => run(process.execPath, args);

/** An empty folder in which the packages are installed as they would be published. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'outdial-consumer-'));
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  api = await startTestApi();
  const packed = await node(join(root, 'tools/checks/packages.mjs'), '--pack', join(folder, 'packed'));
  const { client, cli } = JSON.parse(packed) as { client: string; cli: string };
  // What they depend on is in npm's cache since the packages of this repository were installed.
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
  await run('npm', ['install', ...options, client, cli]);
}, 240_000);
afterAll(async () => {
  await api.stop();
  rmSync(folder, { recursive: true });
}, 30_000);

const use = `
  const client = createOutdialClient({ baseUrl: 'http://127.0.0.1:1', apiKey: 'k', maxRetries: 0 });
  client.jobs.list('campaign_1').catch((error) => console.log(error instanceof OutdialConnectionError, typeof verifyWebhook));
`;
const names = '{ createOutdialClient, OutdialConnectionError }';
const webhook = '{ verifyWebhook }';

describe('the published client', () => {
  it('can be imported by ES modules and required by CommonJS', async () => {
    const imports = `import ${names} from '@outdial/client'; import ${webhook} from '@outdial/client/webhook';`;
    expect(await node('--input-type=module', '-e', `${imports}${use}`)).toBe('true function\n');
    const requires = `const ${names} = require('@outdial/client'); const ${webhook} = require('@outdial/client/webhook');`;
    expect(await node('--input-type=commonjs', '-e', `${requires}${use}`)).toBe('true function\n');
  }, 60_000);

  it('provides its types to both', async () => {
    const typed = `
      import { createOutdialClient, type JobState } from '@outdial/client';
      import { verifyWebhook } from '@outdial/client/webhook';
      const client = createOutdialClient({ baseUrl: 'http://127.0.0.1:1', apiKey: 'k' });
      export const state = async (): Promise<JobState> => (await client.jobs.get('campaign_1', 'job_1')).Data.State;
      export const final: JobState = verifyWebhook({ secret: 's', headers: {}, body: '' }).event.Data.State === 'completed' ? 'completed' : 'failed';
      // @ts-expect-error a job has a number
      export const none = client.jobs.create('campaign_1', {});
      // @ts-expect-error there is no such state
      export const wrong: JobState = 'asleep';
    `;
    for (const name of ['consumer.mts', 'consumer.cts']) writeFileSync(join(folder, name), typed);
    const options = '--noEmit --strict --module nodenext --target es2023 --types node --typeRoots'.split(' ');
    const tsc = [resolve(root, 'node_modules/typescript-native/bin/tsc'), ...options, resolve(root, 'node_modules/@types')];
    expect(await node(...tsc, 'consumer.mts', 'consumer.cts')).toBe('');
  }, 120_000);
});

describe('the published command line', () => {
  const outdial = (...args: string[]): Promise<string> =>
    run(join(folder, 'node_modules/.bin/outdial'), args, { OUTDIAL_URL: api.url, OUTDIAL_API_KEY: api.key });

  it('creates a job at a service and reads it', async () => {
    const far = '{"Constraints":{"MinCreationDelay":"1000h"}}';
    const create = ['jobs', 'create', '--campaign', api.campaignId, '--phone', '+14155550123', '--overrides', far];
    const id = (await outdial(...create)).trim();
    const job = JSON.parse(await outdial('jobs', 'get', '--campaign', api.campaignId, id, '--json')) as object;
    expect(job).toMatchObject({ ID: id, Data: { Constraints: { MinCreationDelay: '1000h' } } });
  }, 60_000);

  it('has no commands that need the database, and says where they are', async () => {
    await expect(outdial('admin', 'keys', 'list')).rejects.toThrow('Run it in the image or a checkout');
    const manifest = readFileSync(join(folder, 'node_modules/@outdial/cli/package.json'), 'utf8');
    expect(JSON.parse(manifest)).toMatchObject({ version: readVersion() });
  }, 60_000);
});

const readVersion = (): string =>
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version;
