import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

/** What a network does to datagrams, in each direction. Rates are from 0 to 1. */
export interface NetworkFaults {
  loss?: number;
  /** A second copy follows. */
  duplication?: number;
  /** Every datagram is this much later. */
  delayMs?: number;
  /** A datagram is up to this much later still, so that they overtake each other. */
  jitterMs?: number;
  /** These datagrams wait until the next one has passed. */
  reordering?: number;
}

export interface Passage {
  datagram: Buffer;
  /** `out`: from the client to the server. */
  direction: 'out' | 'back';
}

export interface UdpRelayOptions {
  /** Where datagrams of clients go. */
  server: { host?: string; port: number };
  faults?: NetworkFaults;
  /** The same seed gives the same faults. */
  seed?: number;
  /** Sees each datagram that arrives at the relay. @returns false to drop it */
  inspect?: (passage: Passage) => boolean;
}

/** A network of one address: clients send to its port, and the server sees all they send come from one other port, as behind a NAT. */
export interface UdpRelay {
  /** Where clients send to. */
  port: number;
  /** Where the server's datagrams come from and go to. */
  serverSidePort: number;
  /** Datagrams that arrived at the relay, were dropped, doubled, and put behind another. */
  counts: { arrived: number; lost: number; duplicated: number; reordered: number };
  /** Datagrams that will be delivered later. Those that wait to be overtaken are not among them. */
  underWay(): number;
  /** From now on the faults are these. */
  setFaults(faults: NetworkFaults): void;
  close(): Promise<void>;
}

const host = '127.0.0.1';

/** @returns numbers from 0 to 1, the same for the same seed (mulberry32) */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

async function bind(): Promise<Socket> {
  const socket = createSocket('udp4');
  socket.bind(0, host);
  await once(socket, 'listening');
  return socket;
}

/** Starts a relay on 127.0.0.1. It answers the client that sent last. */
export async function startUdpRelay({ server, faults = {}, seed = 1, inspect }: UdpRelayOptions): Promise<UdpRelay> {
  const random = seededRandom(seed);
  const [near, far] = [await bind(), await bind()];
  const timers = new Set<NodeJS.Timeout>();
  const counts = { arrived: 0, lost: 0, duplicated: 0, reordered: 0 };
  let current = faults;
  let client: { port: number; address: string } | undefined;
  let isOpen = true;
  const deliver = ({ datagram, direction }: Passage): void => {
    if (!isOpen) return;
    if (direction === 'out') far.send(datagram, server.port, server.host ?? host);
    else if (client) near.send(datagram, client.port, client.address);
  };
  const later = (passage: Passage): void => {
    const { delayMs = 0, jitterMs = 0 } = current;
    const waitMs = delayMs + random() * jitterMs;
    if (waitMs === 0) deliver(passage);
    else {
      const timer = setTimeout(() => {
        timers.delete(timer);
        deliver(passage);
      }, waitMs);
      timers.add(timer);
    }
  };
  const held = new Map<Passage['direction'], Passage>();
  const pass = (passage: Passage): void => {
    counts.arrived++;
    if (inspect?.(passage) === false || random() < (current.loss ?? 0)) {
      counts.lost++;
      return;
    }
    const { direction } = passage;
    if (random() < (current.reordering ?? 0) && !held.has(direction)) {
      counts.reordered++;
      held.set(direction, passage);
      return;
    }
    later(passage);
    const behind = held.get(direction);
    held.delete(direction);
    if (behind) later(behind);
    if (random() >= (current.duplication ?? 0)) return;
    counts.duplicated++;
    later(passage);
  };
  near.on('message', (datagram, from) => {
    client = from;
    pass({ datagram, direction: 'out' });
  });
  far.on('message', (datagram) => pass({ datagram, direction: 'back' }));
  return {
    port: near.address().port,
    serverSidePort: far.address().port,
    counts,
    underWay: () => timers.size,
    setFaults: (next) => {
      current = next;
    },
    close: async () => {
      isOpen = false;
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(
        [near, far].map((socket) => new Promise<void>((resolve) => void socket.close(() => resolve()))),
      );
    },
  };
}
