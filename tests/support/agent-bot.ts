import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import { until } from './until';

/** What a server made for Twilio Media Streams receives. */
export interface ReceivedMessage {
  event: string;
  sequenceNumber?: string;
  streamSid?: string;
  start?: Record<string, unknown>;
  media?: { track: string; chunk: string; timestamp: string; payload: string };
  mark?: { name: string };
  [field: string]: unknown;
}

/** One connection of a service to the bot. */
export interface BotConnection {
  socket: WebSocket;
  headers: IncomingHttpHeaders;
  received: ReceivedMessage[];
  /** Code of the close; undefined while it is open. */
  closed?: number;
  send(message: Record<string, unknown>): void;
  /** Plays silence to the contact, as G.711 μ-law. */
  play(ms: number): void;
  /** Waits for a message. */
  next(event: string): Promise<ReceivedMessage>;
}

export interface BotOptions {
  /** Answers instead of accepting the websocket; 0 accepts the connection and never answers. */
  status?: () => number | undefined;
  /** Accepts the websocket once this has resolved. */
  accepts?: () => Promise<unknown>;
  /** Answers POST requests. */
  twiml?: (form: URLSearchParams, headers: IncomingHttpHeaders) => { status: number; body: string };
  onMessage?: (connection: BotConnection, message: ReceivedMessage) => void;
  onConnection?: (connection: BotConnection) => void;
  server?: Server;
}

/** A voice agent on a websocket server of its own, which speaks Twilio's protocol as a test says. */
export async function startBot(options: BotOptions = {}) {
  const server = options.server ?? createServer();
  const sockets = new WebSocketServer({ noServer: true });
  const connections: BotConnection[] = [];
  const hanging: Duplex[] = [];
  server.on('request', (req, res) => {
    let body = '';
    req.on('data', (chunk: Buffer) => (body += chunk.toString()));
    req.on('end', () => {
      const answer = options.twiml?.(new URLSearchParams(body), req.headers) ?? { status: 404, body: '' };
      res.writeHead(answer.status, { 'content-type': 'text/xml' }).end(answer.body);
    });
  });
  server.on('upgrade', (req, socket, head) => {
    socket.on('error', () => undefined);
    const status = options.status?.();
    if (status === 0) return void hanging.push(socket);
    if (status !== undefined)
      return void socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
    void Promise.resolve(options.accepts?.()).then(() =>
      sockets.handleUpgrade(req, socket, head, (peer) => accept(peer, req.headers)),
    );
  });
  const accept = (socket: WebSocket, headers: IncomingHttpHeaders): void => {
    const connection = createConnection(socket, headers);
    connections.push(connection);
    socket.on('error', () => undefined);
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as ReceivedMessage;
      connection.received.push(message);
      options.onMessage?.(connection, message);
    });
    socket.on('close', (code) => (connection.closed = code));
    options.onConnection?.(connection);
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `ws://127.0.0.1:${port}/agent`,
    twimlUrl: `http://127.0.0.1:${port}/twiml`,
    port,
    connections,
    /** Waits until so many connections were made. */
    connected: (count = 1): Promise<BotConnection> =>
      until(
        () => connections[count - 1],
        (found) => found !== undefined,
      ) as Promise<BotConnection>,
    open: () => connections.filter(({ closed }) => closed === undefined).length,
    close: async (): Promise<void> => {
      for (const { socket } of connections) socket.terminate();
      for (const socket of hanging) socket.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
export type Bot = Awaited<ReturnType<typeof startBot>>;

/** When it is over, each side has all that the other one had sent. */
export const roundTrip = ({ socket }: BotConnection): Promise<void> =>
  new Promise((resolve) => {
    if (socket.readyState !== WebSocket.OPEN) {
      resolve();
      return;
    }
    const finish = (): void => {
      socket.off('pong', finish).off('close', finish);
      resolve();
    };
    socket.on('pong', finish).on('close', finish);
    socket.ping();
  });

function createConnection(socket: WebSocket, headers: IncomingHttpHeaders): BotConnection {
  const received: ReceivedMessage[] = [];
  const streamSid = (): string => received.find(({ event }) => event === 'start')?.streamSid ?? '';
  const connection: BotConnection = {
    socket,
    headers,
    received,
    send: (message) => socket.send(JSON.stringify({ streamSid: streamSid(), ...message })),
    play: (ms) =>
      connection.send({ event: 'media', media: { payload: Buffer.alloc(ms * 8, 0xff).toString('base64') } }),
    next: (event) =>
      until(
        () => received.find((message) => message.event === event),
        (found) => found !== undefined,
      ) as Promise<ReceivedMessage>,
  };
  return connection;
}
