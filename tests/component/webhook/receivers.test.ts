import { createWebhookSender } from '../../../shared/adapters/webhook/sender';
import { receiverCertificate } from '../../support/receiver-certificate';
import { until } from '../../support/until';
import { ok, startReceiver, type Behavior } from '../../support/receiver';
import { loopback, names, open, receiver, send } from './send';

/** Longer than a test may take: what ends before it was not ended by it. */
const noDeadlineMs = 600_000;

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
    const { outcome } = await send(url);
    expect(outcome).toEqual({ ErrorClass: 'timeout', Error: 'The receiver did not answer within 1.5 s.' });
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
    const { outcome } = await send(url);
    expect(outcome).toMatchObject({ Status: status, ResponseBody: expect.stringMatching(/^x+$/) as string });
    expect(outcome.ErrorClass).toBe(ErrorClass);
  });

  it('answers endlessly: at most 16 kB are read and 2 kB kept', async () => {
    const { url, bytesSent } = await receiver({ kind: 'endless', status: 200 });
    const { outcome } = await send(url, { totalTimeoutMs: noDeadlineMs });
    expect(outcome.Status).toBe(200);
    expect(outcome.ResponseBody).toHaveLength(2048);
    // What the system's buffers took is not what was read; they do not grow.
    const sentByThen = bytesSent();
    await send(url, { totalTimeoutMs: noDeadlineMs });
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
