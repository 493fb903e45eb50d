import { createOutdialClient, OutdialConnectionError, OutdialError, type OutdialClientOptions } from '@outdial/client';
import { collectGarbage } from '../../support/collect-garbage';

type Answer = () => Response | Promise<Response>;
const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
const created: Answer = () => json(201, { JobID: 'job_1' });
const problem =
  (status: number, code: string, headers: Record<string, string> = {}): Answer =>
  () =>
    json(status, { status, code, title: 'No.', detail: `It is ${code}.`, requestId: 'req_1' }, headers);
const lost: Answer = () => {
  throw new TypeError('fetch failed');
};
const aJob = { ContactPhoneNumber: '+14155550123' };

/** Creates a client of an API with scripted responses, one per request; the last one repeats. */
function createClient(answers: Answer[], options: Partial<OutdialClientOptions> = {}) {
  const requests: Request[] = [];
  const waitsMs: number[] = [];
  const client = createOutdialClient({
    baseUrl: 'https://api.test/',
    apiKey: 'od_secret',
    fetch: async (request) => {
      requests.push(request);
      return (answers[Math.min(requests.length, answers.length) - 1] ?? created)();
    },
    sleep: (ms) => {
      waitsMs.push(ms);
      return Promise.resolve();
    },
    random: () => 1,
    nowMs: () => Date.UTC(2026, 0, 5, 12),
    ...options,
  });
  return { client, requests, waitsMs, create: () => client.jobs.create('campaign_1', aJob) };
}

describe('a request that fails temporarily', () => {
  it.each([
    ['a lost response', lost],
    ['503', problem(503, 'store_unavailable')],
    ['429', problem(429, 'rate_limited')],
    ['502 from a proxy', () => new Response('<html>', { status: 502 })],
    ['409 because its own first attempt is in progress', problem(409, 'idempotency_in_progress')],
  ])('is retried after %s, with the same Idempotency-Key and body', async (_name, failure) => {
    const { create, requests } = createClient([failure, failure, created]);
    expect(await create()).toEqual({ JobID: 'job_1' });
    const keys = requests.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[\w-]{36}$/);
    const bodies = await Promise.all(requests.map((request) => request.text()));
    expect(bodies).toEqual(Array.from({ length: 3 }, () => JSON.stringify(aJob)));
  });

  it('backs off exponentially up to 8 s with jitter, and gives up after the maximum number of retries', async () => {
    const { create, waitsMs, requests } = createClient([lost], { maxRetries: 6 });
    await expect(create()).rejects.toThrow(OutdialConnectionError);
    expect(waitsMs).toEqual([500, 1000, 2000, 4000, 8000, 8000]);
    expect(requests).toHaveLength(7);
    const calm = createClient([lost], { random: () => 0 });
    await expect(calm.create()).rejects.toThrow('The API is unreachable at https://api.test.');
    expect(calm.waitsMs).toEqual([250, 500, 1000, 2000]);
  });

  it('honors Retry-After in seconds or as a date, up to a minute', async () => {
    const date = new Date(Date.UTC(2026, 0, 5, 12, 0, 9)).toUTCString();
    const answers = ['7', date].map((after) => problem(503, 'uploads_busy', { 'retry-after': after }));
    const patient = createClient([...answers, created]);
    await patient.create();
    expect(patient.waitsMs).toEqual([7000, 9000]);
    const limited = createClient([problem(429, 'rate_limited', { 'retry-after': '61' })]);
    await expect(limited.create()).rejects.toMatchObject({ status: 429, retryAfter: 61 });
    expect(limited.requests).toHaveLength(1);
  });

  it('is not retried if a retry could have a second effect or cannot help', async () => {
    const patch = createClient([lost]);
    await expect(patch.client.campaigns.update('campaign_1', { Name: 'B' })).rejects.toThrow(OutdialConnectionError);
    expect(patch.requests).toHaveLength(1);
    for (const failure of [
      problem(400, 'invalid_body'),
      problem(409, 'job_not_running'),
      problem(500, 'internal_error'),
    ]) {
      const { create, requests } = createClient([failure]);
      await expect(create()).rejects.toThrow(OutdialError);
      expect(requests).toHaveLength(1);
    }
    const limited = createClient([problem(429, 'rate_limited'), () => json(200, { ID: 'campaign_1' })]);
    expect(await limited.client.campaigns.update('campaign_1', { Name: 'B' })).toMatchObject({ ID: 'campaign_1' });
  });

  it('keeps the caller’s key, and stops immediately when the caller aborts', async () => {
    const keyed = createClient([lost, created]);
    await keyed.client.jobs.create('campaign_1', aJob, { idempotencyKey: 'order-1' });
    expect(keyed.requests.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['order-1', 'order-1']);
    const enough = new AbortController();
    const stopped = createClient([
      () => {
        enough.abort(new Error('Enough.'));
        return lost();
      },
    ]);
    const { signal } = enough;
    await expect(stopped.client.jobs.create('campaign_1', aJob, { signal })).rejects.toThrow('Enough.');
    expect(stopped.requests).toHaveLength(1);
  });

  it('fails if no response starts in time', async () => {
    const { create } = createClient([], {
      maxRetries: 0,
      timeoutMs: 20,
      fetch: (request) =>
        new Promise((_resolve, reject) => {
          request.signal.addEventListener('abort', () => reject(request.signal.reason as Error));
          // A signal referenced only by another signal may be collected during a long wait.
          setImmediate(collectGarbage);
        }),
    });
    const error: unknown = await create().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'OutdialConnectionError', cause: { message: 'No response within 0.02 s.' } });
  });
});

