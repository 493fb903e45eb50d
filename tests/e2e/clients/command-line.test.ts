import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createOutdialClient } from '@outdial/client';
import { verifyWebhook } from '@outdial/client/webhook';
import { outdial, type Ran, type RunOptions } from '../../support/command-line';
import { joinLiveEnv, type LiveEnv } from '../../support/live-env';
import { startReceiver } from '../../support/receiver';
import { until } from '../../support/until';

jest.setTimeout(120_000);
const root = resolve(__dirname, '../../..');
const phone = '+14155550123';
const simulated = (simulator: object): string =>
  JSON.stringify({ Integrations: { simulator: { RingSeconds: 0, Scenario: 'conversation_complete', ...simulator } } });
const far = '{"Constraints":{"MinCreationDelay":"1000h"}}';

let testEnv: LiveEnv;
let folder: string;
let env: { OUTDIAL_URL: string; OUTDIAL_API_KEY: string; OUTDIAL_CAMPAIGN: string };
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'outdial-cli-'));
  testEnv = await joinLiveEnv();
  const url = testEnv.apis[0]?.url ?? '';
  env = { OUTDIAL_URL: url, OUTDIAL_API_KEY: testEnv.key, OUTDIAL_CAMPAIGN: testEnv.campaignId };
});
afterAll(() => rmSync(folder, { recursive: true }));
const cli = (args: string[], options: RunOptions = {}): Promise<Ran> => outdial(args, { env, ...options });
/** Runs a command that must succeed. @returns its output */
const done = async (...args: string[]): Promise<string> => {
  const { code, out, err } = await cli(args);
  expect({ args, code, err }).toEqual({ args, code: 0, err: '' });
  return out.trim();
};
const stateOf = async (id: string): Promise<string> =>
  (JSON.parse(await done('jobs', 'get', id, '--json')) as { Data: { State: string } }).Data.State;

describe('the life cycle of a job on the command line', () => {
  it('is created, explained, watched through every transition until it completes, and listed', async () => {
    const id = await done(
      'jobs',
      'create',
      '--phone',
      phone,
      '--name',
      'Ada',
      '--overrides',
      simulated({ TalkSeconds: 2 }),
    );
    expect(await done('jobs', 'explain', id)).toMatch(/\S/);
    const watched = await done('jobs', 'watch', id, '--exit-status');
    const states = watched.split('\n').map((line) => line.split(/ +/)[1]);
    expect(states).toEqual(expect.arrayContaining(['scheduled', 'calling', 'completed']));
    expect(states.filter((state) => state === 'completed')).toHaveLength(1);
    expect(await done('jobs', 'list')).toMatch(new RegExp(`${id} +completed +\\${phone} +Ada`));
    expect(await done('jobs', 'get', id, '--events')).toMatch(/State +completed.*job_state_updated/s);
    const recorded = join(folder, 'call.mp3');
    await until(
      () => cli(['recordings', 'get', id, '--output', recorded]),
      ({ code }) => code === 0,
      20_000,
    );
    expect(readFileSync(recorded).length).toBeGreaterThan(1000);
    await done('jobs', 'delete', id);
    await until(
      () => stateOf(id),
      (state) => state === 'deleted',
    );
  });

  it('is watched as JSON, and --exit-status reports a failed job', async () => {
    const overrides = JSON.stringify({
      Constraints: { MaxTotalCalls: 1 },
      Integrations: { simulator: { RingSeconds: 0, Scenario: 'contact_busy' } },
    });
    const { code, values } = await cli([
      'jobs',
      'create',
      '--phone',
      phone,
      '--overrides',
      overrides,
      '--watch',
      '--json',
    ]);
    expect(code).toBe(0);
    const [created, ...events] = values() as [{ JobID: string }, ...{ Properties: { State?: string } }[]];
    expect(events.at(-1)?.Properties.State).toBe('failed');
    expect((await cli(['jobs', 'watch', created.JobID, '--exit-status'])).code).toBe(1);
    expect((await cli(['jobs', 'watch', created.JobID])).code).toBe(0);
  });

  it('is rescheduled and canceled', async () => {
    const id = await done('jobs', 'create', '--phone', phone, '--overrides', far);
    await until(
      () => stateOf(id),
      (state) => state === 'scheduled',
    );
    await done('jobs', 'reschedule', id, '--in', '2h');
    const next = async () =>
      (JSON.parse(await done('jobs', 'get', id, '--json')) as { Data: { NextCallMS?: number } }).Data;
    await until(next, ({ NextCallMS = 0 }) => Math.abs(NextCallMS - Date.now() - 7_200_000) < 60_000);
    await done('jobs', 'cancel', id);
    await until(
      () => stateOf(id),
      (state) => state === 'canceled',
    );
  });
});

