import { createServer, request as sendRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { buffer } from 'node:stream/consumers';

/** A proxy before Asterisk that loses what it is asked to lose. */
export interface FaultyProxy {
  url: string;
  /** The requests that Asterisk got, as `METHOD /path` without the query. */
  requests: readonly string[];
  /** The answers to requests that match are lost: Asterisk has carried them out. */
  loseAnswers(pattern: RegExp): void;
  /** Requests that match never arrive at Asterisk, or their answers never arrive here. Their connection stays open. */
  hold(pattern: RegExp, what: 'request' | 'answer'): void;
  /** The requests that were held. */
  held: readonly string[];
  /** New websockets whose path matches are refused from now on; `undefined` ends that. */
  refuseSockets(pattern: RegExp | undefined): void;
  /** Cuts the websockets whose path matches. */
  cut(pattern: RegExp): void;
  close(): Promise<void>;
}

/** @param url of Asterisk's HTTP server */
export async function startFaultyProxy(url: string): Promise<FaultyProxy> {
  const { hostname: host, port } = new URL(url);
  const requests: string[] = [];
  const sockets = new Map<Duplex, string>();
  const plain = new Set<Socket>();
  const held: string[] = [];
  let [lost, refused]: (RegExp | undefined)[] = [undefined, undefined];
  let holding: { pattern: RegExp; what: 'request' | 'answer' } | undefined;

  const forward = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const name = `${request.method ?? ''} ${(request.url ?? '').split('?')[0] ?? ''}`;
    const body = await buffer(request);
    const isHeld = holding?.pattern.test(name) === true;
    if (isHeld && holding?.what === 'request') {
      held.push(name);
      return;
    }
    requests.push(name);
    const { method, url: path, headers } = request;
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      sendRequest({ host, port, method, path, headers }, resolve).once('error', reject).end(body);
    });
    const content = await buffer(answer);
    if (isHeld) held.push(name);
    else if (lost?.test(name)) response.destroy();
    else response.writeHead(answer.statusCode ?? 500, answer.headers).end(content);
  };
  const server = createServer((request, response) => void forward(request, response).catch(() => response.destroy()));
  server.on('connection', (socket) => plain.add(socket.once('close', () => plain.delete(socket))));
  server.on('upgrade', (request, socket, head) => {
    const path = request.url ?? '';
    if (refused?.test(path)) {
      socket.destroy();
      return;
    }
    const upstream = connect(Number(port), host);
    const lines = request.rawHeaders.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('');
    upstream.write(`GET ${path} HTTP/1.1\r\n${lines}\r\n`);
    upstream.write(head);
    sockets.set(socket, path);
    for (const [from, to] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
    }
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    held,
    hold: (pattern, what) => (holding = { pattern, what }),
    loseAnswers: (pattern) => (lost = pattern),
    refuseSockets: (pattern) => (refused = pattern),
    cut: (pattern) => sockets.forEach((path, socket) => pattern.test(path) && socket.destroy()),
    close: async () => {
      for (const socket of [...plain, ...sockets.keys()]) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
