import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { newId } from '../../../shared/adapters/ids';
import { HandshakeAwareRequest } from '../../../shared/adapters/media/handshakes';
import type { ConnectionLimit } from '../../../shared/adapters/metrics/api-metrics';
import type { ProblemCode } from '../../../shared/contracts/problem';
import { addressGroupOf } from './address-group';
import { createConcurrencyLimiter } from './concurrency-limiter';
import { ProblemError } from './problem';
import { sendRawProblem } from './raw-problem';

const parserProblems: Record<string, ProblemCode | undefined> = {
  HPE_HEADER_OVERFLOW: 'header_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** Limits on connections: clients that send slowly on purpose are disconnected, however many there are. */
const connectionLimits = {
  /** For a complete request: 10 MB at 1.4 Mbit/s. */
  requestTimeout: 60_000,
  headersTimeout: 15_000,
  /** How often both timeouts are checked. */
  connectionsCheckingInterval: 2_000,
  /** Longer than load balancers keep an idle connection: the load balancer must close first. */
  keepAliveTimeout: 65_000,
  /** Bytes of all headers together; Node's default, made explicit. */
  maxHeaderSize: 16_384,
  /** Requests and listeners of one process; further connections are closed immediately. */
  maxConnections: 10_000,
  /** Connections from one address; 0 means no limit. */
  maxConnectionsPerAddress: 0,
  /** A client that reads nothing of a response for this long is disconnected. Downloads have a limit of their own. */
  stalledResponseMs: 30_000,
};
type ConnectionLimits = typeof connectionLimits;

/** Answers bytes that Node's parser rejects, in the same format as any other problem. */
function rejectMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const code = parserProblems[error.code ?? ''] ?? 'malformed_request';
  sendRawProblem(socket, new ProblemError(code), newId('req'));
}

/**
 * Node closes a socket that is idle for the timeout unless a response listens for it. A response that is still being
 * computed is idle too, so only one that waits for its reader is cut off.
 */
function disconnectStalledReaders(server: Server, stalledResponseMs: number): void {
  server.timeout = stalledResponseMs;
  server.on('request', (_req, res) => {
    res.on('timeout', (socket: Socket) => {
      if (socket.writableLength > 0) socket.destroy();
    });
  });
}

/** Called for each connection that is closed because a limit is reached. */
type OnRefused = (limit: ConnectionLimit) => void;

/** Closes connections over the limit immediately, as Node does for its own limit. */
function limitConnectionsPerAddress(server: Server, limit: number, onRefused: OnRefused): void {
  const limiter = createConcurrencyLimiter();
  server.prependListener('connection', (socket: Socket) => {
    const release = limiter.acquire([{ key: addressGroupOf(socket.remoteAddress), limit }]);
    if (release !== undefined) {
      socket.once('close', release);
      return;
    }
    onRefused('address');
    socket.destroy();
  });
}

/** A server that listens. */
export interface RunningServer {
  server: Server;
  url: string;
  /** Accepts no more connections, and resolves when the requests in flight are answered. */
  stop(): Promise<void>;
}

/** Starts a server. @throws when the address is not available */
export async function serve(
  listener: RequestListener,
  at: { host: string; port: number },
  limits: Partial<ConnectionLimits> = {},
  onRefused: OnRefused = () => undefined,
): Promise<RunningServer> {
  const { maxConnections, maxConnectionsPerAddress, stalledResponseMs, ...timeouts } = {
    ...connectionLimits,
    ...limits,
  };
  const server = createServer({ ...timeouts, IncomingMessage: HandshakeAwareRequest }, listener);
  // Node would ignore the headers beyond a limit, such as an Idempotency-Key: `rejectManyHeaders` refuses the request.
  server.maxHeadersCount = 0;
  server.maxConnections = maxConnections;
  server.on('drop', () => onRefused('process'));
  if (maxConnectionsPerAddress > 0) limitConnectionsPerAddress(server, maxConnectionsPerAddress, onRefused);
  disconnectStalledReaders(server, stalledResponseMs);
  server.on('clientError', rejectMalformed);
  let stopping = false;
  server.on('request', (_req, res) => {
    // A connection that stays open after its last response would delay the shutdown.
    res.once('close', () => {
      if (stopping) setImmediate(() => server.closeIdleConnections());
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(at.port, at.host, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
  const { port } = server.address() as AddressInfo;
  return {
    server,
    url: `http://${at.host.includes(':') ? `[${at.host}]` : at.host}:${port}`,
    stop: () =>
      new Promise((resolve) => {
        stopping = true;
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}
