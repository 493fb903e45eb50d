import type { RemoteInfo, Socket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { isIP, isIPv6 } from 'node:net';
import type { MediaDescription, SrtpKey } from '../sdp/types';
import { isRtcp, parseRtp, rtpHeaderBytes, type RtpPacket } from './packet';
import type { PortPair } from './ports';
import { createSourcePolicy, type SourcePolicy } from './source';
import { createSrtpReceiver, createSrtpSender, srtpOverheadBytes, type SrtpReceiver, type SrtpSender } from './srtp';
import { isUsableMediaAddress } from './usable-address';
import type { MediaAddress, MediaClock, MediaLogger } from './types';

export interface EndpointOptions {
  pair: PortPair;
  clock: Pick<MediaClock, 'nowMs'>;
  /** The key by which we encrypt if the other side has one too. */
  srtp?: SrtpKey;
  /** Whether a payload type belongs to the call. */
  knows: (payloadType: number) => boolean;
  onRtp: (packet: RtpPacket, nowMs: number) => void;
  /** @returns false if the datagram is no RTCP */
  onRtcp: (datagram: Buffer, nowMs: number) => boolean;
  logger?: MediaLogger | undefined;
}

/** The sockets of one call: it decrypts and passes on what the other side sends, and drops all else. */
export interface Endpoint {
  /** The other side describes its address and its key. A name is looked up first. */
  setRemote(remote: MediaDescription): void;
  /** A buffer with room for a packet of ours and its encryption. It comes again after 63 others. */
  takeBuffer(): Buffer;
  /** Encrypts the first `length` bytes, in place, and sends them. */
  sendRtp(buffer: Buffer, length: number): void;
  sendRtcp(datagram: Buffer): void;
  /** The other side has ended a stream: another may follow at once. */
  streamEnded(ssrc: number): void;
  /** Datagrams that were dropped: malformed, not authentic, or from another source. */
  readonly dropped: number;
}

/** A packet holds at most 60 ms. */
const [buffers, largestPayloadBytes] = [64, 480];
const lastPort = 65_535;
const bufferBytes = rtpHeaderBytes + largestPayloadBytes + srtpOverheadBytes;

interface State extends EndpointOptions {
  source: SourcePolicy;
  encrypts: SrtpSender | undefined;
  decrypts: SrtpReceiver | undefined;
  remoteKey: SrtpKey | undefined;
  remote: MediaDescription | undefined;
  /** Where RTCP came from. */
  rtcpSource: MediaAddress | undefined;
  dropped: number;
}

export function createEndpoint(options: EndpointOptions): Endpoint {
  const state: State = {
    ...options,
    source: createSourcePolicy(),
    encrypts: options.srtp && createSrtpSender(options.srtp),
    ...{ decrypts: undefined, remoteKey: undefined, remote: undefined, rtcpSource: undefined, dropped: 0 },
  };
  const { rtp, rtcp } = options.pair;
  listen(state, rtp, (datagram, from, nowMs) =>
    isRtcp(datagram) ? takeRtcp(state, datagram, from, nowMs) : takeRtp(state, datagram, from, nowMs),
  );
  listen(state, rtcp, (datagram, from, nowMs) => takeRtcp(state, datagram, from, nowMs));
  const pool = Array.from({ length: buffers }, () => Buffer.alloc(bufferBytes));
  let next = 0;
  return {
    setRemote: (remote) => setRemote(state, remote),
    takeBuffer: () => pool[next++ % buffers] as Buffer,
    sendRtp: (buffer, length) => {
      const { destination } = state.source;
      if (destination === undefined) return;
      const bytes = encryptorOf(state)?.protect(buffer, length) ?? length;
      send(rtp, buffer.subarray(0, bytes), destination);
    },
    sendRtcp: (datagram) => {
      const destination = rtcpDestination(state);
      if (destination === undefined) return;
      const socket = state.remote?.rtcpPort === state.remote?.port ? rtp : rtcp;
      send(socket, encryptRtcp(state, datagram), destination);
    },
    streamEnded: (ssrc) => state.source.streamEnded(ssrc),
    get dropped() {
      return state.dropped;
    },
  };
}

/** What cannot be sent is lost, as it would be in the network. */
const send = (socket: Socket, datagram: Buffer, { address, port }: MediaAddress): void =>
  socket.send(datagram, port, address);

/** Both sides encrypt, or none. */
const encryptorOf = ({ encrypts, decrypts }: State): SrtpSender | undefined => decrypts && encrypts;

function encryptRtcp(state: State, datagram: Buffer): Buffer {
  const encrypts = encryptorOf(state);
  if (encrypts === undefined) return datagram;
  const room = Buffer.alloc(datagram.length + srtpOverheadBytes);
  datagram.copy(room);
  return room.subarray(0, encrypts.protectRtcp(room, datagram.length));
}

function setRemote(state: State, remote: MediaDescription): void {
  const { srtp } = remote;
  const known = state.remoteKey;
  // The same key continues: its rollover counters are needed.
  if (srtp && !(known?.suite === srtp.suite && known.key.equals(srtp.key))) {
    state.decrypts = createSrtpReceiver(srtp);
  }
  if (srtp === undefined) state.decrypts = undefined;
  state.remoteKey = srtp;
  state.remote = remote;
  const signal = (address: string): void => {
    if (state.remote === remote) state.source.signal({ address, port: remote.port }, state.clock.nowMs());
  };
  if (isIP(remote.address) !== 0) {
    signal(remote.address);
    return;
  }
  const family = isIPv6(state.pair.rtp.address().address) ? 6 : 4;
  lookup(remote.address, { family }).then(
    ({ address }) => {
      if (isUsableMediaAddress(address, state.pair.rtp.address().address)) signal(address);
      else state.logger?.warn({}, 'rtp.address_refused');
    },
    (error: unknown) => state.logger?.warn({ err: error }, 'rtp.lookup_failed'),
  );
}

/** RTCP goes to where it comes from, or else to the described port; or beside RTP, if that comes from elsewhere. */
function rtcpDestination({ remote, source, rtcpSource }: State): MediaAddress | undefined {
  const { destination } = source;
  if (remote === undefined || destination === undefined) return undefined;
  if (rtcpSource?.address === destination.address) return rtcpSource;
  const { address, port: rtpPort } = destination;
  const isShared = remote.rtcpPort === remote.port;
  const described = rtpPort === remote.port ? remote.rtcpPort : undefined;
  const port = isShared ? rtpPort : (described ?? rtpPort + 1);
  return port > lastPort ? undefined : { address, port };
}

type Take = (datagram: Buffer, from: RemoteInfo, nowMs: number) => boolean;

function listen(state: State, socket: Socket, take: Take): void {
  let isReported = false;
  socket.on('error', (error) => {
    // Each packet to an address that cannot be reached fails.
    if (!isReported) state.logger?.warn({ err: error }, 'rtp.socket_failed');
    isReported = true;
  });
  socket.on('message', (datagram, from) => {
    if (!take(datagram, from, state.clock.nowMs())) state.dropped++;
  });
}

function takeRtp(state: State, datagram: Buffer, from: RemoteInfo, nowMs: number): boolean {
  const { decrypts } = state;
  const plain = decrypts ? decrypts.unprotect(datagram) : datagram;
  const packet = plain && parseRtp(plain);
  if (packet === undefined || !state.knows(packet.payloadType)) return false;
  const { address, port } = from;
  const { sequence, ssrc } = packet;
  if (!state.source.accepts({ address, port, sequence, ssrc }, decrypts !== undefined, nowMs)) return false;
  state.onRtp(packet, nowMs);
  return true;
}

/** Without encryption only the host that RTP goes to is believed. */
function takeRtcp(state: State, datagram: Buffer, { address, port }: RemoteInfo, nowMs: number): boolean {
  const { decrypts, source } = state;
  if (source.destination === undefined) return false;
  if (decrypts === undefined && source.destination.address !== address) return false;
  const plain = decrypts ? decrypts.unprotectRtcp(datagram) : datagram;
  if (plain === undefined || !state.onRtcp(plain, nowMs)) return false;
  state.rtcpSource = { address, port };
  return true;
}
