import { BlockList, isIP } from 'node:net';

/** Addresses at which no phone can be: groups, broadcasts, what is reserved, and the network of the machine itself. */
const unusable = new BlockList();
unusable.addSubnet('0.0.0.0', 8, 'ipv4');
unusable.addSubnet('169.254.0.0', 16, 'ipv4');
unusable.addSubnet('224.0.0.0', 4, 'ipv4');
unusable.addSubnet('240.0.0.0', 4, 'ipv4');
unusable.addSubnet('ff00::', 8, 'ipv6');
unusable.addSubnet('fe80::', 10, 'ipv6');
unusable.addAddress('::', 'ipv6');
const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

const isIn = (list: BlockList, address: string): boolean =>
  isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/**
 * Whether audio may be sent to an address that the other side names: it must not reach the services of this machine, nor a
 * group of others.
 * @param address of the other side, IPv4 or IPv6
 * @param own the address at which we receive: on a loopback network both sides are on this machine
 */
export const isUsableMediaAddress = (address: string, own: string): boolean =>
  !isIn(unusable, address) && (!isIn(loopback, address) || isIn(loopback, own));
