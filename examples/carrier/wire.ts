import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { DtmfDigit } from '../../shared/domain/call/dtmf';
import type { EndedReason } from '../../shared/domain/call/call';
import type { EndedDetail } from '../../shared/domain/call/line';

/** How the carrier says that a call ended. */
export interface WireEnd {
  reason: EndedReason;
  detail?: EndedDetail;
  by: 'contact' | 'us' | 'line';
}

/** What the provider sends. One connection carries one call, or one question. */
export type Request =
  | { type: 'dial'; key: string; to: string; from: string }
  | { type: 'find'; key: string }
  /** 20 ms of PCM, 16-bit at 8 kHz, as base64. */
  | { type: 'audio'; pcm: string }
  | { type: 'key'; digit: DtmfDigit }
  | { type: 'hang_up'; end: WireEnd };

/** What the carrier sends. */
export type Reply =
  | { type: 'accepted'; id: string }
  /** Nothing rang. */
  | { type: 'refused' }
  /** This key was dialed before. */
  | { type: 'known' }
  | { type: 'ringing' }
  | { type: 'answered' }
  | { type: 'audio'; pcm: string }
  | { type: 'key'; digit: DtmfDigit }
  | { type: 'ended'; end: WireEnd; atMs: number }
  | { type: 'never_dialed' };

/** A connection that carries JSON, one object a line. */
export interface Wire<In, Out> {
  send(message: Out): void;
  onMessage(listener: (message: In) => void): void;
  /** Called once, however the connection ends. */
  onClose(listener: () => void): void;
  close(): void;
}

/** The peer is trusted: this carrier and its provider are one program's two halves. */
export function createWire<In, Out>(socket: Socket): Wire<In, Out> {
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  return {
    send: (message) => {
      if (socket.writable) socket.write(`${JSON.stringify(message)}\n`);
    },
    onMessage: (listener) => {
      const lines = createInterface(socket);
      lines.on('line', (line) => listener(JSON.parse(line) as In));
      // It repeats the socket's error, which ends the connection.
      lines.on('error', () => undefined);
    },
    onClose: (listener) => void socket.once('close', listener),
    close: () => void socket.end(),
  };
}