describe('other commands', () => {
  it('import a file with a progress bar and list its invalid rows', async () => {
    const file = join(folder, 'contacts.csv');
    const row = `${phone},"${far.replaceAll('"', '""')}"`;
    const rows = [...Array.from({ length: 25 }, () => row), '12345,'];
    writeFileSync(file, ['ContactPhoneNumber,Overrides', ...rows].join('\n'));
    expect(await cli(['import', file, '--dry-run', '--json'])).toMatchObject({ code: 5 });
    const { code, out } = await cli(['import', file]);
    expect(code).toBe(5);
    expect(out).toMatch(/Import import_\w+\n[█░ ]+.* rows.*\ncompleted: 26 jobs created, 1 of them failed/s);
    const id = /import_\w+/.exec(out)?.[0] ?? '';
    expect(await done('imports', 'errors', id)).toMatch(/26 +ContactPhoneNumber/);
    expect(await done('imports', 'get', id)).toMatch(/State +completed/);
    expect(await done('imports', 'list')).toContain(id);
    await done('imports', 'cancel', id, '--jobs');
  });

  it('test a webhook, list its delivery and redeliver it', async () => {
    const receiver = await startReceiver();
    try {
      const [id = '', secret = ''] = (await done('webhooks', 'create', receiver.url)).split('\n');
      await done('webhooks', 'test', id);
      const [got] = await until(
        () => receiver.received.filter(({ body }) => body.includes('"TestJob":true')),
        (all) => all.length > 0,
      );
      expect(verifyWebhook({ secret, headers: got!.headers, body: got!.body }).event.WebhookID).toBe(id);
      const webhookId = got!.headers['webhook-id'] ?? '';
      const delivered = await until(
        () => cli(['webhooks', 'deliveries', id, '--state', 'delivered', '--json']),
        ({ out }) => out.includes(webhookId),
      );
      const deliveries = delivered.values() as { ID: string; MessageID: string }[];
      await done('webhooks', 'redeliver', id, deliveries.find(({ MessageID }) => MessageID === webhookId)!.ID);
      await until(
        () => receiver.received.filter(({ headers }) => headers['webhook-id'] === webhookId).length,
        (count) => count >= 2,
      );
      await done('webhooks', 'delete', id);
    } finally {
      await receiver.stop();
    }
  });

  it.each([
    ['bot', 24_000],
    ['user', 16_000],
  ])('write a live call to a file until it ends (%s)', async (channel, rate) => {
    const file = join(folder, `${channel}.wav`);
    const id = await done('jobs', 'create', '--phone', phone, '--overrides', simulated({ TalkSeconds: 5 }));
    const { code, out } = await cli(['listen', id, '--channel', channel, '--output', file, '--json']);
    expect(code).toBe(0);
    const result = JSON.parse(out) as { Seconds: number; File: string };
    const wav = readFileSync(file);
    expect(wav.readUInt32LE(24)).toBe(rate);
    expect(wav.readUInt32LE(40)).toBe(wav.length - 44);
    expect(result.Seconds).toBeGreaterThan(2);
    expect(wav.subarray(44).some((byte) => byte !== 0)).toBe(true);
    // The record of a call is closed a moment after its audio ends.
    await until(
      () => stateOf(id),
      (state) => state !== 'calling',
    );
    const late = await cli(['listen', `call_${id.slice(4)}_1`, '--output', file]);
    expect(late).toMatchObject({ code: 1, err: expect.stringContaining('There is no live call') as string });
  });
});

describe('the program itself', () => {
  /** Runs the `outdial` command of the checkout in another folder. */
  const program = (args: string[]) => {
    const environment = { PATH: process.env['PATH'], OUTDIAL_DATA_DIR: folder, ...env };
    const child = spawn(process.execPath, [join(root, 'apps/cli/outdial.mjs'), ...args], {
      cwd: folder,
      env: environment,
    });
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    return { child, ended, printed: () => printed };
  };

  it('runs in any folder, and Ctrl-C stops watching without a stack trace', async () => {
    const id = await done('jobs', 'create', '--phone', phone, '--overrides', far);
    const watching = program(['jobs', 'watch', id]);
    await until(watching.printed, (text) => text.includes('scheduled'), 30_000);
    watching.child.kill('SIGINT');
    expect(await watching.ended).toBe(130);
    expect(watching.printed()).not.toMatch(/ at |Error/);
  });

  it('exits silently when the reader closes the pipe', async () => {
    const line = `node ${join(root, 'apps/cli/outdial.mjs')} jobs list --all --json | head -n 1`;
    const child = spawn('bash', ['--norc', '-o', 'pipefail', '-c', line], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], ...env },
    });
    let err = '';
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0);
    expect(err).toBe('');
  });
});

describe('the life cycle of a job with the client', () => {
  it('goes from a key to a completed job and its events', async () => {
    const client = createOutdialClient({ baseUrl: env.OUTDIAL_URL, apiKey: env.OUTDIAL_API_KEY });
    const { CampaignID } = await client.campaigns.create({
      Name: 'Client',
      DefaultCallerID: '+14155550100',
      JitterSeconds: 0,
    });
    const Overrides = JSON.parse(simulated({ TalkSeconds: 1 })) as object;
    const { JobID } = await client.jobs.create(CampaignID, { ContactPhoneNumber: phone, Overrides });
    expect((await client.jobs.explain(CampaignID, JobID)).JobID).toBe(JobID);
    const job = await until(
      () => client.jobs.get(CampaignID, JobID, { events: true }),
      ({ Data }) => Data.State === 'completed',
      60_000,
    );
    expect(job.Data.Analysis?.CallSummary).toMatch(/\S/);
    const call = job.Data.Calls?.[0];
    const recording = await until(
      () =>
        client.calls
          .recording({ campaignID: CampaignID, jobID: JobID, callID: call?.ID ?? '' }, 'merged.mp3')
          .catch(() => undefined),
      (response) => response !== undefined,
      20_000,
    );
    expect((await recording?.arrayBuffer())?.byteLength).toBeGreaterThan(1000);
  });
});
