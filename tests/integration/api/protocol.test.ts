import { connect } from 'node:net';
import { routes } from '../../../apps/api/routes';
import { aJobBody, startTestApi, type TestApi } from '../../support/api';
import { createWorkflowClientDouble } from './workflow-client-double';
import { expectProblem, pointersOf } from './problem';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workflows: createWorkflowClientDouble().workflows });
});
afterAll(() => api.stop());

const json = { 'content-type': 'application/json' };
const post = <Body>(raw: string | Uint8Array, headers: Record<string, string> = json) =>
  api.request<Body>('POST', api.jobs, undefined, { raw, headers });

/** Sends raw bytes over a socket, for what no HTTP client would send. */
const exchangeBytes = (bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });

describe('paths', () => {
  it.each(['/', '/nope', '/campaigns/x/y/z', '/Campaigns', '/campaigns/x/jobs/y/z', '/__proto__', '//campaigns'])(
    'that do not exist are 404: %s',
    async (path) => {
      expectProblem(await api.request('GET', path), 'route_not_found');
    },
  );

  it.each(['/campaigns/%', '/campaigns/%E0%A4%A', '/campaigns/x/jobs/%ff'])(
    'that do not decode are 400: %s',
    async (path) => {
      expectProblem(await api.request('GET', path), 'malformed_request');
    },
  );

  const paths = [...new Set(routes.map(({ path }) => path))];
  it.each(paths)('%s answers other methods with 405 and Allow', async (path) => {
    const taken = routes.filter((route) => route.path === path).map(({ method }) => method as string);
    const url = path.replaceAll(/:[A-Za-z]+/g, 'x');
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((one) => !taken.includes(one))) {
      const answer = await api.request(method, url);
      expectProblem(answer, 'method_not_allowed');
      const allow = answer.headers.get('allow')?.split(', ') ?? [];
      expect(allow).toEqual(expect.arrayContaining(taken));
      expect(allow).not.toContain(method);
    }
    const options = await api.request('OPTIONS', url);
    expect([options.status, options.headers.get('allow')?.split(', ')]).toEqual([204, expect.arrayContaining(taken)]);
  });

  it('answer HEAD as GET, without a body', async () => {
    const job = await api.insertJob();
    const answer = await api.request('HEAD', `${api.jobs}/${job.ID}`);
    expect(answer).toMatchObject({ status: 200, body: undefined });
  });

  it.each(['http://[::1', 'x:'])('that are no URL are 400: %s', async (target) => {
    const answer = await exchangeBytes(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"code":"malformed_request"');
    expect(answer).toMatch(/\r\nX-Request-Id: req_/i);
    expect(answer).toMatch(/\r\nCache-Control: no-store/i);
  });

  it('are the same with a trailing slash', async () => {
    expect((await api.request('GET', '/campaigns/')).status).toBe(200);
  });
});

