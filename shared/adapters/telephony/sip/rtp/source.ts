import { isIPv6, SocketAddress } from 'node:net';
import type { MediaAddress } from './types';

/** What decides whose packet it is. */
export interface ArrivedPacket extends MediaAddress {
  sequence: number;
  ssrc: number;
}

/**
 * Decides which packets belong to the call, and where ours go: to where the other side's come from, because its description may
 * name an address behind a NAT (symmetric RTP, RFC 4961).
 */
export interface SourcePolicy {
  /** The other side describes where it sends from. */
  signal(address: MediaAddress, nowMs: number): void;
  /** @param isAuthentic the packet was decrypted, so only the other side can have sent it */
  accepts(packet: ArrivedPacket, isAuthentic: boolean, nowMs: number): boolean;
  /** The other side has ended its stream (RTCP BYE): another may follow at once. */
  streamEnded(ssrc: number): void;
  /** Where our packets go; `undefined` before the first description. */
  readonly destination: MediaAddress | undefined;
  /** Whether the destination is confirmed by packets from it. */
  readonly isLatched: boolean;
}

/** So many packets in sequence prove a stream, from the described host, and from any other one. */
const [provenBySameHost, provenByOtherHost] = [3, 10];
/** Another host than the described one is believed only so long after a description. */
const otherHostMs = 10_000;
/** Another stream of the same source follows after the last one has been silent for so long. */
const silentMs = 60;
/** Sources that are watched at once until one has proven itself. */
const maxCandidates = 8;

const isSame = (one: MediaAddress, other: MediaAddress): boolean =>
  one.port === other.port && one.address === other.address;
/** Addresses of IPv6 have several spellings; sockets report one. */
const normalize = ({ address, port }: MediaAddress): MediaAddress =>
  isIPv6(address) ? { address: new SocketAddress({ address, family: 'ipv6' }).address, port } : { address, port };

/** Counts packets in sequence of sources that are not believed yet. */
function createProbation() {
  const candidates = new Map<string, { next: number; count: number }>();
  return {
    /** @returns how many packets in sequence the stream has sent, this one included */
    count: ({ address, port, ssrc, sequence }: ArrivedPacket): number => {
      const key = `${address} ${port} ${ssrc}`;
      const known = candidates.get(key);
      const count = known?.next === sequence ? known.count + 1 : 1;
      candidates.delete(key);
      const [oldest] = candidates.keys();
      if (candidates.size >= maxCandidates && oldest !== undefined) candidates.delete(oldest);
      candidates.set(key, { next: (sequence + 1) & 0xffff, count });
      return count;
    },
    clear: () => candidates.clear(),
  };
}

interface State {
  signaled: MediaAddress | undefined;
  signaledAtMs: number;
  /** The source that has proven itself, and its stream. */
  latched: (MediaAddress & { ssrc: number | undefined; lastMs: number }) | undefined;
  probation: ReturnType<typeof createProbation>;
}

export function createSourcePolicy(): SourcePolicy {
  const state: State = { signaled: undefined, signaledAtMs: 0, latched: undefined, probation: createProbation() };
  return {
    signal: (given, nowMs) => {
      const address = normalize(given);
      if (state.signaled === undefined || !isSame(state.signaled, address)) state.latched = undefined;
      state.signaled = address;
      state.signaledAtMs = nowMs;
      state.probation.clear();
    },
    accepts: (packet, isAuthentic, nowMs) => {
      if (state.signaled === undefined) return false;
      if (state.latched === undefined || !isSame(state.latched, packet)) {
        if (!mayLatch(state, packet, isAuthentic, nowMs)) return false;
        const ssrc = isAuthentic ? state.latched?.ssrc : undefined;
        state.latched = { address: packet.address, port: packet.port, ssrc: ssrc ?? packet.ssrc, lastMs: nowMs };
        state.probation.clear();
      }
      return acceptsStream(state, state.latched, packet, nowMs);
    },
    streamEnded: (ssrc) => {
      if (state.latched?.ssrc === ssrc) state.latched.ssrc = undefined;
    },
    get destination() {
      return state.latched ?? state.signaled;
    },
    get isLatched() {
      return state.latched !== undefined;
    },
  };
}

/** The described source is always believed, another one only before any is, and never after the described one has sent. */
function mayLatch(state: State, packet: ArrivedPacket, isAuthentic: boolean, nowMs: number): boolean {
  const { signaled, latched, probation, signaledAtMs } = state;
  if (isAuthentic || signaled === undefined || isSame(signaled, packet)) return true;
  const isDescribedHost = packet.address === signaled.address;
  // A stranger that was first gives way to the described host, from whatever port.
  if (latched !== undefined && (latched.address === signaled.address || !isDescribedHost)) return false;
  if (isDescribedHost) return probation.count(packet) >= provenBySameHost;
  return nowMs - signaledAtMs <= otherHostMs && probation.count(packet) >= provenByOtherHost;
}

/** One stream at a time: a new one must be in sequence, and the last one silent. */
function acceptsStream(
  { probation }: State,
  latched: NonNullable<State['latched']>,
  packet: ArrivedPacket,
  nowMs: number,
): boolean {
  if (latched.ssrc !== packet.ssrc && latched.ssrc !== undefined) {
    if (probation.count(packet) < provenBySameHost || nowMs - latched.lastMs < silentMs) return false;
    probation.clear();
  }
  latched.ssrc = packet.ssrc;
  latched.lastMs = nowMs;
  return true;
}
