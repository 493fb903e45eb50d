import {
  createWebhookSender,
  type SendResult,
  type WebhookSenderOptions,
} from '../../../shared/adapters/webhook/sender';
import type { NameResolver } from '../../../shared/adapters/webhook/resolver';
import { receiverCertificate } from '../../support/receiver-certificate';
import { until } from '../../support/until';
import { ok, startReceiver, type Behavior, type Receiver } from '../../support/receiver';

/** The deadlines of production, a tenth as long where a test waits for them. */
const totalTimeoutMs = 1_500;
const loopback = ['127.0.0.0/8'];
const slack = 500;

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

async function receiver(behavior: Behavior, options: Parameters<typeof startReceiver>[1] = {}): Promise<Receiver> {
  const started = await startReceiver(behavior, options);
  open.push(() => started.stop());
  return started;
}

/** Sends one event and measures. */
async function send(url: string, options: WebhookSenderOptions = {}): Promise<SendResult & { ms: number }> {
  const sender = createWebhookSender({
    allowedCidrs: loopback,
    totalTimeoutMs,
    showPrivateResponses: true,
    ...options,
  });
  open.push(() => sender.close());
  const beganMs = Date.now();
  const answer = await sender.send({
    url,
    messageId: 'evt_job_1_1',
    body: '{"a":1}',
    secrets: [],
    headers: {},
    atMs: beganMs,
  });
  return { ...answer, ms: Date.now() - beganMs };
}

const names = (table: Record<string, string[][]>): NameResolver & { asked: string[] } => {
  const asked: string[] = [];
  return {
    asked,
    resolve: (name) => {
      asked.push(name);
      const answers = table[name] ?? [];
      return Promise.resolve(answers.length > 1 ? answers.shift()! : (answers[0] ?? []));
    },
  };
};

