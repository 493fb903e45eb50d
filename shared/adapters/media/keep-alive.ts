import type { WebSocket } from 'ws';

/**
 * Terminates a connection whose peer hangs, or whose host vanished without a word.
 * @param everyMs the time between two pings
 * @param tolerated how many pings in a row may stay unanswered before the next one is due
 */
export function keepAlive(socket: WebSocket, everyMs: number, tolerated = 1): void {
  let unanswered = 0;
  const timer = setInterval(() => {
    if (unanswered++ >= tolerated) socket.terminate();
    else socket.ping();
  }, everyMs);
  socket.on('pong', () => (unanswered = 0));
  socket.once('close', () => clearInterval(timer));
}