describe('an error response', () => {
  it('is thrown with its status, code, detail, fields and request id', async () => {
    const errors = [{ pointer: '/ContactPhoneNumber', detail: 'Expected an E.164 number.' }];
    const body = { status: 400, code: 'invalid_body', title: 'No.', detail: 'Bad.', requestId: 'req_7', errors };
    const { create } = createClient([() => json(400, body)]);
    const error: unknown = await create().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(OutdialError);
    expect(error).toMatchObject({ status: 400, code: 'invalid_body', detail: 'Bad.', errors, requestId: 'req_7' });
  });

  it('is thrown even if it is not from the API', async () => {
    const proxy = createClient([() => new Response('<h1>Nope</h1>', { status: 418, statusText: "I'm a teapot" })]);
    await expect(proxy.create()).rejects.toMatchObject({ status: 418, code: undefined, detail: "I'm a teapot" });
    const moved = createClient([() => new Response('', { status: 301, headers: { location: 'https://other.test/' } })]);
    await expect(moved.create()).rejects.toThrow('a redirect to https://other.test/, which is not followed');
  });

  it('never reveals the key, and an invalid key or address is rejected', () => {
    for (const apiKey of ['', 'two words', 'line\nbreak', 'ключ']) {
      const make = () => createOutdialClient({ baseUrl: 'https://api.test', apiKey });
      expect(make).toThrow(TypeError);
      expect(make).not.toThrow(apiKey === '' ? /^$/ : apiKey);
    }
    expect(() => createOutdialClient({ baseUrl: 'ftp://api.test', apiKey: 'k' })).toThrow('http or https');
  });

  it('is not sent over http, except to this machine or where that is allowed', () => {
    const make = (baseUrl: string, allowHttp?: boolean) => () =>
      createOutdialClient({ baseUrl, apiKey: 'k', ...(allowHttp === undefined ? {} : { allowHttp }) });
    for (const url of ['http://api.test', 'http://127.0.0.1.api.test', 'http://10.0.0.1', 'http://localhost.api.test'])
      expect(make(url)).toThrow('unencrypted');
    for (const url of [
      'http://127.0.0.1:8080',
      'http://[::1]:8080',
      'http://localhost',
      'http://2130706433',
      'https://api.test',
    ])
      expect(make(url)).not.toThrow();
    expect(make('http://api.test', true)).not.toThrow();
  });
});

describe('a list', () => {
  it('is read page by page to its end', async () => {
    const pages = [['job_1', 'job_2'], ['job_3'], []].map(
      (ids) => () => json(200, { Jobs: ids.map((ID) => ({ ID })) }),
    );
    const { client, requests } = createClient(pages);
    const seen: string[] = [];
    for await (const { ID } of client.jobs.all('campaign/1')) seen.push(ID);
    expect(seen).toEqual(['job_1', 'job_2', 'job_3']);
    expect(requests.map(({ url }) => url.replace('https://api.test', ''))).toEqual([
      '/campaigns/campaign%2F1/jobs',
      '/campaigns/campaign%2F1/jobs?after=job_2',
      '/campaigns/campaign%2F1/jobs?after=job_3',
    ]);
  });
});
