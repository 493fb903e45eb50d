import type { LRUCache } from 'lru-cache';
import type { SipMessage } from '../message/types';
import { writeMessage } from '../message/write';
import type { Streams } from './streams';
import { TransportConnectError, type Target } from './types';
import type { UdpSocket } from './udp';
import { withSentOver } from './via';

/** A longer request may be more than one packet, and parts of packets get lost (RFC 3261 section 18.1.1). */
const maxDatagramBytes = 1_300;

export interface Sockets {
  udp: UdpSocket;
  streams: Streams;
  /** Addresses of UDP that accepted no connection lately: they get long requests over UDP at once. */
  datagramsOnly: LRUCache<string, true>;
}

/**
 * Sends a message. See `Transports.send`.
 * @throws {TransportConnectError} if surely nothing was sent
 * @throws {TransportError} otherwise
 */
export async function sendMessage(sockets: Sockets, message: SipMessage, target: Target): Promise<Target> {
  const bytes = writeOver(message, target.transport);
  if (target.transport === 'udp') return sendOverUdp(sockets, { message, bytes }, target);
  if (message.kind === 'request') return sendOverStream(sockets.streams, bytes, target);
  const connection = sockets.streams.openTo(target);
  if (connection === undefined) throw new TransportConnectError('The connection of the request is closed.');
  await connection.write(bytes);
  return connection.target;
}

const writeOver = (message: SipMessage, transport: Target['transport']): Buffer =>
  writeMessage(message.kind === 'request' ? withSentOver(message, transport) : message);

async function sendOverStream(streams: Streams, bytes: Buffer, target: Target): Promise<Target> {
  const connection = streams.connectionTo(target);
  await connection.write(bytes);
  return connection.target;
}

/** Sends a datagram, unless it is a request so long that a connection is tried first. */
async function sendOverUdp(
  { udp, streams, datagramsOnly }: Sockets,
  { message, bytes }: { message: SipMessage; bytes: Buffer },
  target: Target,
): Promise<Target> {
  const address = `${target.host}:${target.port}`;
  if (message.kind === 'request' && bytes.length > maxDatagramBytes && !datagramsOnly.has(address)) {
    try {
      return await sendOverStream(streams, writeOver(message, 'tcp'), { ...target, transport: 'tcp' });
    } catch (error) {
      if (!(error instanceof TransportConnectError)) throw error;
      datagramsOnly.set(address, true);
    }
  }
  await udp.send(bytes, target);
  return target;
}
