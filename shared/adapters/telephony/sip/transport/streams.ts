import { connect, createServer, isIP, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { connect as connectTls, createServer as createTlsServer } from 'node:tls';
import type { Admission } from './admission';
import { createConnection, type Connection, type ConnectionEvents, type ConnectionLimits } from './connection';
import { isSameAddress, isUnspecified } from './target';
import { TransportConnectError, type StreamLimits, type Target, type TlsOptions } from './types';

type StreamTransport = 'tcp' | 'tls';

export interface StreamsOptions {
  /** The local address, of what we accept and what we open. */
  host: string;
  tls: TlsOptions;
  limits: StreamLimits;
  admission: Pick<Admission, 'admit' | 'isPeer'>;
  events: ConnectionEvents;
  /** Errors of accepting connections. The listener stays open. */
  onError: (error: Error) => void;
}

/** The connections over TCP and TLS. Those that peers opened are used like ours. */
export interface Streams {
  /** Accepts connections. @returns the port. @throws if it is in use */
  listen(transport: StreamTransport, port: number): Promise<number>;
  /** Returns the open connection to a target, or opens one. @throws {TransportConnectError} if there are too many */
  connectionTo(target: Target): Connection;
  /** Returns the open connection to a target. */
  openTo(target: Target): Connection | undefined;
  /** Cuts the connection whose target is this object. */
  cut(target: Target): void;
  count(): number;
  close(): Promise<void>;
}

interface Pool extends StreamsOptions {
  connections: Set<Connection>;
  outgoing: number;
  sockets: Set<Socket>;
  servers: Server[];
  closed: boolean;
}

/** What was written before the end is sent within this time, or not at all. */
const closeMs = 1_000;

/** Creates the pool of connections. */
export function createStreams(options: StreamsOptions): Streams {
  const pool: Pool = {
    ...options,
    connections: new Set(),
    outgoing: 0,
    sockets: new Set(),
    servers: [],
    closed: false,
  };
  return {
    listen: (transport, port) => listen(pool, transport, port),
    connectionTo: (target) => findOpen(pool, target) ?? open(pool, target),
    openTo: (target) => findOpen(pool, target),
    cut: (target) => [...pool.connections].find((connection) => connection.target === target)?.cut(),
    count: () => pool.connections.size,
    close: () => closeAll(pool),
  };
}

/** A target without a server name is also one of a connection that has one: a dialog continues over its connection. */
const findOpen = ({ connections }: Pool, target: Target): Connection | undefined =>
  [...connections].find(
    (connection) =>
      connection.usable() &&
      isSameAddress(connection.target, target) &&
      [undefined, connection.target.serverName].includes(target.serverName),
  );

function add(
  pool: Pool,
  socket: Socket,
  {
    target,
    opened,
    limits = limitsOf(pool, 'peer'),
  }: { target: Target; opened: Promise<void>; limits?: ConnectionLimits },
): Connection {
  const connection = createConnection({
    socket,
    target: { ...target },
    opened,
    limits,
    events: {
      ...pool.events,
      onClosed: (closed, error) => {
        pool.connections.delete(closed);
        pool.events.onClosed(closed, error);
      },
    },
  });
  pool.connections.add(connection);
  track(pool, socket);
  return connection;
}

function track({ sockets }: Pool, socket: Socket): void {
  if (sockets.has(socket)) return;
  sockets.add(socket);
  socket.once('close', () => sockets.delete(socket));
}

function open(pool: Pool, target: Target): Connection {
  if (pool.closed) throw new TransportConnectError('The transports are closed.');
  if (pool.outgoing >= pool.limits.outgoing) throw new TransportConnectError('Too many connections are open.');
  const socket = start(pool, target);
  pool.outgoing++;
  socket.once('close', () => pool.outgoing--);
  const ready = target.transport === 'tls' ? 'secureConnect' : 'connect';
  return add(pool, socket, { target, opened: untilOpen(socket, ready, pool.limits.connectTimeoutMs) });
}

function start(pool: Pool, target: Target): Socket {
  try {
    return target.transport === 'tls' ? startTls(pool, target) : startTcp(pool, target);
  } catch (error) {
    throw new TransportConnectError('The target is not one of a connection.', { cause: error });
  }
}

const localAddressOf = ({ host }: Pool) => (isUnspecified(host) ? {} : { localAddress: host });

const startTcp = (pool: Pool, { host, port }: Target): Socket => connect({ host, port, ...localAddressOf(pool) });

function startTls(pool: Pool, { host, port, serverName }: Target): Socket {
  const { ca, cert, key, rejectUnauthorized = true } = pool.tls;
  const servername = serverName ?? host;
  return connectTls({
    host,
    port,
    // An address is checked against the certificate, but it cannot be asked for (RFC 6066 section 3).
    ...(isIP(servername) === 0 && { servername }),
    rejectUnauthorized,
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && key !== undefined && { cert, key }),
    ...localAddressOf(pool),
  });
}

async function untilOpen(socket: Socket, event: string, withinMs: number): Promise<void> {
  const timer = setTimeout(() => socket.destroy(new Error('No connection in time.')), withinMs);
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once(event, resolve);
      socket.once('error', reject);
      socket.once('close', () => reject(new Error('The connection was closed while it was opened.')));
    });
  } catch (error) {
    throw new TransportConnectError('No connection could be opened.', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

async function listen(pool: Pool, transport: StreamTransport, port: number): Promise<number> {
  const { cert, key } = pool.tls;
  const { connectTimeoutMs: handshakeTimeout } = pool.limits;
  const server = transport === 'tls' ? createTlsServer({ cert, key, handshakeTimeout }) : createServer();
  // With TLS they are known before their handshake only here.
  server.on('connection', (socket: Socket) => admit(pool, socket));
  server.on(transport === 'tls' ? 'secureConnection' : 'connection', (socket: Socket) =>
    accept(pool, socket, transport),
  );
  server.listen({ port, host: pool.host, ipv6Only: true });
  await once(server, 'listening');
  server.on('error', pool.onError);
  pool.servers.push(server);
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

function admit(pool: Pool, socket: Socket): void {
  track(pool, socket);
  if (!pool.admission.admit(socket, socket.remoteAddress ?? '')) socket.destroy();
}

function accept(pool: Pool, socket: Socket, transport: StreamTransport): void {
  const { remoteAddress: host, remotePort: port } = socket;
  if (socket.destroyed || host === undefined || port === undefined) {
    socket.destroy();
    return;
  }
  const limits = limitsOf(pool, pool.admission.isPeer(host) ? 'peer' : 'stranger');
  add(pool, socket, { target: { transport, host, port }, opened: Promise.resolve(), limits });
}

function limitsOf({ limits }: Pool, other: 'peer' | 'stranger'): ConnectionLimits {
  const { keepAliveMs, unreadBytes, idleMs, firstMessageMs, strangerIdleMs } = limits;
  return other === 'peer'
    ? { keepAliveMs, unreadBytes, idleMs, firstMessageMs: keepAliveMs }
    : { keepAliveMs, unreadBytes, idleMs: strangerIdleMs, firstMessageMs };
}

async function closeAll(pool: Pool): Promise<void> {
  const { servers, connections, sockets } = pool;
  pool.closed = true;
  const ends = [...servers, ...sockets].map((end) => new Promise((resolve) => end.once('close', resolve)));
  for (const server of servers) server.close();
  for (const connection of connections) connection.close();
  const timer = setTimeout(() => sockets.forEach((socket) => socket.destroy()), closeMs);
  await Promise.all(ends);
  clearTimeout(timer);
}
