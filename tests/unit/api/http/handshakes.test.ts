import type { RequestListener, Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { pino } from 'pino';
import { serve, type RunningServer } from '../../../../apps/api/http/serve';
import { createTwilioMediaRelay, type TwilioMediaDeps } from '../../../../apps/api/line/twilio-media';
import { createLiveGateway, type LiveGatewayDeps } from '../../../../apps/api/live/gateway';
import { HandshakeTimeoutError, onHandshake, refuseHandshake } from '../../../../shared/adapters/media/handshakes';
import { createLineUrls } from '../../../../shared/adapters/telephony/twilio/line-urls';
import { startLiveServer } from '../../../support/live-server';
import { testKeys } from '../../../support/master-keys';
import { until } from '../../../support/until';

const logger = pino({ level: 'silent' });
let served: RunningServer | undefined;
const accepted: Socket[] = [];
afterEach(async () => {
  // A test that fails leaves some, and the server would wait for them.
  for (const socket of accepted.splice(0)) socket.destroy();
  await served?.stop();
});

const echo: RequestListener = (req, res) => {
  const chunks: Buffer[] = [];
  req.on('data', (chunk: Buffer) => chunks.push(chunk));
  req.on('end', () => res.end(`${req.method} ${req.url} ${Buffer.concat(chunks).toString()};`));
};

async function start(attach: (server: Server) => void): Promise<RunningServer> {
  served = await serve(echo, { host: '127.0.0.1', port: 0 });
  served.server.on('connection', (socket: Socket) => accepted.push(socket));
  attach(served.server);
  return served;
}

/** The live audio of an API, of which a request for another path asks nothing more. */
const gateway = (): ((server: Server) => void) => {
  const metrics = { observeListeners: () => undefined, recordListenerRefused: () => undefined };
  const deps = { logger, metrics, rateLimits: [], store: {} } as unknown as LiveGatewayDeps;
  return (server) => createLiveGateway(deps).attach(server);
};

/** The audio of Twilio's calls, which refuses what has no signature. */
const twilioMedia = (): ((server: Server) => void) => {
  const urls = createLineUrls('https://calls.example.com', testKeys);
  const deps = { authToken: 'token', publicUrl: 'https://calls.example.com', urls, logger };
  return (server) => createTwilioMediaRelay(deps as unknown as TwilioMediaDeps).attach(server);
};

const handshake = (path: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${'A'.repeat(22)}==\r\n\r\n`;

const dial = (port: string | number): Socket =>
  connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true }).on('error', () => undefined);

/** Asks for a websocket and sends one more byte once the server has refused it and closed its side. */
const sendByteAfterRefusal = (port: string | number, path: string): Promise<string> =>
  new Promise((resolve) => {
    const socket = dial(port);
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.once('end', () => socket.end('x'));
    socket.once('close', () => resolve(answer));
    socket.write(handshake(path));
  });

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
  );
const allClosed = (server: Server) =>
  until(
    () => connectionsOf(server),
    (count) => count === 0,
  );

describe('a refused websocket handshake', () => {
  const line = `/line/twilio/call_1/${'t'.repeat(22)}/media`;

  it.each([
    ['of live audio', gateway, '/x', 404],
    ['of Twilio', twilioMedia, line, 403],
  ])('%s leaves no socket, whatever its client still sends', async (_name, attach, path, status) => {
    const { server, url } = await start(attach());
    const answers = await Promise.all(Array.from({ length: 10 }, () => sendByteAfterRefusal(new URL(url).port, path)));
    for (const answer of answers) expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    await allClosed(server);
  });

  it.each([
    ['of live audio', gateway, '/x'],
    ['of Twilio', twilioMedia, line],
  ])('%s is cut off from a client that keeps its side open', async (_name, attach, path) => {
    const { server, url } = await start(attach());
    const socket = dial(new URL(url).port);
    socket.resume().write(handshake(path));
    await new Promise((resolve) => socket.once('end', resolve));
    await allClosed(server);
    socket.destroy();
  });

  it('of a worker does not delay its end', async () => {
    const worker = await startLiveServer();
    const port = worker.address()?.split(':')[1] ?? '';
    expect(await sendByteAfterRefusal(port, '/x')).toMatch(/^HTTP\/1\.1 401 /);
    const socket = dial(port);
    socket.resume().write(handshake('/x'));
    await new Promise((resolve) => socket.once('end', resolve));
    await worker.close();
    socket.destroy();
  });
});

it('a handshake that is never answered is refused, and its socket is closed', async () => {
  const errors: unknown[] = [];
  const { server, url } = await start((to) =>
    onHandshake(to, {
      open: () => new Promise(() => undefined),
      refuse: ({ socket }, error) => {
        errors.push(error);
        refuseHandshake(socket, 503);
      },
      timeoutMs: 50,
    }),
  );
  expect(await sendByteAfterRefusal(new URL(url).port, '/x')).toMatch(/^HTTP\/1\.1 503 /);
  await allClosed(server);
  expect(errors).toEqual([expect.any(HandshakeTimeoutError)]);
});

describe('a request to upgrade to another protocol', () => {
  /** Sends bytes, and a request after them that closes the connection. */
  const exchange = (url: string, bytes: string): Promise<string> =>
    new Promise((resolve) => {
      const socket = dial(new URL(url).port);
      let text = '';
      socket.on('data', (chunk: Buffer) => {
        if (text === '') socket.write('GET /next HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
        text += chunk.toString();
      });
      socket.once('end', () => socket.end());
      socket.once('close', () => resolve(text));
      socket.write(bytes);
    });
  const h2c = 'Host: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAAA\r\n';

  it.each([
    ['h2c', `GET /a HTTP/1.1\r\n${h2c}\r\n`, 'GET /a ;'],
    ['h2c, with a body', `POST /a HTTP/1.1\r\n${h2c}Content-Length: 4\r\n\r\nbody`, 'POST /a body;'],
    [
      'h2c, with a body in chunks',
      `POST /a HTTP/1.1\r\n${h2c}Transfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n`,
      'POST /a body;',
    ],
    ['TLS/1.0', 'GET /a HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: TLS/1.0\r\n\r\n', 'GET /a ;'],
    ['several', 'GET /a HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: h2c, websocket\r\n\r\n', 'GET /a ;'],
    ['none', 'GET /a HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: \r\n\r\n', 'GET /a ;'],
    [
      'a websocket, by another method',
      'POST /a HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: websocket\r\nContent-Length: 0\r\n\r\n',
      'POST /a ;',
    ],
  ])('is answered as if it did not ask: %s', async (_name, bytes, body) => {
    const { url } = await start(gateway());
    const answer = await exchange(url, bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain(body);
    // The connection speaks HTTP/1.1 as before.
    expect(answer).toContain('GET /next ;');
  });

  it('is answered so by HTTP/1.0, which knows no upgrades', async () => {
    const { url } = await start(gateway());
    const bytes = 'GET /a HTTP/1.0\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n';
    expect(await exchange(url, bytes)).toMatch(/^HTTP\/1\.1 200 [^]*GET \/a ;$/);
  });
});