describe('a body', () => {
  const good = JSON.stringify(aJobBody());

  it.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    ['application/jsonp'],
    ['application/json; charset=utf-16'],
    ['application/json; charset=iso-8859-1'],
  ])('of type %s is 415', async (type) => {
    expectProblem(await post(good, { 'content-type': type }), 'unsupported_media_type');
  });

  it('without a type is 415', async () => {
    expectProblem(await post(Buffer.from(good), {}), 'unsupported_media_type');
  });

  it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'])(
    'of type %s is read',
    async (type) => {
      expect((await post(good, { 'content-type': type })).status).toBe(201);
    },
  );

  it.each(['{', '{"a":1,}', "{'a':1}", '{"a":NaN}', 'undefined', '{"a":1}x', '\u0000', ' '])(
    '%j is not JSON: 400',
    async (raw) => {
      expectProblem(await post(raw), 'malformed_json');
    },
  );

  it('in another encoding is 400', async () => {
    expectProblem(await post(Buffer.from(good, 'utf16le')), 'malformed_json');
    expectProblem(await post(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])), 'malformed_json');
  });

  it.each(['[]', '"text"', '5', 'null', 'true'])('that is %s instead of an object is 400', async (raw) => {
    expect(expectProblem(await post(raw), 'invalid_body').errors).toEqual([
      { pointer: '', detail: 'Expected an object.' },
    ]);
  });

  const large = '1546130668394913822';
  const job = (fields: string): string => `{"ContactPhoneNumber":"+14155550123",${fields}}`;
  it.each([
    [`"Metadata":{"CustomerID":${large}}`, '/Metadata/CustomerID'],
    [`"Data":{"Ids":[1,{"~":${large}}]}`, '/Data/Ids/1/~0'],
    ['"Data":{"Amount":1e400}', '/Data/Amount'],
    ['"Data":{"Share":0.12345678901234567890}', '/Data/Share'],
    [`"Overrides":{"Integrations":{"crm":{"ID":${large}}}}`, '/Overrides/Integrations/crm/ID'],
    ['"Overrides":{"MaxCallSeconds":60.00000000000000001}', '/Overrides/MaxCallSeconds'],
    [String.raw`"ContactName":"Ann \ud83d"`, '/ContactName'],
    [String.raw`"Data":{"Note":"\ude00\ud83d"}`, '/Data/Note'],
    ['"ContactName":"Ann","ContactName":"Bo"', '/ContactName'],
    ['"Data":{"a":1,"a":2}', '/Data/a'],
    [`"Data":{"a":${'['.repeat(60_000)}${']'.repeat(60_000)}}`, '/Data'],
  ])('with what would not be kept as it was sent is 400, with its place (%#)', async (fields, pointer) => {
    for (const headers of [json, { ...json, 'idempotency-key': `key of ${fields.slice(0, 60)}` }]) {
      const answer = await post(job(fields), headers);
      expectProblem(answer, 'invalid_body');
      expect(pointersOf(answer)).toEqual([pointer]);
    }
  });

  it('keeps every number and text that it accepts', async () => {
    const Data = '{"a":[0.1,-2.5e-9,9007199254740991,123456789012345680000],"b":"\\ud83d\\ude00","c":{"":1.10}}';
    const { body } = await post<{ JobID: string }>(job(`"Data":${Data}`));
    const read = await api.request<{ Data: { Data: unknown } }>('GET', `${api.jobs}/${body.JobID}`);
    expect(read.body.Data.Data).toEqual(JSON.parse(Data));
  });

  it('of every kind is read by the same rule', async () => {
    const stored = await api.insertJob({ State: 'scheduled' });
    const campaign = `/campaigns/${api.campaignId}`;
    for (const [method, path, raw, pointer] of [
      ['POST', `${api.jobs}/${stored.ID}/update`, `{"Metadata":{"a":${large}}}`, '/Metadata/a'],
      ['POST', '/campaigns', `{"Name":"A","AnalysisSchema":{"maximum":${large}}}`, '/AnalysisSchema/maximum'],
      ['PATCH', campaign, `{"Defaults":{"Integrations":{"a":{"b":${large}}}}}`, '/Defaults/Integrations/a/b'],
      ['POST', `${campaign}/schedule-preview`, job(`"Data":{"a":${large}}`), '/Data/a'],
      ['POST', '/webhooks', String.raw`{"DestinationURL":"https://a.example/\ud800"}`, '/DestinationURL'],
    ] as const) {
      const answer = await api.request(method, path, undefined, { raw, headers: json });
      expectProblem(answer, 'invalid_body');
      expect(pointersOf(answer)).toEqual([pointer]);
    }
  });

  it('that is missing is 400 if fields are required', async () => {
    expectProblem(await api.request('POST', api.jobs), 'invalid_body');
    expectProblem(await post(''), 'invalid_body');
  });

  it('over 256 kB is 413, and the connection stays usable', async () => {
    const field = (bytes: number) => JSON.stringify(aJobBody({ ContactName: 'x'.repeat(bytes) }));
    expectProblem(await post(field(256 * 1024)), 'body_too_large');
    expectProblem(await post(field(5_000_000)), 'body_too_large');
    expectProblem(await post(field(200_000)), 'invalid_body');
    expect((await post(good)).status).toBe(201);
  });

  it('is limited by its decompressed size', async () => {
    const { gzipSync } = await import('node:zlib');
    const bomb = gzipSync(Buffer.alloc(10_000_000, ' '));
    expectProblem(await post(bomb, { ...json, 'content-encoding': 'gzip' }), 'body_too_large');
    expectProblem(await post(good, { ...json, 'content-encoding': 'compress' }), 'unsupported_media_type');
  });

  it.each([
    [
      'an array in Data',
      `{"ContactPhoneNumber":"+14155550123","Data":{"a":${'['.repeat(60_000)}${']'.repeat(60_000)}}}`,
    ],
    [
      'objects in Metadata',
      `{"ContactPhoneNumber":"+14155550123","Metadata":${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}}`,
    ],
    ['an unknown field', `{"ContactPhoneNumber":"+14155550123","x":${'['.repeat(60_000)}${']'.repeat(60_000)}}`],
  ])('nested too deeply (%s) is 400', async (_where, raw) => {
    expectProblem(await post(raw), 'invalid_body');
  });

  it('may be an empty object or missing if no field is required', async () => {
    const job = await api.insertJob();
    expect((await api.request('POST', `${api.jobs}/${job.ID}/cancel`, {})).status).toBe(202);
    expect((await api.request('POST', `${api.jobs}/${job.ID}/cancel`)).status).toBe(202);
    expectProblem(await api.request('POST', `${api.jobs}/${job.ID}/cancel`, { Reason: 'x' }), 'invalid_body');
  });
});

describe('queries', () => {
  it('with an unknown parameter are 400 with its name', async () => {
    const answer = await api.request('GET', '/campaigns?verbose=1');
    expect(expectProblem(answer, 'invalid_query').errors).toEqual([
      { pointer: 'verbose', detail: 'Unknown parameter "verbose".' },
    ]);
  });
});

describe('every response', () => {
  it('carries the client’s request id if it is safe to log, otherwise a new one', async () => {
    const id = async (given: string) =>
      (await api.request('GET', '/healthz', undefined, { headers: { 'x-request-id': given } })).headers.get(
        'x-request-id',
      );
    expect(await id('trace-1_A')).toBe('trace-1_A');
    for (const odd of ['a b', 'x'.repeat(65), 'a;b', '{"a":1}']) expect(await id(odd)).toMatch(/^req_[0-9a-f]{32}$/);
  });

  it('must not be cached, and does not reveal the server software', async () => {
    const { headers } = await api.request('GET', '/campaigns');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('etag')).toBeNull();
  });

  it('is a problem even for bytes that are not HTTP', async () => {
    const [head = '', body = ''] = (await exchangeBytes('NONSENSE\r\n\r\n')).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1.1 400 /);
    expect(head).toContain('application/problem+json');
    expect(JSON.parse(body)).toMatchObject({ code: 'malformed_request', status: 400 });
    expect(await exchangeBytes(`GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 431 [^]*header_too_large/,
    );
  });

  it('refuses a request of more than 100 headers, of which none may be ignored', async () => {
    const fillers = (count: number) => Array.from({ length: count }, (_, n) => `x-filler-${n}: 1\r\n`).join('');
    const get = (count: number) =>
      exchangeBytes(`GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${fillers(count)}\r\n`);
    expect(await get(150)).toMatch(/^HTTP\/1.1 431 [^]*header_too_large/);
  });
});
