import { execFile } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { signWebhook } from '@outdial/client/webhook';
import type { TestApi } from '../../support/api';
import { startApiWithWorkers, type ApiWithWorkers } from '../../support/api-with-workers';
import { createProcesses } from '../../support/processes';
import { untilPrinted } from '../../support/program';
import { until } from '../../support/until';

const root = resolve(__dirname, '../../..');
let folder: string;
let running: ApiWithWorkers;
let api: TestApi;
const processes = createProcesses();

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
  running = await startApiWithWorkers();
  ({ api } = running);
  const packed = await node(join(root, 'tools/checks/packages.mjs'), '--pack', join(folder, 'packed'));
  const { client, cli } = JSON.parse(packed) as { client: string; cli: string };
  // What they depend on is in npm's cache since the packages of this repository were installed.
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
  await run('npm', ['install', ...options, client, cli]);
  for (const example of ['receive-webhooks', 'import-csv'])
    cpSync(join(root, 'examples', example), join(folder, example), { recursive: true });
  symlinkSync(join(root, 'node_modules/express'), join(folder, 'node_modules/express'));
}, 240_000);
afterAll(async () => {
  await processes.end();
  await running.stop();
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
    const tsc = [
      resolve(root, 'node_modules/typescript-native/bin/tsc'),
      ...options,
      resolve(root, 'node_modules/@types'),
    ];
    expect(await node(...tsc, 'consumer.mts', 'consumer.cts')).toBe('');
  }, 120_000);
});

describe('the published command line', () => {
  const outdial = (...args: string[]): Promise<string> =>
    run(join(folder, 'node_modules/.bin/outdial'), args, { OUTDIAL_URL: api.url, OUTDIAL_API_KEY: api.key });

  it('creates a job at a service and reads it', async () => {
    const far = '{"Constraints":{"MinCreationDelay":"1000h"}}';
    const create = ['jobs', 'create', '--campaign', api.campaignId, '--phone', '+14155550191', '--overrides', far];
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

describe('the example that receives webhooks', () => {
  const start = async (secret: string) => {
    const env = { ...process.env, WEBHOOK_SECRET: secret, PORT: '0', EVENTS_FILE: join(folder, 'events.ndjson') };
    const command = { command: process.execPath, args: ['receive-webhooks/server.mjs'], cwd: folder, env };
    const receiver = await processes.program(command, (printed) => untilPrinted(printed, 'Listening on'));
    const url = /http\S+/.exec(receiver.output())?.[0] ?? '';
    return { receiver, url };
  };
  const stateOf = async (url: string, jobId: string): Promise<unknown> =>
    ((await (await fetch(`${new URL(url).origin}/jobs/${jobId}`)).json()) as { state?: string }).state;

  it('follows jobs, counts no event twice, refuses what is not signed and remembers after a kill', async () => {
    const secret = 'whsec_' + Buffer.alloc(24, 7).toString('base64');
    const first = await start(secret);
    const { body } = await api.request<{ WebhookID: string; Secret: string }>('POST', '/webhooks', {
      DestinationURL: first.url,
    });
    await first.receiver.stop();
    // The secret is known only after the registration, as for a real receiver, which then has another port.
    const { receiver, url } = await start(`${secret},${body.Secret}`);
    await api.request('PATCH', `/webhooks/${body.WebhookID}`, { DestinationURL: url });
    const far = { Constraints: { MinCreationDelay: '1000h' } };
    const created = await api.request<{ JobID: string }>('POST', `/campaigns/${api.campaignId}/jobs`, {
      ContactPhoneNumber: '+14155550192',
      Overrides: far,
    });
    await until(
      () => stateOf(url, created.body.JobID),
      (state) => state === 'scheduled',
      60_000,
    );
    const stored = (): string[] => readFileSync(join(folder, 'events.ndjson'), 'utf8').trim().split('\n');
    // Events come in any order: that of the creation may be the last.
    await until(stored, ({ length }) => length === 2, 60_000);

    const event = {
      ...(JSON.parse(stored()[0] ?? '') as { event: { JobID: string } }).event,
      Event: 'job_state_updated',
    };
    const text = JSON.stringify({ ...event, EventTimeMS: Date.now() + 60_000, Data: { State: 'canceled' } });
    const post = (headers: Record<string, string>): Promise<number> =>
      fetch(url, { method: 'POST', body: text, headers }).then(({ status }) => status);
    const signed = signWebhook({ id: 'event_repeated', body: text }, secret);
    const before = stored().length;
    expect([await post(signed), await post(signed)]).toEqual([204, 204]);
    expect(await post({ ...signed, 'webhook-id': 'event_other' })).toBe(400);
    expect(stored()).toHaveLength(before + 1);

    await receiver.kill();
    appendFileSync(join(folder, 'events.ndjson'), '{"id":"cut o');
    const again = await start(secret);
    expect(await stateOf(again.url, event.JobID)).toBe('canceled');
    expect(stored()).toHaveLength(before + 1);
    await again.receiver.stop();
  }, 120_000);
});

describe('the example that imports a file', () => {
  const importFile = (file: string): Promise<string> =>
    run(process.execPath, [join(folder, 'import-csv/import.mjs'), file], {
      OUTDIAL_URL: api.url,
      OUTDIAL_API_KEY: api.key,
      OUTDIAL_CAMPAIGN: api.campaignId,
    });

  it('makes a job of each row, once', async () => {
    const printed = await importFile(join(folder, 'import-csv/contacts.csv'));
    expect(printed).toContain('completed: 3 jobs created');
    const importId = /import_\w+/.exec(printed)?.[0];
    expect(await importFile(join(folder, 'import-csv/contacts.csv'))).toContain(`Import ${importId}\n`);
  }, 120_000);

  it('creates nothing of a file with a wrong row, and says which', async () => {
    const file = join(folder, 'wrong.csv');
    writeFileSync(file, 'ContactPhoneNumber\n+14155550129\n12345\n');
    await expect(importFile(file)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('row 2') as string,
    });
  }, 60_000);
});

const readVersion = (): string =>
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version;
