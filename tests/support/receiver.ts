import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { receiverCertificate } from './receiver-certificate';

/** How a receiver treats one request. */
export type Behavior =
  | { kind: 'answer'; status: number; headers?: Record<string, string>; body?: string; afterMs?: number }
  /** Answers once it may. */
  | { kind: 'answer-late'; status: number; headers?: Record<string, string>; may: Promise<unknown> }
  /** Takes the request and closes the connection with a reset. */
  | { kind: 'reset' }
  /** Takes the request and never says anything. */
  | { kind: 'hang' }
  /** Begins an answer and sends a byte of its head every now and then. */
  | { kind: 'drip-head' }
  /** Sends the head of an answer, then a byte of its body every now and then. */
  | { kind: 'drip-body'; status: number }
  /** Answers and does not end. */
  | { kind: 'endless'; status: number }
  | { kind: 'garbage' };

/** A request as it arrived. */
export interface Received {
  atMs: number;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

export interface Receiver {
  url: string;
  port: number;
  received: Received[];
  /** The most requests that were here at one time, each until its answer was sent. */
  mostAtOnce: () => number;
  /** How many bytes of endless answers were taken off its hands. */
  bytesSent: () => number;
  /** What it does from now on. */
  behave: (behavior: Behavior | ((received: Received, count: number) => Behavior)) => void;
  stop: () => Promise<void>;
}

export const ok: Behavior = { kind: 'answer', status: 204 };
export const failing: Behavior = { kind: 'answer', status: 500, body: 'no' };

const dripEveryMs = 100;

function drip(res: ServerResponse, write: () => void): void {
  const timer = setInterval(write, dripEveryMs);
  res.socket?.once('close', () => clearInterval(timer));
}

/** Writes as fast as the other side takes it. */
function pour(res: ServerResponse, sent: (bytes: number) => void): void {
  const chunk = Buffer.alloc(64 * 1024, 'x');
  const write = (): void => {
    while (!res.destroyed && res.socket?.destroyed === false) {
      sent(chunk.length);
      if (!res.write(chunk)) {
        res.once('drain', write);
        return;
      }
    }
  };
  write();
}

function act(behavior: Behavior, res: ServerResponse, sent: (bytes: number) => void): void {
  switch (behavior.kind) {
    case 'answer': {
      const { status, headers = {}, body = '', afterMs = 0 } = behavior;
      setTimeout(() => res.writeHead(status, headers).end(body), afterMs);
      return;
    }
    case 'answer-late': {
      const { status, headers = {}, may } = behavior;
      void may.then(() => res.writeHead(status, headers).end());
      return;
    }
    case 'reset':
      res.socket?.resetAndDestroy();
      return;
    case 'hang':
      return;
    case 'drip-head': {
      res.socket?.write('HTTP/1.1 200 OK\r\nx-slow: ');
      drip(res, () => res.socket?.write('x'));
      return;
    }
    case 'drip-body':
      res.writeHead(behavior.status);
      drip(res, () => res.write('x'));
      return;
    case 'endless':
      res.writeHead(behavior.status);
      pour(res, sent);
      return;
    case 'garbage':
      res.socket?.end('this is not HTTP\r\n\r\n');
  }
}

async function read(req: IncomingMessage): Promise<Received> {
  const atMs = Date.now();
  const chunks: Buffer[] = [];
  for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk);
  return {
    atMs,
    method: req.method ?? '',
    path: req.url ?? '',
    headers: Object.fromEntries(Object.entries(req.headers).map(([name, value]) => [name, String(value)])),
    body: Buffer.concat(chunks).toString(),
  };
}

/** A webhook receiver on this machine that succeeds or fails as configured. */
export async function startReceiver(
  behavior: Parameters<Receiver['behave']>[0] = ok,
  options: { tls?: boolean; maxTlsVersion?: 'TLSv1.1'; port?: number; host?: string } = {},
): Promise<Receiver> {
  let current = behavior;
  let bytes = 0;
  const here = new Set<ServerResponse>();
  let mostHere = 0;
  const received: Received[] = [];
  const listener: RequestListener = (req, res) => {
    // Senders that give up are what is tested.
    res.on('error', () => undefined);
    mostHere = Math.max(mostHere, here.add(res).size);
    // The first of them comes before the sender can know of its answer.
    for (const end of ['prefinish', 'close']) res.once(end, () => here.delete(res));
    read(req).then(
      (one) => {
        received.push(one);
        const wanted = typeof current === 'function' ? current(one, received.length) : current;
        act(wanted, res, (more) => (bytes += more));
      },
      () => undefined,
    );
  };
  const tls = {
    ...receiverCertificate,
    ...(options.maxTlsVersion ? { minVersion: 'TLSv1' as const, maxVersion: options.maxTlsVersion } : {}),
  };
  const server = options.tls ? createTlsServer(tls, listener) : createServer(listener);
  server.on('clientError', (_error, socket) => socket.destroy());
  const host = options.host ?? '127.0.0.1';
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port ?? 0, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `${options.tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}/hooks`,
    port,
    received,
    mostAtOnce: () => mostHere,
    bytesSent: () => bytes,
    behave: (next) => {
      current = next;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
