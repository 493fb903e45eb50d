import type { Socket } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { StreamLimits } from './types';

/** Decides which connections of others are accepted. */
export interface Admission {
  /** Notes an address to which we send requests: a peer. */
  know(address: string): void;
  isPeer(address: string): boolean;
  /** Counts a connection until it is closed. @returns false if it must be closed: there are too many */
  admit(socket: Pick<Socket, 'once'>, address: string): boolean;
}

/** A peer that gets no request for a day is a stranger again. */
const knownPeers = { max: 10_000, ttl: 24 * 3_600_000 };

/**
 * Bounds the connections of strangers, of each address and of all, and those of peers apart from them: however many
 * strangers connect, a peer gets in.
 */
export function createAdmission(
  { incoming, incomingPerAddress }: Pick<StreamLimits, 'incoming' | 'incomingPerAddress'>,
  isConfigured: (address: string) => boolean = () => false,
): Admission {
  const peers = new LRUCache<string, true>(knownPeers);
  const perStranger = new Map<string, number>();
  const counts = { peers: 0, strangers: 0 };
  const countStranger = (address: string, by: 1 | -1): void => {
    const count = (perStranger.get(address) ?? 0) + by;
    if (count > 0) perStranger.set(address, count);
    else perStranger.delete(address);
    counts.strangers += by;
  };
  const isPeer = (address: string): boolean => peers.has(address.toLowerCase()) || isConfigured(address);
  return {
    know: (address) => void peers.set(address.toLowerCase(), true),
    isPeer,
    admit: (socket, address) => {
      if (isPeer(address)) {
        if (counts.peers >= incoming) return false;
        counts.peers++;
        socket.once('close', () => counts.peers--);
        return true;
      }
      if (counts.strangers >= incoming || (perStranger.get(address) ?? 0) >= incomingPerAddress) return false;
      countStranger(address, 1);
      socket.once('close', () => countStranger(address, -1));
      return true;
    },
  };
}
