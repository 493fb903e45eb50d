import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { newId } from '../../../shared/adapters/ids';
import type { ProblemCode } from '../../../shared/contracts/problem';
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
  maxHeadersCount: 100,
  /** Requests and listeners of one process; further connections are closed immediately. */
  maxConnections: 10_000,
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
): Promise<RunningServer> {
  const { maxHeadersCount, maxConnections, ...timeouts } = { ...connectionLimits, ...limits };
  const server = createServer(timeouts, listener);
  server.maxHeadersCount = maxHeadersCount;
  server.maxConnections = maxConnections;
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
