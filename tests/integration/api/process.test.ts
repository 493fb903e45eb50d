import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { randomBytes } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { freePort } from '../../../apps/dev/ports';
import { testMasterKey } from '../../support/master-keys';
import { createRequest } from '../../support/requests';
import { until } from '../../support/until';

const root = resolve(__dirname, '../../..');
const key = 'a_bootstrap_key_for_the_test';
const database = `test_${randomBytes(8).toString('hex')}`;
const environment = {
  MONGODB_URI: process.env['OUTDIAL_TEST_MONGODB'] ?? '',
  MONGODB_DATABASE: database,
  TEMPORAL_ADDRESS: process.env['OUTDIAL_TEST_TEMPORAL'] ?? '',
  OUTDIAL_MASTER_KEY: testMasterKey,
  OUTDIAL_BOOTSTRAP_KEY: key,
  OUTDIAL_DEMO: 'true',
  PORT: '0',
};

interface Running {
  child: ChildProcess;
  output: { stdout: string; stderr: string };
  ended: Promise<number | null>;
}
const running: Running[] = [];

function startProcess(env: Record<string, string>): Running {
  const child = spawn(process.execPath, ['--import', 'tsx', 'apps/api/main.ts'], {
    cwd: root,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  const started = { child, output, ended };
  running.push(started);
  return started;
}

/** The address from the line that says that the API listens. */
async function listening({ output }: Running): Promise<string> {
  const line = /"url":"(http:[^"]+)","msg":"api ready"/;
  const seen = await until(
    () => output.stdout + output.stderr,
    (text) => line.test(text),
    30_000,
  );
  return line.exec(seen)?.[1] ?? '';
}

afterAll(async () => {
  for (const { child, ended } of running) {
    child.kill('SIGKILL');
    await ended;
  }
  const client = new MongoClient(environment.MONGODB_URI);
  await client.db(database).dropDatabase();
  await client.close();
});
jest.setTimeout(60_000);

describe('the API process', () => {
  it('makes the key, the organisation and the demo campaign once, by two processes at the same time', async () => {
    const both = [startProcess(environment), startProcess(environment)];
    const urls = await Promise.all(both.map(listening));
    for (const url of urls) {
      const request = createRequest(url, key);
      const { body } = await until(
        () => request('GET', '/campaigns'),
        ({ status }) => status === 200,
      );
      expect(body).toMatchObject({ Campaigns: [{ ID: 'campaign_demo', OrgID: 'org_default', Version: 1 }] });
    }
    for (const { child, ended } of both) {
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
    }
  });

  it('adds another key beside the first when the setting changes', async () => {
    const other = startProcess({ ...environment, OUTDIAL_BOOTSTRAP_KEY: `${key}_2` });
    const url = await listening(other);
    for (const one of [key, `${key}_2`])
      await until(
        () => createRequest(url, one)('GET', '/campaigns'),
        ({ status }) => status === 200,
      );
    other.child.kill('SIGINT');
    expect(await other.ended).toBe(0);
  });

  it('answers while both servers are away, and ends when it is told to', async () => {
    const alone = startProcess({
      ...environment,
      MONGODB_URI: 'mongodb://127.0.0.1:1',
      TEMPORAL_ADDRESS: '127.0.0.1:1',
    });
    const request = createRequest(await listening(alone), key);
    expect((await request('GET', '/healthz')).status).toBe(200);
    expect((await request('GET', '/readyz')).body).toMatchObject({ Checks: { MongoDB: 'away', Temporal: 'away' } });
    expect((await request('GET', '/campaigns')).status).toBe(503);
    const toldMs = Date.now();
    alone.child.kill('SIGTERM');
    expect(await alone.ended).toBe(0);
    expect(Date.now() - toldMs).toBeLessThan(10_000);
  });

  it('says that it drains before it closes its port, and shows its metrics to the end', async () => {
    const metricsPort = await freePort(0);
    const env = { ...environment, DRAIN_SECONDS: '3', METRICS_PORT: String(metricsPort) };
    const draining = startProcess(env);
    const url = await listening(draining);
    const request = createRequest(url, key);
    await until(
      () => request('GET', '/readyz'),
      ({ status }) => status === 200,
      20_000,
    );
    draining.child.kill('SIGTERM');
    const told = await until(
      () => request('GET', '/readyz'),
      ({ status }) => status === 503,
    );
    expect(told.body).toMatchObject({ Status: 'draining' });
    expect((await request('GET', '/campaigns')).status).toBe(200);
    expect((await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).status).toBe(200);
    expect(await draining.ended).toBe(0);
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  });

  it('says everything that is wrong with its settings, and ends with 1', async () => {
    const wrong = startProcess({ PORT: 'http', OUTDIAL_BOOTSTRAP_KEY: 'hunter2' });
    expect(await wrong.ended).toBe(1);
    for (const name of ['MONGODB_URI', 'OUTDIAL_MASTER_KEY', 'PORT', 'OUTDIAL_BOOTSTRAP_KEY'])
      expect(wrong.output.stderr).toContain(name);
    expect(wrong.output.stderr).not.toContain('hunter2');
    expect(wrong.output.stderr).not.toContain('    at ');
  });

  it('says that its port is taken, and ends with 1', async () => {
    const first = startProcess(environment);
    const { port } = new URL(await listening(first));
    const second = startProcess({ ...environment, PORT: port });
    expect(await second.ended).toBe(1);
    expect(second.output.stderr).toContain('EADDRINUSE');
    expect(second.output.stderr).not.toContain('    at ');
  });
});
