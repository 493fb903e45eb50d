import type { LookupFunction, Socket } from 'node:net';
import { isIP } from 'node:net';
import { buildConnector } from 'undici';
import type { AddressGuard } from './address-guard';
import type { PrivateHosts } from './private-hosts';
import type { NameResolver } from './resolver';

/** Webhooks may not be sent to the receiver's address, or to any address of its name. */
export class BlockedAddressError extends Error {
  override name = 'BlockedAddressError';
  readonly code: 'BLOCKED_ADDRESS' | 'BLOCKED_NAME';
  constructor(readonly host: string) {
    super(`${host} is not an address that webhooks may be sent to.`);
    this.code = isIP(host) === 0 ? 'BLOCKED_NAME' : 'BLOCKED_ADDRESS';
  }
}

export interface ConnectorOptions {
  guard: AddressGuard;
  resolver: NameResolver;
  privateHosts: Pick<PrivateHosts, 'add'>;
  connectTimeoutMs: number;
  /** Certificate authorities instead of the built-in ones, in PEM. */
  ca?: string | undefined;
}

/** Resolves a name to its permitted addresses, for the connection that uses them, so that they cannot change in between. */
const guardedLookup = ({ guard, resolver }: ConnectorOptions): LookupFunction => {
  const addressesOf = async (name: string): Promise<{ address: string; family: number }[]> => {
    const addresses = (await resolver.resolve(name)).filter((address) => guard.allows(address));
    if (addresses.length === 0) throw new BlockedAddressError(name);
    return addresses.map((address) => ({ address, family: isIP(address) }));
  };
  return (name, options, done) => {
    addressesOf(name).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all) done(null, addresses);
        else done(null, first?.address ?? '', first?.family);
      },
      (error: unknown) => done(error as NodeJS.ErrnoException, ''),
    );
  };
};

const withoutBrackets = (host: string): string => host.replace(/^\[|\]$/g, '');

/**
 * Connects to receivers at permitted addresses only. It checks literal addresses (which are never resolved), each address that a name
 * resolves to, and the address that the socket is connected to. It requires verified TLS 1.2 or newer, whatever the environment says.
 */
export function createGuardedConnector(options: ConnectorOptions): buildConnector.connector {
  const { guard, connectTimeoutMs, ca } = options;
  const connect = buildConnector({
    timeout: connectTimeoutMs,
    lookup: guardedLookup(options),
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
    ...(ca === undefined ? {} : { ca }),
  });
  return (target, done) => {
    const host = withoutBrackets(target.hostname);
    if (isIP(host) !== 0 && !guard.allows(host)) {
      done(new BlockedAddressError(host), null);
      return;
    }
    connect({ ...target, hostname: host }, (error, socket) => {
      if (error) {
        done(error, null);
        return;
      }
      const refused = checkSocket(guard, socket, host);
      if (!refused) {
        options.privateHosts.add(host, socket);
        done(null, socket);
        return;
      }
      socket.destroy();
      done(refused, null);
    });
  };
}

function checkSocket(guard: AddressGuard, socket: Socket, host: string): Error | undefined {
  const address = socket.remoteAddress;
  if (address === undefined) return new Error('The connection was closed immediately.');
  return guard.allows(address) ? undefined : new BlockedAddressError(host);
}
