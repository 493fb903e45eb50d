import type { SipMessage } from '../message/types';

export type TransportKind = 'udp' | 'tcp' | 'tls';

/** Where a message goes to, or came from. */
export interface Target {
  transport: TransportKind;
  /** An address, as a rule: names are resolved by `resolveTargets`. IPv6 without brackets. */
  host: string;
  port: number;
  /** For TLS: the domain that the certificate must be valid for (RFC 5922 section 7.2). Absent: the address. */
  serverName?: string;
}

/** A message was not sent, or it is unknown whether it was, or its connection was lost before the response. */
export class TransportError extends Error {
  override name = 'TransportError';
}

/** Surely nothing was sent: no address, no connection, no valid certificate. The next target may be tried. */
export class TransportConnectError extends TransportError {
  override name = 'TransportConnectError';
}

/** Counts since the start. */
export interface TransportStats {
  received: number;
  sent: number;
  /** Datagrams that are no SIP message, and connections closed because of what they carried. */
  malformed: number;
  /** Connections that are open or being opened. */
  connections: number;
}

/** Sends and receives messages over UDP, TCP and TLS (RFC 3261 section 18). */
export interface Transports {
  /** Of the local address: targets of the other family cannot be reached. */
  readonly family: 4 | 6;
  /**
   * Sends a message. The top Via of a request gets the transport's name and, over UDP, `rport` (RFC 3581). A request of more
   * than 1,300 bytes for UDP goes over TCP if the target accepts a connection (RFC 3261 section 18.1.1). A response goes
   * over a stream only while the connection of its request is open.
   * @returns where it was sent: over TCP if it was too long for UDP. For a stream it stands for the connection: `onBroken`
   * reports the same object
   * @throws {TransportConnectError} if surely nothing was sent
   * @throws {TransportError} otherwise
   */
  send(message: SipMessage, target: Target): Promise<Target>;
  /**
   * Subscribes to valid messages. Requests have `received` and `rport` in their top Via, which is a header field of its own
   * (RFC 3261 section 18.2.1, RFC 3581 section 4). A response to `source` goes back the same way.
   * @returns a function that unsubscribes
   */
  onMessage(listener: (message: SipMessage, source: Target) => void): () => void;
  /** Subscribes to the ends of open connections, by either side or the network. @returns a function that unsubscribes */
  onBroken(listener: (target: Target, error: TransportError) => void): () => void;
  /** Closes the connection that `send` returned as a target: the other side no longer responds. UDP is not affected. */
  disconnect(target: Target): void;
  /** The address for Via and Contact of messages over a transport. IPv6 without brackets: the writers of both add them. */
  viaOf(kind: TransportKind): { host: string; port: number };
  stats(): TransportStats;
  /** Closes all sockets, after what was already written was sent. */
  close(): Promise<void>;
}

export interface TlsOptions {
  /** Certificate authorities instead of the built-in ones, in PEM. */
  ca?: string;
  /** Default true. False accepts any certificate: for tests and closed networks only. */
  rejectUnauthorized?: boolean;
  /** Our own certificate and its key, in PEM: for servers that ask for one, and to accept connections. */
  cert?: string;
  key?: string;
  /** Where connections are accepted if there is a certificate; default one more than that of UDP and TCP. */
  port?: number;
}

export interface TransportsOptions {
  /** The local IP address, for UDP and TCP alike. */
  host: string;
  /** 0 chooses one that is free for both. */
  port: number;
  /** What peers must use instead of the local address, as behind NAT. Needed if `host` is unspecified, such as `0.0.0.0`. */
  advertise?: { host: string; port?: number; tlsPort?: number };
  tls?: TlsOptions;
  /** Whether an IP address is one of a configured peer, whose connections strangers must not keep out. */
  isPeer?: (address: string) => boolean;
  limits?: Partial<StreamLimits>;
}

/** Bounds of connections. */
export interface StreamLimits {
  /** Until a connection is open, TLS included. */
  connectTimeoutMs: number;
  /** A connection without messages gets a CRLF keep-alive each time this has passed (RFC 5626 section 3.5.1). */
  keepAliveMs: number;
  /** A connection without a message for so long is closed. Longer than a call: its peer may hang up over it. */
  idleMs: number;
  /** How many we open. */
  outgoing: number;
  /** How many strangers may open, and as many peers: addresses that are configured, or get requests of ours. */
  incoming: number;
  /** How many of them from one address of a stranger. */
  incomingPerAddress: number;
  /** A connection that a stranger opened is closed unless it carries a message within this time. */
  firstMessageMs: number;
  /** As `idleMs`, for a connection that a stranger opened. */
  strangerIdleMs: number;
  /** A peer that leaves so many bytes unread is sent no more. */
  unreadBytes: number;
}
