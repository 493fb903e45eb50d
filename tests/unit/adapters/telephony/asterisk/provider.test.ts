import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createAsteriskProvider,
  type AsteriskProvider,
} from '../../../../../shared/adapters/telephony/asterisk/provider';
import { until } from '../../../../support/until';

/** The part of Asterisk's REST interface that a lookup needs. */
describe('a call of a lost worker in Asterisk', () => {
  let server: Server;
  let provider: AsteriskProvider;
  const fresh = { hasChannel: false, refusesHangUp: 0, hangUps: 0, startedMs: 0, variable: '', onWrite: () => {} };
  const asterisk = { ...fresh };
  const answerOf = (method: string, path: string): [number, unknown] => {
    if (path.startsWith('/ari/asterisk/info'))
      return [200, { status: { startup_time: new Date(asterisk.startedMs).toISOString().replace('Z', '+0000') } }];
    if (path.startsWith('/ari/asterisk/variable')) {
      if (method === 'GET') return [200, { value: asterisk.variable }];
      asterisk.variable = new URL(path, 'http://asterisk').searchParams.get('value') ?? '';
      asterisk.onWrite();
      return [204, {}];
    }
    if (path !== '/ari/channels/call_1') return [404, {}];
    if (method === 'GET') return asterisk.hasChannel ? [200, { state: 'Up' }] : [404, {}];
    asterisk.hangUps++;
    if (asterisk.refusesHangUp-- > 0) return [500, {}];
    asterisk.hasChannel = false;
    return [404, {}];
  };

  beforeEach(async () => {
    Object.assign(asterisk, fresh);
    server = createServer(({ method = '', url = '' }, response) => {
      const [status, body] = answerOf(method, url);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    provider = createAsteriskProvider({ url, user: 'u', password: 'p', endpoint: 'PJSIP/{number}@carrier' });
  });
  afterEach(async () => {
    await provider.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('is still ended when the process stops while Asterisk does not take the request', async () => {
    Object.assign(asterisk, { hasChannel: true, refusesHangUp: 4 });
    const found = provider.lookup('call_1', { Provider: 'asterisk', ProviderCallID: 'call_1' });
    await until(
      () => asterisk.hangUps,
      (count) => count >= 1,
    );
    const [answer] = await Promise.allSettled([found, provider.close()]);
    expect([asterisk.hasChannel, asterisk.hangUps]).toEqual([false, 5]);
    expect(answer.status === 'rejected' ? answer.reason : undefined).not.toMatchObject({ message: 'did not end' });
  });

  it('was never sent if it has no record, unless Asterisk was started after it and has lost its records', async () => {
    const startedMs = Date.parse('2026-01-01T12:00:00Z');
    asterisk.startedMs = startedMs - 3_600_000;
    expect(await provider.lookup('call_1', { Provider: 'asterisk' }, startedMs)).toEqual({ state: 'never_sent' });
    Object.assign(asterisk, { startedMs: startedMs + 1_000, variable: '' });
    expect(await provider.lookup('call_1', { Provider: 'asterisk' }, startedMs)).toEqual({ state: 'unknown' });
    asterisk.startedMs = NaN;
    expect(await provider.lookup('call_1', { Provider: 'asterisk' })).toEqual({ state: 'never_sent' });
  });

  it('that was never sent is forbidden, and a slow process that was about to dial it loses its channel', async () => {
    asterisk.onWrite = () => void (asterisk.hasChannel = true);
    expect(await provider.lookup('call_1')).toEqual({ state: 'never_sent' });
    expect(asterisk).toMatchObject({
      hasChannel: false,
      variable: expect.stringContaining('"forbidden":true') as string,
    });
    expect(await provider.lookup('call_1')).toEqual({ state: 'never_sent' });
  });
});
