import { createSharedHits } from '../../../apps/api/rate-limit/shared-hits';
import { startTestApi, type TestApi } from '../../support/api';
import { insertKey } from '../../support/keys';
import { refusal } from '../../support/listen';
import { until } from '../../support/until';
import { pino } from 'pino';
import { createWorkflowClientDouble } from '../api/workflow-client-double';
import { expectProblem } from '../api/problem';

let api: TestApi;
/** The middle of a window, so that no test crosses into the next one. */
const clock = { nowMs: 1_800_000_005_000 };
beforeAll(async () => {
  api = await startTestApi({
    workflows: createWorkflowClientDouble().workflows,
    rateLimits: { perKey: 5, perOrganization: 8 },
    deps: { nowMs: () => clock.nowMs },
  });
});
afterAll(() => api.stop());
beforeEach(() => {
  clock.nowMs += 10_000;
});
const times = (n: number): unknown[] => Array.from({ length: n });

it('reports the remaining quota in every response, and rejects excess with 429 and Retry-After', async () => {
  const { request } = await insertKey(api);
  for (const [index] of times(5).entries()) {
    const answer = await request('GET', '/campaigns');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('ratelimit')).toContain(`"key"; r=${4 - index}; t=`);
    expect(answer.headers.get('ratelimit-policy')).toContain('"key"; q=5; w=10');
  }
  const refused = await request('GET', '/campaigns');
  expect(expectProblem(refused, 'rate_limited').detail).toContain('More than 5 requests per key');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  clock.nowMs += 10_000;
  expect((await request('GET', '/campaigns')).status).toBe(200);
});

it('limits all keys of an organization together, without affecting other organizations', async () => {
  const keys = [await insertKey(api), await insertKey(api)];
  for (const { request } of keys)
    for (const _ of times(4)) expect((await request('GET', '/campaigns')).status).toBe(200);
  expect(expectProblem(await (await insertKey(api)).request('GET', '/campaigns'), 'rate_limited').detail).toContain(
    'organization',
  );
  expect((await (await api.anotherCaller()).request('GET', '/campaigns')).status).toBe(200);
});

it('counts websockets together with requests, and rejects them with the same problem', async () => {
  const { key, request } = await insertKey(api);
  const path = `${api.jobs}/job_x/calls/call_x/stream-audio-bot`;
  const url = `${api.url.replace('http', 'ws')}${path}`;
  for (const _ of times(4)) expect((await refusal(url, key)).status).toBe(404);
  expect((await request('GET', '/campaigns')).headers.get('ratelimit')).toContain('"key"; r=0; t=');
  const refused = await refusal(url, key);
  expect([refused.status, refused.body]).toMatchObject([429, { code: 'rate_limited' }]);
  const asRequest = await request('GET', '/campaigns');
  expect(expectProblem(asRequest, 'rate_limited').detail).toBe((refused.body as { detail: string }).detail);
  // A second may pass between the two.
  const withoutTime = (value: unknown): string => String(value).replace(/\d{6,}/, 'seconds');
  for (const name of ['ratelimit', 'ratelimit-policy', 'retry-after'])
    expect(withoutTime(refused.headers[name])).toBe(withoutTime(asRequest.headers.get(name)));
});

it('never rejects a probe', async () => {
  for (const _ of times(20)) expect((await api.request('GET', '/healthz')).status).toBe(200);
});

describe('counts over several processes', () => {
  const logger = pino({ level: 'silent' });
  const hits = (counts = api.store.rateCounts) =>
    createSharedHits({ counts, name: 'test', windowMs: 10_000, nowMs: () => clock.nowMs, logger });
  const total = async (store: ReturnType<typeof hits>, key: string): Promise<number> =>
    (await store.increment(key)).totalHits;

  it('converge quickly', async () => {
    const [one, other] = [hits(), hits()];
    for (const _ of times(10)) await one.increment('shared');
    // Each read counts as one more.
    let looks = 0;
    await until(
      async () => (looks++, total(other, 'shared')),
      (seen) => seen > 10,
    );
    expect(looks).toBeLessThan(200);
  });

  it('reset with each window', async () => {
    const one = hits();
    await one.increment('window');
    clock.nowMs += 10_000;
    expect(await total(one, 'window')).toBe(1);
  });

  it('continue per process while the store is unavailable', async () => {
    const one = hits({ add: () => Promise.reject(new Error('away')) });
    for (const [index] of times(5).entries()) expect(await total(one, 'alone')).toBe(index + 1);
  });
});
