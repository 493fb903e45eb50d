import type { Socket } from 'node:net';
import { SipParseError } from '../message/errors';
import { createStreamParser } from '../message/stream';
import type { SipMessage } from '../message/types';
import { TransportConnectError, TransportError, type StreamLimits, type Target } from './types';

/** One connection over TCP or TLS, from its first attempt to its end. */
export interface Connection {
  readonly target: Target;
  /** False as soon as nothing more can be sent. */
  usable(): boolean;
  /**
   * Sends bytes, once the connection is open. Resolves when the system has taken them.
   * @throws {TransportConnectError} if surely nothing was sent
   * @throws {TransportError} if the connection broke
   */
  write(bytes: Buffer): Promise<void>;
  /** Closes it after what was written is sent. */
  close(): void;
  /** Closes it at once. */
  cut(): void;
}

export interface ConnectionEvents {
  onMessage(message: SipMessage, source: Target): void;
  /** Input that is no SIP. If its end cannot be found the connection is closed. */
  onMalformed(): void;
  /** Once, for whatever cause. @param error absent if the connection was never open: those that write to it got the error */
  onClosed(connection: Connection, error?: TransportError): void;
}

/** Bounds of one connection, see `StreamLimits`. */
export type ConnectionLimits = Pick<StreamLimits, 'keepAliveMs' | 'idleMs' | 'unreadBytes' | 'firstMessageMs'>;

interface ConnectionOptions {
  socket: Socket;
  target: Target;
  /** Resolves when messages can be sent. @throws if it cannot be opened */
  opened: Promise<void>;
  limits: ConnectionLimits;
  events: ConnectionEvents;
}

/** What keeps a connection alive (RFC 5626 section 3.5.1), and the answer to it. */
const ping = Buffer.from('\r\n\r\n');
const pong = Buffer.from('\r\n');

/** Sends and receives messages over a socket. It takes the socket over. */
export function createConnection({ socket, target, opened, limits, events }: ConnectionOptions): Connection {
  let isOpen = false;
  let cause: Error | undefined;
  socket.setNoDelay(true);
  const { markUsed, start } = keepAlive(socket, limits);
  const connection: Connection = {
    target,
    usable: () => socket.connecting || (socket.writable && !socket.readableEnded),
    write: async (bytes) => {
      await opened;
      markUsed();
      await writeTo(socket, bytes, limits.unreadBytes);
      // Its end may have been reported before the caller knows that it was used.
      if (socket.destroyed) throw new TransportError('The connection broke.', { cause });
    },
    close: () => socket.destroySoon(),
    cut: () => socket.destroy(),
  };
  opened.then(
    () => {
      isOpen = true;
      start();
    },
    () => socket.destroy(),
  );
  socket.on('error', (error) => (cause = error));
  socket.on('close', () => {
    const text = cause ? 'The connection broke.' : 'The connection was closed.';
    events.onClosed(connection, isOpen ? new TransportError(text, { cause }) : undefined);
  });
  readMessages(socket, {
    onMessage: (message) => {
      markUsed();
      events.onMessage(message, target);
    },
    onMalformed: () => events.onMalformed(),
  });
  return connection;
}

function writeTo(socket: Socket, bytes: Buffer, unreadBytes: number): Promise<void> {
  if (!socket.writable) throw new TransportConnectError('The connection is closed.');
  if (socket.writableLength > unreadBytes)
    throw new TransportConnectError('The other side does not read what it is sent.');
  return new Promise((resolve, reject) => {
    socket.write(bytes, (error) =>
      error ? reject(new TransportError('The connection broke.', { cause: error })) : resolve(),
    );
  });
}

interface Reader {
  onMessage: (message: SipMessage) => void;
  onMalformed: () => void;
}

function readMessages(socket: Socket, { onMessage, onMalformed }: Reader): void {
  const parser = createStreamParser({ onDropped: onMalformed });
  socket.on('data', (chunk: Buffer) => {
    // A peer that does not read gets no answers to keep for it.
    if (chunk.equals(ping) && socket.writable && !socket.writableNeedDrain) socket.write(pong);
    try {
      for (const message of parser.push(chunk)) onMessage(message);
    } catch (error) {
      if (!(error instanceof SipParseError)) throw error;
      onMalformed();
      socket.destroy(error);
    }
  });
}

/**
 * Keeps a quiet connection alive through NAT, and closes it when it carried no message for long: soon if it never did, as
 * the first message follows the connection. Parts of a message count for nothing.
 * @returns `start`, to call when it is open: how long it takes to open has a bound of its own. `markUsed`, to call for
 *   each message
 */
function keepAlive(socket: Socket, { keepAliveMs, idleMs, firstMessageMs }: ConnectionLimits): KeepAlive {
  let quietMs = 0;
  let first: NodeJS.Timeout | undefined;
  let timer: NodeJS.Timeout | undefined;
  socket.once('close', () => {
    clearTimeout(first);
    clearInterval(timer);
  });
  return {
    start: () => {
      if (socket.destroyed) return;
      first = setTimeout(() => socket.destroySoon(), firstMessageMs);
      timer = setInterval(() => {
        quietMs += keepAliveMs;
        if (quietMs >= idleMs) socket.destroySoon();
        else if (quietMs > keepAliveMs && socket.writable) socket.write(ping);
      }, keepAliveMs);
    },
    markUsed: () => {
      clearTimeout(first);
      quietMs = 0;
    },
  };
}

interface KeepAlive {
  start: () => void;
  markUsed: () => void;
}
