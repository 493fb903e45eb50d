import { IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** A request to open a websocket, on a socket that Node has taken from its HTTP parser, with its timeouts. */
export interface Handshake {
  req: IncomingMessage;
  socket: Duplex;
  head: Buffer;
}

/** A handshake was neither accepted nor refused in time. */
export class HandshakeTimeoutError extends Error {
  override name = 'HandshakeTimeoutError';
}

/** Longer than the look-ups and the connection to a worker take together. */
const handshakeTimeoutMs = 10_000;
/** The time a refused peer gets to read the answer and to close its side. */
const lingerMs = 1_000;

/** Whether a request is a websocket's opening handshake (RFC 6455, 4.1). */
export const isHandshake = ({ method, httpVersion, headers }: IncomingMessage): boolean =>
  method === 'GET' && httpVersion === '1.1' && headers.upgrade?.toLowerCase() === 'websocket';

/**
 * The requests of a server with websockets, for `createServer`. A server that listens for upgrades gets every request with an
 * `Upgrade` header as one. This ignores what asks for another protocol, such as `h2c`, so that it is answered as if the header
 * was not there (RFC 9110, 7.8).
 */
export class HandshakeAwareRequest extends IncomingMessage {
  /** Node's parser sets it before the headers are known. */
  declare private asksForUpgrade: boolean | null;

  get upgrade(): boolean {
    return this.asksForUpgrade === true && (this.method === 'CONNECT' || isHandshake(this));
  }

  set upgrade(asked: boolean | null) {
    this.asksForUpgrade = asked;
  }
}

/** How the handshakes of a server are handled. */
export interface HandshakeHandler {
  /** Whether they are this handler's; the others are left alone. */
  accepts?: (req: IncomingMessage) => boolean;
  /** Opens the websocket, or ends the socket. */
  open: (handshake: Handshake) => Promise<void> | void;
  /** Ends the socket by {@link endSocket}. @param error what `open` threw, or {HandshakeTimeoutError} */
  refuse: (handshake: Handshake, error: unknown) => void;
  timeoutMs?: number;
}

/** Handles the websocket handshakes of a server of {@link HandshakeAwareRequest}. */
export function onHandshake(server: Server, handler: HandshakeHandler): void {
  const { accepts = () => true, open, refuse, timeoutMs = handshakeTimeoutMs } = handler;
  server.on('upgrade', (req: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!accepts(req)) return;
    const handshake = { req, socket, head };
    socket.on('error', () => socket.destroy());
    // A peer whose socket is refused already is not refused again by what fails later.
    const end = (error: unknown): void => {
      if (socket.writable) refuse(handshake, error);
    };
    const timer = setTimeout(() => end(new HandshakeTimeoutError('The handshake took too long.')), timeoutMs);
    const run = async (): Promise<void> => {
      try {
        await open(handshake);
      } catch (error) {
        end(error);
      } finally {
        clearTimeout(timer);
      }
    };
    void run();
  });
}

/**
 * Sends the last bytes on a socket that nothing else reads any more, and closes it. What the peer still sends is dropped: if it
 * stayed unread, the end of the peer's side would never be seen, and the reset of the connection could take the answer away.
 */
export function endSocket(socket: Duplex, bytes: string): void {
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once('close', () => clearTimeout(timer));
  socket.end(bytes);
  socket.resume();
}

/** Refuses a handshake without a body. */
export function refuseHandshake(socket: Duplex, status: number): void {
  endSocket(
    socket,
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
  );
}
