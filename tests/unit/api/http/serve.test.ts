import { Agent, get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { serve, type RunningServer } from '../../../../apps/api/http/serve';

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
