import { createServer, STATUS_CODES, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { newId } from '../../../shared/adapters/ids';
import { createProblem, problems, type ProblemCode } from '../../../shared/contracts/problem';

const parserProblems: Record<string, ProblemCode | undefined> = {
  HPE_HEADER_OVERFLOW: 'header_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** What a connection may cost: who sends slowly on purpose is cut off, however many of them there are. */
const connectionLimits = {
  /** For a whole request: 10 MB at 1.4 Mbit/s. */
  requestTimeout: 60_000,
  headersTimeout: 15_000,
  /** How often both are looked at. */
  connectionsCheckingInterval: 2_000,
  /** Longer than load balancers keep an idle connection: the side that closes first must be theirs. */
  keepAliveTimeout: 65_000,
  /** Bytes of all headers together; Node's own default, said out loud. */
  maxHeaderSize: 16_384,
  maxHeadersCount: 100,
  /** Requests, and listeners, of one process; who comes then is cut off at once. */
  maxConnections: 10_000,
};
type ConnectionLimits = typeof connectionLimits;

/** What Node's parser refuses never becomes a request; it is answered in the same form all the same. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const code = parserProblems[error.code ?? ''] ?? 'malformed_request';
  const { status } = problems[code];
  const body = JSON.stringify(createProblem(code, { requestId: newId('req') }));
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      'Content-Type: application/problem+json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

/** A served API: its address, and how it ends. */
export interface RunningServer {
  server: Server;
  url: string;
  /** Takes no more connections, and resolves when the requests under way are answered. */
  stop(): Promise<void>;
}

/** Listens. @throws when the address cannot be had */
export async function serve(
  listener: RequestListener,
  at: { host: string; port: number },
  limits: Partial<ConnectionLimits> = {},
): Promise<RunningServer> {
  const { maxHeadersCount, maxConnections, ...timeouts } = { ...connectionLimits, ...limits };
  const server = createServer(timeouts, listener);
  server.maxHeadersCount = maxHeadersCount;
  server.maxConnections = maxConnections;
  server.on('clientError', refuseMalformed);
  let stopping = false;
  server.on('request', (_req, res) => {
    // Who keeps a connection open after the last answer would hold up the end.
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
