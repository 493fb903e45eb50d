import type { WebSocket } from 'ws';

/** Ends a connection that was cut without a word, once two pings in a row were not answered. */
export function keepAlive(socket: WebSocket, everyMs: number): void {
  let unanswered = 0;
  const timer = setInterval(() => {
    if (unanswered++ >= 2) socket.terminate();
    else socket.ping();
  }, everyMs);
  socket.on('pong', () => (unanswered = 0));
  socket.on('close', () => clearInterval(timer));
}
