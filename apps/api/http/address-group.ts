import ipaddr from 'ipaddr.js';

/** An IPv6 client usually has a network of 64 bits to itself. */
const networkParts = 4;

/**
 * What limits for each address count together: an IPv4 address, also a mapped one, or the /64 network of an IPv6
 * address.
 * @param address the address of the peer, which is missing once the socket is closed
 */
export function addressGroupOf(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return `${parsed.parts.slice(0, networkParts).join(':')}::/64`;
}
