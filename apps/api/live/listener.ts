import type { WebSocket } from 'ws';
import { createBackpressure } from './backpressure';
import { type AudioChannel, bytesOf } from '../../../shared/domain/audio/format';

/** Why a listener was let go: the codes of RFC 6455 that this service uses. */
export const closeCodes = {
  callEnded: 1000,
  shuttingDown: 1001,
  keyRevoked: 1008,
  audioLost: 1011,
  tooManyListeners: 1013,
} as const;
export type CloseCode = (typeof closeCodes)[keyof typeof closeCodes];

/** Somebody who hears one side of a call. */
export interface Listener {
  /** Gives a frame, unless the listener is too slow for it. */
  send(pcm: Buffer): void;
  close(code: CloseCode, reason: string): void;
  /** Asks whether the listener is still there; one that did not answer the last time is cut. */
  ping(): void;
  onClose(callback: (facts: { code: number; dropped: number }) => void): void;
}

/** Live audio that is older than this is not worth hearing. */
const maxLagMs = 2_000;
const cutAfterMs = 10_000;
/** Who does not answer the closing handshake is dropped after this. */
const closeTimeoutMs = 2_000;

/** @param nowMs a clock that never goes back */
export function createListener(socket: WebSocket, channel: AudioChannel, nowMs: () => number): Listener {
  const pressure = createBackpressure({ capBytes: bytesOf(channel, maxLagMs), cutAfterMs });
  let dropped = 0;
  let answered = true;
  socket.on('pong', () => (answered = true));
  // What a listener says is not heard; what is wrong with its connection shows in its close code.
  socket.on('error', () => undefined);
  return {
    send: (pcm) => {
      if (socket.readyState !== socket.OPEN) return;
      const verdict = pressure.offer(socket.bufferedAmount, pcm.length, nowMs());
      if (verdict === 'send') socket.send(pcm, { binary: true });
      else dropped++;
      if (verdict === 'cut') socket.terminate();
    },
    close: (code, reason) => {
      socket.close(code, reason);
      const closeTimer = setTimeout(() => socket.terminate(), closeTimeoutMs);
      socket.once('close', () => clearTimeout(closeTimer));
    },
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
