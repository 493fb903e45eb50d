import { randomBytes } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { scaledMs } from '../../support/deadline';
import { testPort } from '../../support/ports';
import { testMasterKey } from '../../support/master-keys';
import { createProcesses, type ApiProcess } from '../../support/processes';
import { anonymousRequest, createRequest } from '../../support/requests';
import { until } from '../../support/until';

const key = 'a_bootstrap_key_for_the_test';
const database = `test_${randomBytes(8).toString('hex')}`;
const environment = {
  MONGODB_URI: process.env['OUTDIAL_TEST_MONGODB'] ?? '',
  MONGODB_DATABASE: database,
  TEMPORAL_ADDRESS: process.env['OUTDIAL_TEST_TEMPORAL'] ?? '',
  OUTDIAL_MASTER_KEY: testMasterKey,
  OUTDIAL_BOOTSTRAP_KEY: key,
  OUTDIAL_DEMO: 'true',
};

const processes = createProcesses();

const start = (env: NodeJS.ProcessEnv): Promise<ApiProcess> => processes.api({ PATH: process.env['PATH'], ...env });
/** Starts a process that is expected to exit. */
const fail = async (env: NodeJS.ProcessEnv): Promise<{ code: number; errors: string }> => {
  const program = await processes.startUnready('api', { PATH: process.env['PATH'], ...env });
  return { code: await program.exited(), errors: program.printed('stderr') };
};

/** Waits until the process reports itself ready; from then on it must be usable. */
const ready = (url: string): Promise<unknown> =>
  until(
    () => anonymousRequest(url)('GET', '/readyz'),
    ({ status }) => status === 200,
    20_000,
  );

afterAll(async () => {
  await processes.end();
  const client = new MongoClient(environment.MONGODB_URI);
  await client.db(database).dropDatabase();
  await client.close();
});
jest.setTimeout(60_000);

describe('the API process', () => {
  it('creates the key, the organization and the demo campaign once, in two concurrent processes', async () => {
    const both = await Promise.all([start(environment), start(environment)]);
    for (const { url } of both) {
      const request = createRequest(url, key);
      await ready(url);
      expect((await request('GET', '/campaigns')).body).toMatchObject({
        Campaigns: [{ ID: 'campaign_demo', OrgID: 'org_default', Version: 1 }],
      });
    }
    for (const api of both) expect(await api.stop('SIGTERM')).toBe(0);
  });

  it('replaces the key when the setting changes, and changes back', async () => {
    for (const [now, before] of [
      [`${key}_2`, key],
      [key, `${key}_2`],
    ] as const) {
      const api = await start({ ...environment, OUTDIAL_BOOTSTRAP_KEY: now });
      await ready(api.url);
      expect((await createRequest(api.url, now)('GET', '/campaigns')).status).toBe(200);
      expect((await createRequest(api.url, before)('GET', '/campaigns')).status).toBe(401);
      expect(await api.stop('SIGINT')).toBe(0);
    }
  });

  it('responds while both servers are unavailable, and stops on a signal', async () => {
    const alone = await start({
      ...environment,
      MONGODB_URI: 'mongodb://127.0.0.1:1',
      MONGODB_SELECTION_SECONDS: '2',
      TEMPORAL_ADDRESS: '127.0.0.1:1',
    });
    const request = createRequest(alone.url, key);
    expect((await request('GET', '/healthz')).status).toBe(200);
    expect((await request('GET', '/readyz')).body).toMatchObject({
      Checks: { MongoDB: 'unavailable', Temporal: 'unavailable' },
    });
    expect((await request('GET', '/campaigns')).status).toBe(503);
    expect(await alone.stop('SIGTERM')).toBe(0);
  });

  it('reports draining before it closes its port, and serves its metrics until the end', async () => {
    const metricsPort = await testPort();
    const env = { ...environment, DRAIN_SECONDS: String(scaledMs(4_000) / 1_000), METRICS_PORT: String(metricsPort) };
    const draining = await start(env);
    const { url } = draining;
    const request = createRequest(url, key);
    await ready(url);
    const ended = draining.stop('SIGTERM');
    const drainResponse = await until(
      () => request('GET', '/readyz'),
      ({ status }) => status === 503,
    );
    expect(drainResponse.body).toMatchObject({ Status: 'draining' });
    expect((await request('GET', '/campaigns')).status).toBe(200);
    expect((await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).status).toBe(200);
    expect(await ended).toBe(0);
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  });

  it('reports every invalid setting, and exits with 1', async () => {
    const wrong = await fail({ PORT: 'http', OUTDIAL_BOOTSTRAP_KEY: 'hunter2' });
    expect(wrong.code).toBe(1);
    for (const name of ['MONGODB_URI', 'OUTDIAL_MASTER_KEY', 'PORT', 'OUTDIAL_BOOTSTRAP_KEY'])
      expect(wrong.errors).toContain(name);
    expect(wrong.errors).not.toContain('hunter2');
    expect(wrong.errors).not.toContain('    at ');
  });

  it('reports a port in use, and exits with 1', async () => {
    const { url } = await start(environment);
    const second = await fail({ ...environment, PORT: new URL(url).port });
    expect(second.code).toBe(1);
    expect(second.errors).toContain('EADDRINUSE');
    expect(second.errors).not.toContain('    at ');
  });
});
