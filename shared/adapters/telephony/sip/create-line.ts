import type { Logger } from '../../logger';
import type { SimulatorClock } from '../simulated/clock';
import type { SipCallLog } from './call-log';
import type { SipLimits, SipLogger } from './context';
import { createSipProvider, type SipProvider } from './provider';
import { createMediaSessions } from './rtp/session';
import type { PortRange } from './rtp/types';
import { createTransactions } from './transaction/client';
import type { SipTimers } from './transaction/timers';
import { createSipDns, type SipDns } from './transport/dns';
import { resolveTargets } from './transport/resolve';
import { createTransports } from './transport/transports';
import type { TlsOptions } from './transport/types';
import type { SipTrunk } from './trunk';
import { createConfiguredPeers } from './trunk-hosts';

/** The settings of a line of SIP. */
export interface SipLineOptions {
  trunks: readonly SipTrunk[];
  log: SipCallLog;
  /** The same in all processes of one deployment: the identifiers of calls are derived from it. */
  secret: string | Buffer;
  /** The local address for signaling and audio. */
  host: string;
  /** The port for UDP and TCP; 0 chooses one. */
  port: number;
  /** The address that trunks reach us at, as behind NAT. */
  advertise?: { host: string; port?: number; tlsPort?: number } | undefined;
  tls?: TlsOptions | undefined;
  /** The ports for audio. */
  rtpPorts: PortRange;
  logger: SipLogger & Logger;
  timers?: SipTimers | undefined;
  clock?: SimulatorClock | undefined;
  limits?: Partial<SipLimits> | undefined;
  dns?: SipDns | undefined;
}

/**
 * Binds the sockets, and creates the provider that uses them.
 * @throws {RangeError} if an address or a range of ports is invalid
 * @throws if the port is in use
 */
export async function createSipLine(options: SipLineOptions): Promise<SipProvider> {
  const { trunks, log, secret, host, port, advertise, tls, logger, clock, limits, dns = createSipDns() } = options;
  const sessions = createMediaSessions({ host, ports: options.rtpPorts, logger, ...(clock && { clock }) });
  const transports = await createTransports(
    { host, port, isPeer: createConfiguredPeers(trunks), ...(advertise && { advertise }), ...(tls && { tls }) },
    logger,
  );
  const transactions = createTransactions(transports, {
    logger,
    ...(options.timers && { timers: options.timers }),
    ...(clock && { setTimer: (fn: () => void, ms: number) => clock.setTimer(fn, ms) }),
  });
  return createSipProvider({
    ...{ trunks, log, secret, transports, transactions, sessions, logger, clock, limits },
    resolve: (at) => resolveTargets(at, dns, { family: transports.family }),
    mediaAddress: advertise?.host ?? host,
  });
}
