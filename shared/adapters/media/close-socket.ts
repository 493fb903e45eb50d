import type { WebSocket } from 'ws';

/** Closes a websocket, and terminates it if the peer does not complete the closing handshake in time. */
export function closeSocket(
  socket: WebSocket,
  { code, reason, timeoutMs }: { code: number; reason?: string; timeoutMs: number },
): void {
  socket.close(code, reason);
  const timer = setTimeout(() => socket.terminate(), timeoutMs);
  socket.once('close', () => clearTimeout(timer));
}
