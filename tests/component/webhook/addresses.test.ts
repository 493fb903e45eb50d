import { createWebhookSender } from '../../../shared/adapters/webhook/sender';
import { ok, type Behavior } from '../../support/receiver';
import { loopback, names, open, receiver, send, totalTimeoutMs } from './send';

describe('an address that webhooks may not be sent to', () => {
  const blocked = { outcome: { ErrorClass: 'blocked_address' } };
  const blockedName = { outcome: { ErrorClass: 'dns_error' }, blocked: true };

  it.each([
    (port: number) => `http://127.0.0.1:${port}/`,
    (port: number) => `http://[::1]:${port}/`,
    (port: number) => `http://[::ffff:127.0.0.1]:${port}/`,
    (port: number) => `http://[::7f00:1]:${port}/`,
    (port: number) => `http://0.0.0.0:${port}/`,
    (port: number) => `http://2130706433:${port}/`,
    (port: number) => `http://0x7f.1:${port}/`,
    (port: number) => `http://0177.0.0.1:${port}/`,
  ])('is refused in whatever clothes it comes (%#)', async (urlOf) => {
    const { port, received } = await receiver(ok);
    expect(await send(urlOf(port), { allowedCidrs: [] })).toMatchObject(blocked);
    expect(received).toHaveLength(0);
  });

  it.each(['localhost', 'a.localhost'])('is refused by the name %s', async (name) => {
    const { port, received } = await receiver(ok);
    expect(await send(`http://${name}:${port}/`, { allowedCidrs: [] })).toMatchObject(blockedName);
    expect(received).toHaveLength(0);
  });

  it('is refused when a name resolves to it on the second look-up', async () => {
    const { port, received } = await receiver(ok, { host: '127.0.0.2' });
    const resolver = names({ 'rebinding.test': [['127.0.0.2'], ['127.0.0.1']] });
    const only = { allowedCidrs: ['127.0.0.2/32'], resolver };
    const sender = createWebhookSender({ ...only, totalTimeoutMs });
    open.push(() => sender.close());
    const request = {
      url: `http://rebinding.test:${port}/`,
      messageId: 'evt',
      body: '{}',
      secrets: [],
      headers: {},
      atMs: 0,
    };
    expect(await sender.send(request)).toMatchObject({ outcome: { Status: 204 } });
    // The kept connection was vetted; once it is closed, the name is looked up anew.
    await send(`http://rebinding.test:${port}/`, only).then((answer) => expect(answer).toMatchObject(blockedName));
    expect(received).toHaveLength(1);
    expect(resolver.asked).toHaveLength(2);
  });

  it('of a name is reported like a name that does not exist, except to the operator', async () => {
    const resolver = names({ 'inside.test': [['10.0.0.1', '::1']] });
    const resolve = async (name: string): Promise<string[]> => {
      const addresses = await resolver.resolve(name);
      if (addresses.length > 0) return addresses;
      throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
    };
    const { blocked: insideBlocked, ...inside } = await send('http://inside.test/', { resolver: { resolve } });
    const { blocked: missingBlocked, ...missing } = await send('http://missing.test/', { resolver: { resolve } });
    expect(inside.outcome.ErrorClass).toBe('dns_error');
    expect(inside).toEqual(missing);
    expect([insideBlocked, missingBlocked]).toEqual([true, undefined]);
  });

  it('that the operator allowed shows its status and nothing else of its response, unless the operator says so', async () => {
    const behavior: Behavior = { kind: 'answer', status: 500, body: 'secrets of the network' };
    const { url, port } = await receiver(behavior);
    const resolver = { resolve: () => Promise.resolve(['127.0.0.1']) };
    const hidden = { showPrivateResponses: false, resolver };
    for (const destination of [url, `http://inside.test:${port}/`, `http://Inside.TEST:${port}/`]) {
      const { outcome } = await send(destination, hidden);
      expect(outcome).toEqual({ Status: 500, ErrorClass: 'http_5xx', Error: 'The receiver answered 500.' });
      expect((await send(destination, { resolver })).outcome.ResponseBody).toBe(behavior.body);
    }
  });

  it('hides every response over one kept connection', async () => {
    const { url, received } = await receiver({ kind: 'answer', status: 200, body: 'secrets of the network' });
    const sender = createWebhookSender({ allowedCidrs: loopback });
    open.push(() => sender.close());
    for (let count = 1; count <= 3; count++) {
      const request = { url, messageId: 'evt', body: '{}', secrets: [], headers: {}, atMs: Date.now() };
      expect((await sender.send(request)).outcome).toEqual({ Status: 200 });
      expect(received).toHaveLength(count);
    }
  });

  it('is left out when a name has others', async () => {
    const { port, received } = await receiver(ok, { host: '127.0.0.2' });
    const resolver = names({ 'mixed.test': [['10.0.0.1', '127.0.0.2', '::1']] });
    const answer = await send(`http://mixed.test:${port}/`, { allowedCidrs: ['127.0.0.2/32'], resolver });
    expect(answer.outcome).toEqual({ Status: 204 });
    expect(received).toHaveLength(1);
  });

  it('uses no proxy of the environment', async () => {
    const proxy = await receiver(ok);
    const { url, received } = await receiver(ok);
    const before = { ...process.env };
    Object.assign(process.env, {
      HTTP_PROXY: proxy.url,
      http_proxy: proxy.url,
      ALL_PROXY: proxy.url,
      NODE_USE_ENV_PROXY: '1',
    });
    try {
      expect((await send(url)).outcome).toEqual({ Status: 204 });
    } finally {
      process.env = before;
    }
    expect(proxy.received).toHaveLength(0);
    expect(received).toHaveLength(1);
  });
});
