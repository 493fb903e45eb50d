import { isIP } from 'node:net';
import type { ServerRecord, SipDns } from './dns';
import { defaultPortOf } from './target';
import { TransportConnectError, type Target, type TransportKind } from './types';

/** What a trunk names: a domain or an address, perhaps a port, and the transport. */
export interface Destination {
  /** IPv6 without brackets. */
  host: string;
  /** Absent: the servers of the domain are looked up, and the transport's default port is used if it names none. */
  port?: number;
  transport: TransportKind;
}

export interface ResolveOptions {
  /** Leaves out addresses of the other family, which our socket cannot reach. */
  family?: 4 | 6;
  /** 0 to 1, for the choice by weight. */
  random?: () => number;
}

/** RFC 3263 section 4.1. */
const services: Record<TransportKind, string> = { udp: '_sip._udp', tcp: '_sip._tcp', tls: '_sips._tcp' };
/** More are not tried for one call. */
const maxTargets = 20;

/**
 * Finds the addresses of a destination, in the order in which they are tried (RFC 3263 section 4.2): servers by priority and
 * weight, each with all of its addresses. The transport is configured, so NAPTR records are not looked up.
 * @returns one or more targets. Over TLS their certificate must be that of the destination's domain (RFC 5922)
 * @throws {TransportConnectError} if there is no address
 */
export async function resolveTargets(
  { host, port, transport }: Destination,
  dns: SipDns,
  { family, random = Math.random }: ResolveOptions = {},
): Promise<Target[]> {
  if (isIP(host) !== 0) return [{ transport, host, port: port ?? defaultPortOf(transport) }];
  const found: Target[] = [];
  const problems: unknown[] = [];
  for (const server of await findServers({ host, port, transport }, dns, random)) {
    try {
      const addresses = await dns.resolveAddresses(server.name);
      const reachable = addresses.filter((address) => family === undefined || isIP(address) === family);
      for (const address of reachable)
        found.push({ transport, host: address, port: server.port, ...(transport === 'tls' && { serverName: host }) });
    } catch (error) {
      problems.push(error);
    }
  }
  if (found.length === 0) throw new TransportConnectError(`${host} has no address.`, { cause: problems[0] });
  return found.slice(0, maxTargets);
}

type Named = Pick<ServerRecord, 'name' | 'port'>;

async function findServers(
  { host, port, transport }: { host: string; port: number | undefined; transport: TransportKind },
  dns: SipDns,
  random: () => number,
): Promise<Named[]> {
  const itself = { name: host, port: port ?? defaultPortOf(transport) };
  // RFC 6761 section 6.3: localhost must not be sent to a name server.
  if (port !== undefined || /^(.*\.)?localhost\.?$/i.test(host)) return [itself];
  const servers = await lookUp(`${services[transport]}.${host}`, dns);
  if (servers.length === 0) return [itself];
  // A single root name: the domain has no such service (RFC 2782).
  if (servers.every(({ name }) => name === '.' || name === ''))
    throw new TransportConnectError(`${host} serves no SIP over ${transport}.`);
  return orderServers(servers, random);
}

async function lookUp(service: string, dns: SipDns): Promise<ServerRecord[]> {
  try {
    return await dns.resolveServers(service);
  } catch (error) {
    throw new TransportConnectError(`${service} could not be looked up.`, { cause: error });
  }
}

/** Sorts servers by priority; within one priority each next is drawn by weight (RFC 2782). */
export function orderServers(servers: readonly ServerRecord[], random: () => number): ServerRecord[] {
  const priorities = [...new Set(servers.map(({ priority }) => priority))].sort((one, other) => one - other);
  return priorities.flatMap((priority) =>
    drawAll(
      servers.filter((server) => server.priority === priority),
      random,
    ),
  );
}

function drawAll(servers: readonly ServerRecord[], random: () => number): ServerRecord[] {
  // Those without weight are first, so that they are rarely drawn while others are left.
  const left = [...servers].sort((one, other) => Number(one.weight > 0) - Number(other.weight > 0));
  const drawn: ServerRecord[] = [];
  while (left.length > 0) {
    const total = left.reduce((sum, { weight }) => sum + weight, 0);
    let rest = Math.floor(random() * (total + 1));
    const index = left.findIndex(({ weight }) => (rest -= weight) <= 0);
    drawn.push(...left.splice(Math.max(0, index), 1));
  }
  return drawn;
}
