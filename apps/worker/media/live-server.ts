import { createServer, STATUS_CODES, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { Logger } from '../../../shared/adapters/logger';
import { type MediaRequest, parseMediaPath } from '../../../shared/adapters/media/media-path';
import type { MediaTokens } from '../../../shared/adapters/media/media-token';
import type { CallLeg } from '../../../shared/adapters/telephony/telephony';
import { createLiveCall, type LiveCall } from './live-call';

export interface LiveServerDeps {
  tokens: MediaTokens;
  logger: Logger;
  nowMs: () => number;
}

/** Serves the live audio of the calls that this process carries, to our own processes alone. */
export interface LiveServer {
  /** @throws when the address cannot be had */
  listen(at: { host: string; port: number; advertise?: string | undefined }): Promise<void>;
  /** Where others reach it, `host:port`; `undefined` until it listens. */
  address: () => string | undefined;
  /** From now on the leg can be heard. @returns how that ends */
  serve(leg: CallLeg): Pick<LiveCall, 'end'>;
  close(): Promise<void>;
}

type Answer = { status: 200; call: LiveCall; asked: MediaRequest } | { status: 401 | 404 };

/** Nobody says anything on these sockets but us. */
const socketOptions = { noServer: true, maxPayload: 1024, perMessageDeflate: false, clientTracking: false };
const pingEveryMs = 30_000;

export function createLiveServer({ tokens, logger, nowMs }: LiveServerDeps): LiveServer {
  const calls = new Map<string, LiveCall>();
  const answer = (req: IncomingMessage): Answer => {
    const asked = parseMediaPath(req.url ?? '');
    const [, token = ''] = /^Bearer (\S+)$/.exec(req.headers.authorization ?? '') ?? [];
    // An unknown path cannot be signed for; whoever asks for one learns nothing.
    if (asked === undefined || !tokens.verify(asked.callId, token, nowMs())) return { status: 401 };
    const call = calls.get(asked.callId);
    return call === undefined ? { status: 404 } : { status: 200, call, asked };
  };
  const server = createLiveHttp(answer, logger);
  let address: string | undefined;
  return {
    listen: async ({ host, port, advertise }) => {
      await listening(server, host, port);
      address = advertised(advertise ?? host, (server.address() as AddressInfo).port);
      logger.info({ address }, 'live audio served');
    },
    address: () => address,
    serve: (leg) => {
      const live = createLiveCall(leg);
      calls.set(leg.attemptKey, live);
      return {
        end: (code) => {
          calls.delete(leg.attemptKey);
          live.end(code);
        },
      };
    },
    close: async () => {
      for (const call of calls.values()) call.end(1001);
      calls.clear();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

function createLiveHttp(answer: (req: IncomingMessage) => Answer, logger: Logger): Server {
  const sockets = new WebSocketServer(socketOptions);
  const server = createServer({ requestTimeout: 5_000, headersTimeout: 5_000 }, (req, res) => {
    const answered = answer(req);
    const hangsUp = answered.status === 200 && answered.asked.ask === 'hang_up' && req.method === 'POST';
    if (hangsUp) void answered.call.leg.hangUp();
    res.writeHead(hangsUp ? 202 : answered.status === 200 ? 405 : answered.status, { connection: 'close' }).end();
  });
  server.on('upgrade', (req: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const answered = answer(req);
    if (answered.status !== 200 || answered.asked.ask !== 'hear') {
      const status = answered.status === 200 ? 404 : answered.status;
      socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    const { call, asked } = answered;
    sockets.handleUpgrade(req, socket, head, (peer) => {
      peer.on('error', (error) => logger.debug({ err: error, callId: asked.callId }, 'live.peer_failed'));
      keepAlive(peer);
      call.subscribe(asked.channel, peer);
    });
  });
  return server;
}

/** A peer whose host vanished is noticed within two rounds. */
function keepAlive(peer: { ping(): void; terminate(): void } & NodeJS.EventEmitter): void {
  let heard = true;
  peer.on('pong', () => (heard = true));
  const timer = setInterval(() => {
    if (!heard) peer.terminate();
    heard = false;
    peer.ping();
  }, pingEveryMs);
  peer.once('close', () => clearInterval(timer));
}

const listening = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });

/** `name` → `name:port`; a port that is given stays, as behind a port mapping. */
function advertised(host: string, port: number): string {
  if (/^(\[.+\]|[^:]+):\d+$/.test(host)) return host;
  return host.includes(':') && !host.startsWith('[') ? `[${host}]:${port}` : `${host}:${port}`;
}
