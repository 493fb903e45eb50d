import { isIPv6 } from 'node:net';
import type { Target, TransportKind } from './types';

/** Where SIP is served unless a port is named (RFC 3261 section 19.1.2). */
export const defaultPortOf = (transport: TransportKind): number => (transport === 'tls' ? 5061 : 5060);

export const isSameAddress = (one: Target, other: Target): boolean =>
  one.transport === other.transport && one.port === other.port && isSameHost(one.host, other.host);

export const isSameHost = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** The family of an IP address. */
export const familyOf = (host: string): 4 | 6 => (isIPv6(host) ? 6 : 4);

/** Whether an address stands for all of the machine. */
export const isUnspecified = (host: string): boolean => host === '0.0.0.0' || host === '::';
