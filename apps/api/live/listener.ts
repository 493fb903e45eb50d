import type { WebSocket } from 'ws';
import { closeSocket } from '../../../shared/adapters/media/close-socket';
import { type AudioChannel, bytesOf } from '../../../shared/domain/audio/format';
import { createBackpressure } from './backpressure';

/** The close codes of RFC 6455 that this service uses. */
export const closeCodes = {
  callEnded: 1000,
  shuttingDown: 1001,
  keyRevoked: 1008,
  audioLost: 1011,
  tooManyListeners: 1013,
} as const;
export type CloseCode = (typeof closeCodes)[keyof typeof closeCodes];

/** A websocket that receives one side of a call. */
export interface Listener {
  /** Sends a frame, or drops it if the listener is too slow. */
  send(pcm: Buffer): void;
  close(code: CloseCode, reason: string): void;
  /** Pings the listener; disconnects it if it did not answer the previous ping. */
  ping(): void;
  onClose(callback: (facts: { code: number; dropped: number }) => void): void;
}

/** Live audio older than this is dropped. */
const maxLagMs = 2_000;
const cutAfterMs = 10_000;
/** How long to wait for the closing handshake. */
const closeTimeoutMs = 2_000;

/** @param nowMs a monotonic clock */
export function createListener(socket: WebSocket, channel: AudioChannel, nowMs: () => number): Listener {
  const pressure = createBackpressure({ capBytes: bytesOf(channel, maxLagMs), cutAfterMs });
  let dropped = 0;
  let answered = true;
  socket.on('pong', () => (answered = true));
  // Messages of a listener are ignored; connection errors appear in the close code.
  socket.on('error', () => undefined);
  return {
    send: (pcm) => {
      if (socket.readyState !== socket.OPEN) return;
      const verdict = pressure.offer(socket.bufferedAmount, pcm.length, nowMs());
      if (verdict === 'send') socket.send(pcm, { binary: true });
      else dropped++;
      if (verdict === 'cut') socket.terminate();
    },
    close: (code, reason) => closeSocket(socket, { code, reason, timeoutMs: closeTimeoutMs }),
    ping: () => {
      if (!answered) socket.terminate();
      else if (socket.readyState === socket.OPEN) socket.ping();
      answered = false;
    },
    onClose: (callback) => {
      socket.once('close', (code) => callback({ code, dropped }));
    },
  };
}
