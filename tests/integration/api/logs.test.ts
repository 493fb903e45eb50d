import { connect } from 'node:net';
import { createLogger } from '../../../shared/adapters/logger';
import { aJobBody, startTestApi, type TestApi } from '../../support/api';
import { anonymousRequest } from '../../support/requests';
import { createWorkflowClientDouble } from './workflow-client-double';

let api: TestApi;
const lines: Record<string, unknown>[] = [];
beforeAll(async () => {
  const logger = createLogger('api', 'trace', {
    write: (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>),
  });
  api = await startTestApi({ workflows: createWorkflowClientDouble().workflows, logger });
});
afterAll(() => api.stop());
beforeEach(() => {
  lines.length = 0;
});

describe('the log', () => {
  it('has one line per request, with the route and never the path', async () => {
    const job = await api.insertJob();
    await api.request('GET', `${api.jobs}/${job.ID}`, undefined, { headers: { 'x-request-id': 'trace-7' } });
    expect(lines).toEqual([
      expect.objectContaining({
        msg: 'request',
        requestId: 'trace-7',
        method: 'GET',
        route: '/campaigns/:campaignID/jobs/:jobID',
        status: 200,
        ms: expect.any(Number) as number,
        keyId: expect.stringMatching(/^key_/) as string,
        orgId: api.orgId,
      }),
    ]);
    expect(lines[0]).not.toHaveProperty('req');
    expect(lines[0]).not.toHaveProperty('res');
  });

  it('never contains a key, a phone number, a name or parts of a body or query', async () => {
    const secrets = ['+358401234567', '358401234567', 'Grace Hopper', 'topsecret', api.key];
    const body = aJobBody({ ContactPhoneNumber: secrets[0], ContactName: 'Grace Hopper', Data: { word: 'topsecret' } });
    await api.request('POST', api.jobs, body);
    await api.request('POST', api.jobs, { ...body, CallerID: '+358401234567', Surprise: 'topsecret' });
    await api.request('POST', api.jobs, undefined, {
      raw: '{"ContactName":"topsecret"',
      headers: { 'content-type': 'application/json' },
    });
    await api.request('GET', `${api.jobs}/search?search=%2B358401234567`);
    await api.request('GET', `${api.jobs}/%2B358401234567`);
    await api.request('GET', `/nowhere/358401234567?apiKey=${api.key}`);
    await anonymousRequest(api.url)('GET', `/campaigns?apiKey=${api.key}`);
    await anonymousRequest(api.url)('GET', '/campaigns', undefined, { headers: { authorization: 'Bearer topsecret' } });
    expect(lines).toHaveLength(8);
    for (const secret of secrets) expect(JSON.stringify(lines)).not.toContain(secret);
  });

  it('contains the error that the client must not see', async () => {
    const broken = jest.spyOn(api.store.campaigns, 'list').mockRejectedValueOnce(new Error('the inner truth'));
    const answer = await api.request('GET', '/campaigns');
    broken.mockRestore();
    expect(answer.status).toBe(500);
    expect(JSON.stringify(answer.body)).not.toContain('inner truth');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ level: 50, status: 500, err: { message: 'the inner truth' } });
    expect(JSON.stringify(lines[0])).toContain((answer.body as { requestId: string }).requestId);
  });

  it('contains of an error its type, message, code and stack, and no other property', async () => {
    const error = Object.assign(new Error('failed'), {
      code: 'ERR_X',
      input: 'topsecret',
      config: { url: 'topsecret' },
    });
    const broken = jest.spyOn(api.store.campaigns, 'list').mockRejectedValueOnce(error);
    await api.request('GET', '/campaigns');
    broken.mockRestore();
    expect(Object.keys(lines[0]?.['err'] as object).sort()).toEqual(['code', 'message', 'stack', 'type']);
    expect(JSON.stringify(lines[0])).not.toContain('topsecret');
  });

  it.each(['//?apiKey=', '//:80/?apiKey=', 'http://[/?apiKey='])(
    'does not contain the key of a websocket handshake whose target cannot be parsed: %s',
    async (target) => {
      expect(await upgradeStatus(`${target}${api.key}`)).toBe(404);
      expect(JSON.stringify(lines)).not.toContain(api.key);
      expect(lines.filter(({ level }) => Number(level) >= 40)).toEqual([]);
    },
  );

  it('logs probes at debug level only', async () => {
    await anonymousRequest(api.url)('GET', '/healthz');
    expect(lines.map(({ level }) => level)).toEqual([20]);
  });
});

/** Sends a websocket handshake with any request target. @returns the status of the response */
const upgradeStatus = (target: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
    socket.once('error', reject);
    socket.once('data', (response: Buffer) => {
      socket.destroy();
      resolve(Number(response.toString().split(' ')[1]));
    });
    const headers = `Host: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${'A'.repeat(22)}==`;
    socket.write(`GET ${target} HTTP/1.1\r\n${headers}\r\n\r\n`);
  });
