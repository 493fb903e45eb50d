import { Agent, get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { addressGroupOf } from '../../../../apps/api/http/address-group';
import { serve, type RunningServer } from '../../../../apps/api/http/serve';
import { until } from '../../../support/until';

let served: RunningServer | undefined;
afterEach(() => served?.stop());

const at = { host: '127.0.0.1', port: 0 };
function dial(url: string): Socket {
  const { hostname, port } = new URL(url);
  return connect(Number(port), hostname);
}
/** Everything the server sends until it closes the connection. */
const heard = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    socket.on('error', () => undefined);
    socket.once('close', () => resolve(text));
  });

describe('a connection', () => {
  it('that sends its headers too slowly gets a 408 and is closed', async () => {
    let requests = 0;
    const limits = { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 50 };
    served = await serve(() => requests++, at, limits);
    const socket = dial(served.url);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n');
    const drip = setInterval(() => socket.write('X-Slow: 1\r\n'), 20);
    const answer = await heard(socket);
    clearInterval(drip);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('"code":"request_timeout"');
    expect(requests).toBe(0);
  });

  it('that sends its body too slowly is closed', async () => {
    const limits = { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 50 };
    served = await serve((req) => void req.resume(), at, limits);
    const socket = dial(served.url);
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n');
    const drip = setInterval(() => socket.write('x'), 20);
    expect(await heard(socket)).toMatch(/^HTTP\/1\.1 408 /);
    clearInterval(drip);
  });

  it('with headers over 16 kB is rejected', async () => {
    served = await serve((_req, res) => void res.end(), at);
    const socket = dial(served.url);
    socket.write(`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(17_000)}\r\n\r\n`);
    expect(await heard(socket)).toMatch(/^HTTP\/1\.1 431 /);
  });

  it('over the limit is closed, and the others are served', async () => {
    served = await serve((_req, res) => void res.setHeader('Connection', 'close').end('served'), at, {
      maxConnections: 1,
    });
    const first = dial(served.url);
    await new Promise((resolve) => first.once('connect', resolve));
    expect(await heard(dial(served.url))).toBe('');
    first.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(await heard(first)).toContain('served');
  });
});

describe('the limit for each address', () => {
  it('closes further connections of the address, and counts them', async () => {
    const refused: string[] = [];
    served = await serve(
      (_req, res) => void res.setHeader('Connection', 'close').end('served'),
      at,
      { maxConnectionsPerAddress: 2 },
      (limit) => refused.push(limit),
    );
    const open = [dial(served.url), dial(served.url)];
    await Promise.all(open.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
    expect(await heard(dial(served.url))).toBe('');
    expect(refused).toEqual(['address']);
    open[0]?.destroy();
    // The slot is free once the server has seen the end of the connection.
    const answers = await until(
      async () => {
        const next = dial((served as RunningServer).url);
        next.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
        return heard(next);
      },
      (text) => text !== '',
    );
    expect(answers).toContain('served');
    open[1]?.destroy();
  });

  it.each([
    ['10.0.0.1', '10.0.0.1'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9'],
    ['::1', '0:0:0:0:0:0:0:1'],
  ])('counts %s and %s together', (one, other) => {
    expect(addressGroupOf(one)).toBe(addressGroupOf(other));
  });

  it.each([
    ['10.0.0.1', '10.0.0.2'],
    ['2001:db8:1:2::1', '2001:db8:1:3::1'],
    ['not an address', '10.0.0.1'],
  ])('counts %s and %s apart', (one, other) => {
    expect(addressGroupOf(one)).not.toBe(addressGroupOf(other));
  });
});

describe('a response', () => {
  /** More than the buffers of both sockets hold. */
  const large = Buffer.alloc(32 * 1024 * 1024, 'x');

  it('that the client does not read is cut off', async () => {
    let closed = 0;
    served = await serve(
      (_req, res) => {
        res.once('close', () => closed++);
        res.end(large);
      },
      at,
      { stalledResponseMs: 500 },
    );
    const socket = dial(served.url);
    socket.on('error', () => undefined).pause();
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await until(
      () => closed,
      (count) => count === 1,
    );
    socket.destroy();
  });

  it('that the client reads slowly is not', async () => {
    served = await serve((_req, res) => void res.setHeader('Connection', 'close').end(large), at, {
      stalledResponseMs: 1_000,
    });
    const response = await new Promise<IncomingMessage>((resolve) => {
      get((served as RunningServer).url, { agent: false }, resolve);
    });
    let bytes = 0;
    let pauses = 0;
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes < (pauses + 1) * 500_000) return;
      pauses++;
      response.pause();
      // Longer than the limit over all pauses, much shorter in each.
      setTimeout(() => response.resume(), 20);
    });
    await new Promise((resolve) => response.once('close', resolve));
    expect([response.complete, bytes]).toEqual([true, large.length]);
  });

  it('that takes long to compute is not', async () => {
    served = await serve((_req, res) => void setTimeout(() => res.end('computed'), 1_500), at, {
      stalledResponseMs: 500,
    });
    const response = await fetch(served.url);
    expect(await response.text()).toBe('computed');
  });
});

describe('stopping the server', () => {
  it('waits for the request in flight but not for its keep-alive connection', async () => {
    let answer: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => {
      void serve((_req, res) => {
        answer = () => res.end('done');
        resolve();
      }, at).then((now) => {
        served = now;
        get(now.url, { agent: new Agent({ keepAlive: true }) }, (res: IncomingMessage) => res.resume()).on(
          'error',
          () => undefined,
        );
      });
    });
    await arrived;
    let ended = false;
    const stopped = served?.stop().then(() => (ended = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(ended).toBe(false);
    answer();
    await stopped;
    expect(ended).toBe(true);
  });
});
