import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import type { Logger } from '../../../shared/adapters/logger';
import {
  type Handshake,
  HandshakeAwareRequest,
  onHandshake,
  refuseHandshake,
} from '../../../shared/adapters/media/handshakes';
import { keepAlive } from '../../../shared/adapters/media/keep-alive';
import { type MediaRequest, parseMediaPath } from '../../../shared/adapters/media/media-path';
import type { MediaTokens } from '../../../shared/adapters/media/media-token';
import type { CallLeg } from '../../../shared/adapters/telephony/telephony';
import type { LineEndpoint, LineHandlers } from '../../../shared/adapters/telephony/twilio/line-endpoint';
import { acceptLineMedia, acceptReport, createLineSockets } from './line-relay';
import { createLiveCall, type LiveCall } from './live-call';

export interface LiveServerDeps {
  tokens: MediaTokens;
  logger: Logger;
  nowMs: () => number;
}

/** Serves the live audio of the calls of this process to the API processes. */
export interface LiveServer {
  /** @throws when the address is not available */
  listen(at: { host: string; port: number; advertise?: string | undefined }): Promise<void>;
  /** The advertised address, `host:port`; `undefined` until the server listens. */
  address: () => string | undefined;
  /** Makes the audio of a leg available until `end` is called. */
  serve(leg: CallLeg): Pick<LiveCall, 'end'>;
  /** Relays what the lines of calls send to the API processes. */
  readonly lines: LineEndpoint;
  close(): Promise<void>;
}

type Access =
  | { status: 200; kind: 'call'; call: LiveCall; request: MediaRequest }
  | { status: 200; kind: 'line'; line: LineHandlers; request: MediaRequest }
  | { status: 401 | 404 };

/** Peers send nothing on these sockets, so a small payload limit suffices. */
const socketOptions = { noServer: true, maxPayload: 1024, perMessageDeflate: false, clientTracking: false };
const pingIntervalMs = 30_000;

export function createLiveServer({ tokens, logger, nowMs }: LiveServerDeps): LiveServer {
  const calls = new Map<string, LiveCall>();
  const lines = new Map<string, LineHandlers>();
  const authorize = (req: IncomingMessage): Access => {
    const request = parseMediaPath(req.url ?? '');
    const [, token = ''] = /^Bearer (\S+)$/.exec(req.headers.authorization ?? '') ?? [];
    // Unknown paths get the same response as invalid tokens, so that they reveal nothing.
    if (request === undefined || !tokens.verify(request, token, nowMs())) return { status: 401 };
    const line = lines.get(request.callId);
    if (['report', 'line'].includes(request.action))
      return line === undefined ? { status: 404 } : { status: 200, kind: 'line', line, request };
    const call = calls.get(request.callId);
    return call === undefined ? { status: 404 } : { status: 200, kind: 'call', call, request };
  };
  const lineSockets = createLineSockets();
  const server = createLiveHttp(authorize, { lineSockets, logger });
  let address: string | undefined;
  return {
    listen: async ({ host, port, advertise }) => {
      await listen(server, host, port);
      address = withPort(advertise ?? host, (server.address() as AddressInfo).port);
      logger.info({ address }, 'live_server.started');
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
    lines: {
      serve: (attemptKey, handlers) => {
        lines.set(attemptKey, handlers);
        return () => {
          if (lines.get(attemptKey) === handlers) lines.delete(attemptKey);
        };
      },
    },
    close: async () => {
      for (const call of calls.values()) call.end(1001);
      calls.clear();
      for (const socket of lineSockets.clients) socket.terminate();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

function createLiveHttp(
  authorize: (req: IncomingMessage) => Access,
  { lineSockets, logger }: { lineSockets: WebSocketServer; logger: Logger },
): Server {
  const sockets = new WebSocketServer(socketOptions);
  const timeouts = { requestTimeout: 5_000, headersTimeout: 5_000 };
  const server = createServer({ ...timeouts, IncomingMessage: HandshakeAwareRequest }, (req, res) => {
    const access = authorize(req);
    if (
      access.status === 200 &&
      access.kind === 'line' &&
      access.request.action === 'report' &&
      req.method === 'POST'
    ) {
      acceptReport(access.line, req, res);
      return;
    }
    const isHangUp = access.status === 200 && access.request.action === 'hang_up' && req.method === 'POST';
    const hangsUp = isHangUp && access.kind === 'call';
    if (hangsUp) void access.call.leg.hangUp({ reason: 'stopped' });
    res.writeHead(hangsUp ? 202 : access.status === 200 ? 405 : access.status, { connection: 'close' }).end();
  });
  const open = ({ req, socket, head }: Handshake): void => {
    const access = authorize(req);
    if (access.status === 200 && access.kind === 'line' && access.request.action === 'line') {
      acceptLineMedia(lineSockets, access.line, { req, socket, head });
      return;
    }
    if (access.status !== 200 || access.kind !== 'call' || access.request.action !== 'listen') {
      refuseHandshake(socket, access.status === 200 ? 404 : access.status);
      return;
    }
    const { call, request } = access;
    sockets.handleUpgrade(req, socket, head, (peer) => {
      peer.on('error', (error) => logger.debug({ err: error, callId: request.callId }, 'live.peer_failed'));
      keepAlive(peer, pingIntervalMs);
      call.subscribe(request.channel, peer);
    });
  };
  onHandshake(server, { open, refuse: ({ socket }) => refuseHandshake(socket, 503) });
  return server;
}

const listen = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });

/** Appends the port to a host, unless it already has one, as behind a port mapping. */
function withPort(host: string, port: number): string {
  if (/^(\[.+\]|[^:]+):\d+$/.test(host)) return host;
  return host.includes(':') && !host.startsWith('[') ? `[${host}]:${port}` : `${host}:${port}`;
}
