import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether a host name or address is this machine's own, so that traffic to it stays on this machine. */
export function isLoopbackHost(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  const version = isIP(address);
  if (version === 0) return address.toLowerCase() === 'localhost';
  return loopback.check(address, version === 4 ? 'ipv4' : 'ipv6');
}

/** The host of `host:port` or `[host]:port`. */
export const hostOf = (address: string): string => address.replace(/:\d+$/, '');
