import { BlockList, isIP } from 'node:net';
import type { SipContext } from './context';
import { parseSipUri } from './message/uri';
import { addressOf, type SipTrunk } from './trunk';
import { isSameHost } from './transport/target';

/** @returns whether an IP address is one that the settings of the trunks name */
export function createConfiguredPeers(
  trunks: readonly Pick<SipTrunk, 'URI' | 'Proxy' | 'Addresses'>[],
): (address: string) => boolean {
  const known = new BlockList();
  for (const { URI, Proxy, Addresses = [] } of trunks) {
    const hosts = [URI, ...(Proxy === undefined ? [] : [Proxy])].map((uri) => parseSipUri(uri).host);
    for (const text of [...hosts.filter((host) => isIP(host) !== 0), ...Addresses]) addTo(known, text);
  }
  return (address) => isIP(address) !== 0 && known.check(address, familyOf(address));
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

function addTo(list: BlockList, text: string): void {
  const [address = '', prefix] = text.split('/');
  if (prefix === undefined) list.addAddress(address, familyOf(address));
  else list.addSubnet(address, Number(prefix), familyOf(address));
}

/**
 * Whether a host is the carrier's: the names of the trunk lead to it, or its settings list it. A host that only a message
 * names, such as the contact of an answer, may be that of anyone who was called.
 */
export async function isHostOfTrunk(
  { resolve }: Pick<SipContext, 'resolve'>,
  trunk: SipTrunk,
  host: string,
): Promise<boolean> {
  if (createConfiguredPeers([trunk])(host)) return true;
  const targets = await resolve(addressOf(trunk)).catch(() => []);
  return targets.some((target) => isSameHost(target.host, host));
}