describe('a receiver that misbehaves', () => {
  it('refuses the connection: said so at once', async () => {
    const { url, stop } = await startReceiver();
    await stop();
    expect(await send(url)).toMatchObject({
      outcome: { ErrorClass: 'connection_refused', Error: 'The receiver refused the connection.' },
    });
  });

  it('resets the connection after it took the request', async () => {
    const { url, received } = await receiver({ kind: 'reset' });
    expect(await send(url)).toMatchObject({ outcome: { ErrorClass: 'connection_reset' } });
    expect(received).toHaveLength(1);
  });

  it.each<Behavior>([{ kind: 'hang' }, { kind: 'drip-head' }])('is given up at the deadline: %j', async (behavior) => {
    const { url } = await receiver(behavior);
    const { outcome, ms } = await send(url);
    expect(outcome).toEqual({ ErrorClass: 'timeout', Error: 'The receiver did not answer within 1.5 s.' });
    expect(ms).toBeGreaterThanOrEqual(totalTimeoutMs - 20);
    expect(ms).toBeLessThan(totalTimeoutMs + slack);
  });

  it('is given up after fifteen seconds in production', async () => {
    const { url, received } = await receiver({ kind: 'drip-head' });
    const deadline = new AbortController();
    const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(deadline.signal);
    const sender = createWebhookSender({ allowedCidrs: loopback });
    open.push(() => sender.close());
    const request = { messageId: 'evt', body: '{}', secrets: [], headers: {}, atMs: Date.now() };
    const sending = sender.send({ url, ...request });
    expect(timeout.mock.calls).toEqual([[15_000]]);
    timeout.mockRestore();
    await until(
      () => received.length,
      (count) => count === 1,
    );
    deadline.abort();
    expect((await sending).outcome).toEqual({
      ErrorClass: 'timeout',
      Error: 'The receiver did not answer within 15 s.',
    });
  });

  it.each([
    [200, undefined],
    [503, 'http_5xx'],
  ])('drips the body of a %i: the status counts, and the deadline ends the reading', async (status, ErrorClass) => {
    const { url } = await receiver({ kind: 'drip-body', status });
    const { outcome, ms } = await send(url);
    expect(outcome).toMatchObject({ Status: status, ResponseBody: expect.stringMatching(/^x+$/) as string });
    expect(outcome.ErrorClass).toBe(ErrorClass);
    expect(ms).toBeLessThan(totalTimeoutMs + slack);
  });

  it('answers endlessly: at most 16 kB are read and 2 kB kept', async () => {
    const { url, bytesSent } = await receiver({ kind: 'endless', status: 200 });
    const { outcome, ms } = await send(url);
    expect(outcome.Status).toBe(200);
    expect(outcome.ResponseBody).toHaveLength(2048);
    expect(ms).toBeLessThan(totalTimeoutMs);
    // What the system's buffers took is not what was read; they do not grow.
    const sentByThen = bytesSent();
    await send(url);
    expect(bytesSent() - sentByThen).toBeLessThan(16 * 1024 * 1024);
  });

  it('answers something that is not HTTP', async () => {
    const { url } = await receiver({ kind: 'garbage' });
    expect((await send(url)).outcome.ErrorClass).toBe('invalid_response');
  });

  it('redirects, also to a private address: a failure that is not followed', async () => {
    const inside = await receiver(ok);
    const redirect: Behavior = { kind: 'answer', status: 302, headers: { location: inside.url } };
    const { url } = await receiver(redirect);
    expect(await send(url)).toMatchObject({
      outcome: { Status: 302, ErrorClass: 'http_3xx', Error: 'The receiver answered 302. Redirects are not followed.' },
    });
    expect(inside.received).toHaveLength(0);
  });

  it('keeps the first 2 kB of what a failing one says, and what it asks for', async () => {
    const body = 'ä'.repeat(3000);
    const { url } = await receiver({ kind: 'answer', status: 429, headers: { 'retry-after': '120' }, body });
    const { outcome, retryAfterMs } = await send(url);
    expect(outcome).toMatchObject({ Status: 429, ErrorClass: 'http_4xx' });
    expect(outcome.ResponseBody).toBe('ä'.repeat(1024));
    expect(retryAfterMs).toBe(120_000);
  });
});

describe('TLS', () => {
  it('rejects an untrusted certificate', async () => {
    const { url, received } = await receiver(ok, { tls: true });
    expect(await send(url)).toMatchObject({ outcome: { ErrorClass: 'tls_error' } });
    expect(received).toHaveLength(0);
  });

  it('is verified even when the environment says not to', async () => {
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    try {
      const { url } = await receiver(ok, { tls: true });
      expect(await send(url)).toMatchObject({ outcome: { ErrorClass: 'tls_error' } });
    } finally {
      delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    }
  });

  it('delivers to a certificate of a known authority, and not when it is for another name', async () => {
    const { port } = await receiver(ok, { tls: true });
    const resolver = names({ 'receiver.test': [['127.0.0.1']], 'other.test': [['127.0.0.1']] });
    const options = { ca: receiverCertificate.cert, resolver };
    expect((await send(`https://receiver.test:${port}/`, options)).outcome).toEqual({ Status: 204 });
    expect((await send(`https://other.test:${port}/`, options)).outcome.ErrorClass).toBe('tls_error');
  });

  it('needs version 1.2 or newer', async () => {
    const { url } = await receiver(ok, { tls: true, maxTlsVersion: 'TLSv1.1' });
    const { outcome } = await send(url, { ca: receiverCertificate.cert });
    expect(outcome.ErrorClass).toMatch(/tls_error|connection_reset/);
  });
});

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
    const {
      ms: _inside,
      blocked: insideBlocked,
      ...inside
    } = await send('http://inside.test/', { resolver: { resolve } });
    const {
      ms: _missing,
      blocked: missingBlocked,
      ...missing
    } = await send('http://missing.test/', { resolver: { resolve } });
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
