import { createSocket, type Socket } from 'node:dgram';
import { once as nextEvent } from 'node:events';
import { isIPv6 } from 'node:net';
import { NoFreePortError, type PortRange } from './types';

/** The two sockets of one call: RTP on an even port, RTCP on the next one (RFC 3550 section 11). */
export interface PortPair {
  rtp: Socket;
  rtcp: Socket;
  /** That of RTP. */
  port: number;
  /** Closes both sockets. May be called again. */
  close(): Promise<void>;
}

/** The ports for media of a process. */
export interface PortPool {
  /** @throws {NoFreePortError} if every port is taken, here or by another program */
  open(): Promise<PortPair>;
}

/** How often the system is asked for a port whose neighbor is free too. */
const systemTries = 50;

/**
 * Hands out the ports of a range in turn, so that a port rests for as long as possible: late packets of a call that is over
 * must not reach the next one.
 * @throws {RangeError} if the range holds no even port with its neighbor
 */
export function createPortPool(host: string, [first, last]: PortRange): PortPool {
  const isSystems = first === 0 && last === 0;
  const lowest = first + (first % 2);
  const pairs = isSystems ? systemTries : Math.floor((last + 1 - lowest) / 2);
  if (!isSystems && !(Number.isInteger(first) && first >= 1 && last <= 65_535 && pairs >= 1))
    throw new RangeError(`The ports ${first} to ${last} hold none for RTP, which needs an even one and the next.`);
  let next = 0;
  return {
    open: async () => {
      for (let tries = 0; tries < pairs; tries++) {
        const pair = await (isSystems ? bindSystemPair(host) : bindPair(host, lowest + 2 * (next++ % pairs)));
        if (pair !== undefined) return pair;
      }
      throw new NoFreePortError(`No port is free for the audio of another call, of ${pairs} pairs.`);
    },
  };
}

/** @returns a bound socket; `undefined` if the port is taken */
async function bind(host: string, port: number): Promise<Socket | undefined> {
  const socket = createSocket({
    type: isIPv6(host) ? 'udp6' : 'udp4',
    // Packets go to addresses only, so each is sent at once, not one turn of the event loop later.
    lookup: (address, _options, callback) => callback(null, address, isIPv6(address) ? 6 : 4),
  });
  try {
    const bound = nextEvent(socket, 'listening');
    socket.bind({ port, address: host, exclusive: true });
    await bound;
    return socket;
  } catch (error) {
    socket.close();
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return undefined;
    throw error;
  }
}

async function bindPair(host: string, port: number): Promise<PortPair | undefined> {
  const rtp = await bind(host, port);
  return rtp && pairWith(host, rtp, port + 1);
}

/** Takes a port that the system chooses, and the one above or below it. */
async function bindSystemPair(host: string): Promise<PortPair | undefined> {
  const socket = await bind(host, 0);
  if (socket === undefined) return undefined;
  const { port } = socket.address();
  return pairWith(host, socket, port % 2 === 0 ? port + 1 : port - 1);
}

async function pairWith(host: string, socket: Socket, otherPort: number): Promise<PortPair | undefined> {
  const other = await bind(host, otherPort).catch(async (error: unknown) => {
    await closeSocket(socket);
    throw error;
  });
  if (other === undefined) {
    await closeSocket(socket);
    return undefined;
  }
  const { port } = socket.address();
  const [rtp, rtcp] = port % 2 === 0 ? [socket, other] : [other, socket];
  const close = once(() => Promise.all([closeSocket(rtp), closeSocket(rtcp)]).then(() => undefined));
  return { rtp, rtcp, port: rtp.address().port, close };
}

const closeSocket = (socket: Socket): Promise<void> => new Promise((resolve) => void socket.close(() => resolve()));

/** Acts at the first call; later calls get the same promise. */
function once(act: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= act());
}
