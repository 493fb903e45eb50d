import { LRUCache } from 'lru-cache';
import { isIP } from 'node:net';
import type { Logger } from '../../../logger';
import { createAdmission, type Admission } from './admission';
import { createReceiver, type Receiver } from './receiver';
import { sendMessage } from './send';
import { createStreams, type Streams } from './streams';
import { familyOf, isUnspecified } from './target';
import type { StreamLimits, TransportKind, Transports, TransportsOptions } from './types';
import { bindUdpSocket, type UdpSocket } from './udp';

const defaultLimits: StreamLimits = {
  connectTimeoutMs: 5_000,
  keepAliveMs: 95_000,
  idleMs: 4 * 60 * 60_000,
  outgoing: 200,
  incoming: 200,
  incomingPerAddress: 10,
  firstMessageMs: 10_000,
  strangerIdleMs: 3 * 60_000,
  unreadBytes: 1 << 20,
};
/** Methods of requests that go to the addresses of trunks. */
const toTrunks: ReadonlySet<string> = new Set(['INVITE', 'OPTIONS']);
/** For how long addresses of UDP that accepted no connection are known. */
const refusals = { max: 1_000, ttl: 10 * 60_000 };
/** How many ports that are free for UDP are tried, until one is free for TCP too. */
const portTries = 20;

interface Bound {
  udp: UdpSocket;
  streams: Streams;
  admission: Admission;
  /** Absent if there is no certificate to accept TLS with. */
  tlsPort?: number;
}

/**
 * Binds UDP and TCP at one port, and TLS if there is a certificate.
 * @throws {RangeError} if that is no IP address, or peers could not reach it
 * @throws if the address is in use or not ours
 */
export async function createTransports(options: TransportsOptions, logger?: Logger): Promise<Transports> {
  const { host, advertise } = options;
  if (isIP(host) === 0) throw new RangeError(`The SIP host ${host} is not an IP address.`);
  if (advertise === undefined && isUnspecified(host))
    throw new RangeError(`The SIP host ${host} needs an advertised one.`);
  const onError = (error: unknown): void => logger?.error({ err: error }, 'sip.transport_failed');
  const receiver = createReceiver(onError);
  const bound = await bind(options, receiver, onError);
  const sockets = { ...bound, datagramsOnly: new LRUCache<string, true>(refusals) };
  let sent = 0;
  let closing: Promise<void> | undefined;
  return {
    family: familyOf(host),
    send: async (message, target) => {
      // Other requests also go to hosts that only a message names.
      if (message.kind === 'request' && toTrunks.has(message.method)) bound.admission.know(target.host);
      const sentTo = await sendMessage(sockets, message, target);
      sent++;
      return sentTo;
    },
    onMessage: receiver.onMessage,
    onBroken: receiver.onBroken,
    disconnect: (target) => bound.streams.cut(target),
    viaOf: (kind) => viaOf(kind, options, bound),
    stats: () => ({ ...receiver.counts(), sent, connections: bound.streams.count() }),
    close: () => (closing ??= closeAll(bound)),
  };
}

/** Without a listener for TLS, peers can only use our connection: the port of TCP stands for it. */
function viaOf(kind: TransportKind, { host, advertise }: TransportsOptions, { udp, tlsPort }: Bound) {
  const port = kind === 'tls' ? (advertise?.tlsPort ?? tlsPort) : advertise?.port;
  return { host: advertise?.host ?? host, port: port ?? advertise?.port ?? udp.port };
}

async function bind(options: TransportsOptions, receiver: Receiver, onError: (error: unknown) => void): Promise<Bound> {
  const { host, port, tls = {} } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const admission = createAdmission(limits, options.isPeer);
  const streams = createStreams({ host, tls, limits, admission, events: receiver.events, onError });
  const bindUdp = () => bindUdpSocket({ host, port, onDatagram: receiver.onDatagram, onError });
  const udp = await bindBoth(bindUdp, streams, port === 0 ? portTries : 1);
  try {
    if (tls.cert === undefined || tls.key === undefined) return { udp, streams, admission };
    const tlsPort = await streams.listen('tls', tls.port ?? (port === 0 ? 0 : port + 1));
    return { udp, streams, admission, tlsPort };
  } catch (error) {
    await closeAll({ udp, streams });
    throw error;
  }
}

async function closeAll({ udp, streams }: Pick<Bound, 'udp' | 'streams'>): Promise<void> {
  await Promise.all([udp.close(), streams.close()]);
}

/** Binds UDP, and TCP at the same port: a request that is too long for UDP has the same Via over TCP. */
async function bindBoth(bindUdp: () => Promise<UdpSocket>, streams: Streams, tries: number): Promise<UdpSocket> {
  const udp = await bindUdp();
  try {
    await streams.listen('tcp', udp.port);
    return udp;
  } catch (error) {
    await udp.close();
    if (tries <= 1) throw error;
    return await bindBoth(bindUdp, streams, tries - 1);
  }
}
