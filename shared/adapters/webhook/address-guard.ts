import { isIP } from 'node:net';
import { IPv4, IPv6, parse, parseCIDR } from 'ipaddr.js';

/** Decides which network addresses webhooks may be sent to. */
export interface AddressGuard {
  /** @param address an IPv4 or IPv6 address without brackets; anything else is refused */
  allows(address: string): boolean;
  /** Whether everyone can reach the address: false for the private networks that the operator allowed. */
  isPublic(address: string): boolean;
}

/** Blocks that ipaddr.js treats as public, but that are not: they lead into private networks or nowhere. */
const deniedBlocks = [
  '168.63.129.16/32', // Azure's wire server
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT relays
  '192.88.99.0/24', // 6to4 relays
  '192.175.48.0/24', // AS112
  '2001::/23', // protocol assignments: Teredo, ORCHID, benchmarking and others
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: an IPv4 address inside
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
].map((block) => parseCIDR(block));

/** The IPv6 block routed on the internet; all others are special. */
const globalV6 = parseCIDR('2000::/3');

type Address = IPv4 | IPv6;
type Block = [Address, number];

const within = (address: Address, [network, bits]: Block): boolean => {
  if (address instanceof IPv4) return network instanceof IPv4 && address.match(network, bits);
  return network instanceof IPv6 && address.match(network, bits);
};

/** ISATAP embeds an IPv4 address after an interface ID of `(0|200):5efe`. */
const isIsatap = ({ parts }: IPv6): boolean => (parts[4] === 0 || parts[4] === 0x200) && parts[5] === 0x5efe;

function isPublic(address: Address): boolean {
  if (deniedBlocks.some((block) => within(address, block))) return false;
  if (address instanceof IPv6 && (!within(address, globalV6) || isIsatap(address))) return false;
  return address.range() === 'unicast';
}

/** Unwraps IPv4-mapped addresses: `::ffff:127.0.0.1` is 127.0.0.1. */
const unwrap = (address: Address): Address =>
  address instanceof IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;

/**
 * Allows public addresses and those in the given blocks.
 * @param allowedCidrs such as `10.0.0.0/8` or `::1/128`. @param options.onlyListed allows those in the blocks only
 */
export function createAddressGuard(
  allowedCidrs: readonly string[],
  { onlyListed = false }: { onlyListed?: boolean } = {},
): AddressGuard {
  const allowed = allowedCidrs.map((block) => parseCIDR(block));
  // A zone ID ("fe80::1%eth0") refers to an interface of this machine.
  const read = (text: string): Address | undefined =>
    text.includes('%') || isIP(text) === 0 ? undefined : unwrap(parse(text));
  const isPublicText = (text: string): boolean => {
    const address = read(text);
    return address !== undefined && isPublic(address);
  };
  return {
    isPublic: isPublicText,
    allows: (text) => {
      const address = read(text);
      if (address === undefined) return false;
      return allowed.some((block) => within(address, block)) || (!onlyListed && isPublic(address));
    },
  };
}
