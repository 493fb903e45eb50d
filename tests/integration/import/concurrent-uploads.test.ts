import { request as httpRequest, type ClientRequest } from 'node:http';
import { createApiKeyCache } from '../../../apps/api/http/api-key-cache';
import { createApiMetrics } from '../../../shared/adapters/metrics/api-metrics';
import { createRegistry } from '../../../shared/adapters/metrics/registry';
import { startTestApi, type Caller, type TestApi } from '../../support/api';
import { until } from '../../support/until';
import { createWorkflowClientDouble } from '../api/workflow-client-double';
import { expectRefusal, upload, type UploadResponse } from './upload';

let api: TestApi;
/** The number of key lookups, and a promise that delays their results while a test needs it. */
let asked = 0;
let answering = Promise.resolve();
/** Requests that have ended, for whatever reason. */
let finished = 0;
beforeAll(async () => {
  api = await startTestApi({
    workflows: createWorkflowClientDouble().workflows,
    deps: {
      apiKeyCache: {
        find: async (key) => {
          asked++;
          await answering;
          return createApiKeyCache(api.store.apiKeys, api.store.auditLog, () => Date.now()).find(key);
        },
        findByHash: (hash) => api.store.apiKeys.findByHash(hash),
        invalidate: () => undefined,
        recordRefusal: () => undefined,
      },
      metrics: { ...createApiMetrics(createRegistry()), trackRequest: () => () => (finished += 1) },
    },
  });
}, 30_000);
/** Uploads whose files never arrive; the API waits while they are connected. */
const slow: ClientRequest[] = [];
afterEach(() => slow.splice(0).forEach((request) => request.destroy()));
afterAll(() => api.stop());

function stall({ jobs, key }: Pick<Caller, 'jobs' | 'key'>): void {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'multipart/form-data; boundary=b' };
  const request = httpRequest(`${api.url}${jobs}/bulk?dry_run=1`, { method: 'POST', headers, agent: false });
  request.on('error', () => undefined);
  // A probing request may hold the slot: then the upload retries.
  request.on('response', () => {
    if (slow.includes(request)) stall({ jobs, key });
  });
  request.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n');
  slow.push(request);
}

const dryRun = (caller: Caller): Promise<UploadResponse> =>
  upload({ ...caller, url: api.url }, 'ContactPhoneNumber\n+14155550123', { query: '?dry_run=1' });
const answered = (caller: Caller, status: number): Promise<UploadResponse> =>
  until(
    () => dryRun(caller),
    (answer) => answer.status === status,
  );

it('stalled uploads of one organization block only that organization', async () => {
  const [one, other, third] = [await api.anotherCaller(), await api.anotherCaller(), await api.anotherCaller()];
  stall(one);
  stall(one);
  const busy = await answered(one, 503);
  expectRefusal(busy, 503, 'uploads_busy', 'Too many uploads');
  expect(busy.headers.get('retry-after')).toBe('2');
  expect((await dryRun(other)).status).toBe(200);
  // The process accepts four uploads in total.
  stall(other);
  stall(other);
  await answered(third, 503);
  slow.splice(0).forEach((request) => request.destroy());
  for (const caller of [one, other, third]) await answered(caller, 200);
});

it('a client that disconnects during authentication does not keep a slot', async () => {
  const caller = await api.anotherCaller();
  let answer = (): void => undefined;
  answering = new Promise((resolve) => (answer = resolve));
  const [askedBefore, overBefore] = [asked, finished];
  for (let n = 0; n < 4; n++) stall(caller);
  await until(
    () => asked - askedBefore,
    (count) => count === 4,
  );
  for (const request of slow) request.destroy();
  await until(
    () => finished - overBefore,
    (count) => count === 4,
  );
  answer();
  expect((await dryRun(caller)).status).toBe(200);
});
