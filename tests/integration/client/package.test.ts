import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '../../..');
let folder: string;
const node = (...args: string[]): string => execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });

/** A consumer project with the published package installed. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'outdial-consumer-'));
  execFileSync(process.execPath, [resolve(root, 'packages/client/build.mjs')]);
  mkdirSync(join(folder, 'node_modules/@outdial'), { recursive: true });
  symlinkSync(resolve(root, 'packages/client'), join(folder, 'node_modules/@outdial/client'));
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

const use = `
  const client = createOutdialClient({ baseUrl: 'http://127.0.0.1:1', apiKey: 'k', maxRetries: 0 });
  client.jobs.list('campaign_1').catch((error) => console.log(error instanceof OutdialConnectionError, typeof verifyWebhook));
`;
const names = '{ createOutdialClient, OutdialConnectionError }';
const webhook = '{ verifyWebhook }';

describe('the built package', () => {
  it('can be imported by ES modules and required by CommonJS', () => {
    const imports = `import ${names} from '@outdial/client'; import ${webhook} from '@outdial/client/webhook';`;
    expect(node('--input-type=module', '-e', `${imports}${use}`)).toBe('true function\n');
    const requires = `const ${names} = require('@outdial/client'); const ${webhook} = require('@outdial/client/webhook');`;
    expect(node('--input-type=commonjs', '-e', `${requires}${use}`)).toBe('true function\n');
  }, 60_000);

  it('provides its types to both', () => {
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
    const tsc = [resolve(root, 'node_modules/typescript/bin/tsc'), ...options, resolve(root, 'node_modules/@types')];
    expect(node(...tsc, 'consumer.mts', 'consumer.cts')).toBe('');
  }, 120_000);
});
