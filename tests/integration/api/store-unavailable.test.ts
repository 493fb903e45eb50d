import { routes } from '../../../apps/api/routes';
import { aJobBody, startTestApi, type TestApi } from '../../support/api';
import { until } from '../../support/until';
import { createWorkflowClientDouble } from './workflow-client-double';
import { expectProblem } from './problem';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy';

let proxy: TcpProxy;
let api: TestApi;
const double = createWorkflowClientDouble();

const back = () =>
  until(
    () => api.request('GET', '/campaigns'),
    ({ status }) => status === 200,
  );

beforeAll(async () => {
  const { hostname, port } = new URL(process.env['OUTDIAL_TEST_MONGODB'] ?? '');
  proxy = await startTcpProxy({ host: hostname, port: Number(port) });
  const mongodbUri = `mongodb://127.0.0.1:${proxy.port}/?directConnection=true`;
  const mongoLimits = { MONGODB_SELECTION_SECONDS: 2, MONGODB_CONNECT_SECONDS: 2 };
  api = await startTestApi({ mongodbUri, mongoLimits, workflows: double.workflows });
});
afterAll(async () => {
  proxy.restore();
  await back();
  await api.stop();
  await proxy.stop();
});
describe('while the database is unavailable', () => {
  it('every endpoint responds 503 with Retry-After, and recovers afterwards', async () => {
    const guarded = routes.filter(({ access }) => access !== 'public');
    proxy.cut();
    const ask = ({ method, path }: (typeof guarded)[number]) =>
      api.request(method, path.replaceAll(/:[A-Za-z]+/g, 'x'), method === 'POST' ? aJobBody() : undefined);
    const answers = await Promise.all(guarded.map(ask));
    // Invalid requests are still reported as such.
    const asked = answers.filter(({ status }) => status !== 400 && status !== 415);
    expect(asked.length).toBeGreaterThanOrEqual(10);
    for (const answer of asked) expectProblem(answer, 'store_unavailable');
    proxy.restore();
    await back();
  });

  it('a rejected job leaves nothing behind', async () => {
    await back();
    const count = () => api.mongo.db.collection('jobs').countDocuments();
    const before = await count();
    proxy.cut();
    expectProblem(await api.request('POST', api.jobs, aJobBody()), 'store_unavailable');
    proxy.restore();
    await back();
    expect(await count()).toBe(before);
    expect(double.asked.filter(({ what }) => what === 'startJob')).toEqual([]);
  });

  it('the process is alive, and in service for a while', async () => {
    proxy.cut();
    expect((await api.request('GET', '/healthz')).status).toBe(200);
    const answer = await until(
      () => api.request<{ Status: string }>('GET', '/readyz'),
      ({ body }) => body.Status !== 'ready',
    );
    expect(answer).toMatchObject({ status: 200, body: { Status: 'degraded', Checks: { MongoDB: 'unavailable' } } });
    proxy.restore();
    await back();
  });

  it('a probe is answered even while the database hangs', async () => {
    await back();
    proxy.freeze();
    const frozen = await until(
      () => api.request<{ Status: string }>('GET', '/readyz'),
      ({ body }) => body.Status !== 'ready',
    );
    expect(frozen).toMatchObject({ status: 200, body: { Checks: { MongoDB: 'unavailable' } } });
    proxy.restore();
    await back();
  });
});
