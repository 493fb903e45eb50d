import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { endSocket } from '../../../shared/adapters/media/handshakes';
import { createProblem } from '../../../shared/contracts/problem';
import type { ProblemError } from './problem';

/** Sends a problem on a bare socket, for requests without an Express response, and closes it. */
export function sendRawProblem(socket: Duplex, problem: ProblemError, requestId: string): void {
  const { code, status, detail, errors, headers } = problem;
  const body = JSON.stringify(createProblem(code, { requestId, detail, errors }));
  const head = {
    ...headers,
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    'X-Request-Id': requestId,
    Connection: 'close',
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
  endSocket(socket, [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', body].join('\r\n'));
}
