import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { createProblem } from '../../../shared/contracts/problem';
import type { ProblemError } from '../http/problem';

/** Answers a websocket's request with problem details instead of an upgrade. */
export function refuseUpgrade(socket: Duplex, problem: ProblemError, requestId: string): void {
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
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', body].join('\r\n'));
}
