import { createServer, STATUS_CODES, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { newId } from '../../shared/adapters/ids';
import { problemBody, problems, type ProblemCode } from '../../shared/contracts/problem';

/** What Node's parser refuses never becomes a request; it is answered in the same form all the same. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const code: ProblemCode = error.code === 'HPE_HEADER_OVERFLOW' ? 'header_too_large' : 'malformed_request';
  const { status } = problems[code];
  const body = JSON.stringify(problemBody(code, { requestId: newId('req') }));
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
export interface Served {
  server: Server;
  url: string;
  /** Takes no more connections, and resolves when the requests under way are answered. */
  stop(): Promise<void>;
}

/** Listens. @throws when the address cannot be had */
export async function serve(listener: RequestListener, at: { host: string; port: number }): Promise<Served> {
  const server = createServer({ requestTimeout: 60_000, headersTimeout: 15_000 }, listener);
  // Longer than load balancers keep an idle connection: the side that closes first must be theirs.
  server.keepAliveTimeout = 65_000;
  server.on('clientError', refuseMalformed);
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
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}
