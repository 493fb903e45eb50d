import { startTestApi, type TestApi } from '../../support/api';
import { anonymousRequest } from '../../support/requests';

let api: TestApi;
let draining = false;
let bootstrapped = true;
beforeAll(async () => {
  api = await startTestApi({ deps: { draining: () => draining, bootstrapped: () => bootstrapped } });
});
afterAll(() => api.stop());

describe('the probes', () => {
  it('need no key', async () => {
    const request = anonymousRequest(api.url);
    expect(await request('GET', '/healthz')).toMatchObject({ status: 200, body: { Status: 'ok' } });
    expect(await request('GET', '/readyz')).toMatchObject({
      status: 200,
      body: { Status: 'ready', Checks: { MongoDB: 'ok', Temporal: 'ok' } },
    });
  });

  it('report a process whose first key and campaign do not exist yet as not ready', async () => {
    bootstrapped = false;
    const answer = await anonymousRequest(api.url)('GET', '/readyz');
    expect(answer).toMatchObject({ status: 503, body: { Status: 'starting', Checks: { MongoDB: 'ok' } } });
    expect(answer.headers.get('retry-after')).not.toBeNull();
    bootstrapped = true;
    expect((await anonymousRequest(api.url)('GET', '/readyz')).status).toBe(200);
  });

  it('report a process that is shutting down as not ready', async () => {
    draining = true;
    const answer = await anonymousRequest(api.url)('GET', '/readyz');
    expect(answer).toMatchObject({ status: 503, body: { Status: 'draining' } });
    expect(answer.headers.get('retry-after')).not.toBeNull();
    expect((await anonymousRequest(api.url)('GET', '/healthz')).status).toBe(200);
    draining = false;
  });
});
