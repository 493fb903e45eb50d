import type { Socket } from 'node:net';
import type { AddressGuard } from './address-guard';

/** A response of a connection that has closed is read within this time: longer than any request takes. */
const rememberMs = 30_000;

/** The hosts that this process is connected to in private networks, which the operator allowed. */
export interface PrivateHosts {
  /** Notes a new connection. */
  add(host: string, socket: Socket): void;
  /** @param host of a URL */
  has(host: string): boolean;
}

export function createPrivateHosts(guard: Pick<AddressGuard, 'isPublic'>): PrivateHosts {
  const connections = new Map<string, number>();
  const change = (host: string, by: number): void => {
    const count = (connections.get(host) ?? 0) + by;
    if (count > 0) connections.set(host, count);
    else connections.delete(host);
  };
  return {
    add: (host, socket) => {
      if (guard.isPublic(socket.remoteAddress ?? '')) return;
      change(host, 1);
      socket.once('close', () => setTimeout(() => change(host, -1), rememberMs).unref());
    },
    has: (host) => connections.has(host.replace(/^\[|\]$/g, '')),
  };
}
