import { randomBytes } from 'node:crypto';
import type { DtmfDigit } from '../../../../domain/call/dtmf';
import { createListeners, type Listeners } from '../../listeners';
import { createRealClock } from '../../simulated/clock';
import type { MediaDescription, SrtpKey } from '../sdp/types';
import { createEndpoint, type Endpoint } from './endpoint';
import { createMediaTimeout, type MediaTimeout } from './media-timeout';
import { createMediaPace, type MediaPace } from './pace';
import type { RtpPacket } from './packet';
import { createPortPool, type PortPair } from './ports';
import { createRtpReceiver, type RtpReceiver } from './receiver';
import { createReports, type Reports } from './reports';
import { createRtpSender, type RtpSender, type StreamNumbers } from './sender';
import { SrtpMismatchError } from './types';
import type { MediaClock, MediaLogger, MediaSession, MediaSessions, MediaSessionsOptions, MediaStats } from './types';

const defaultEventType = 101;
const masterKeyBytes = 30;
/** Addresses that stand for none. */
export const unspecifiedAddresses: readonly string[] = ['0.0.0.0', '::'];

interface Shared {
  clock: MediaClock;
  pace: MediaPace;
  logger: MediaLogger | undefined;
  telephoneEventType: number;
}

/** What a session begins with. */
interface Opened extends Shared {
  pair: PortPair;
  srtp: SrtpKey | undefined;
  srtpOptional: boolean;
}

interface State extends Opened {
  endpoint: Endpoint;
  sender: RtpSender;
  receiver: RtpReceiver;
  reports: Reports;
  timeout: MediaTimeout;
  frames: Listeners<{ samples: Int16Array; atMs: number }>;
  keys: Listeners<{ digit: DtmfDigit; atMs: number }>;
  losses: Listeners<{ atMs: number }>;
  isAnswered: boolean;
  isLost: boolean;
  leave: (() => void) | undefined;
  closed: Promise<void> | undefined;
}

/**
 * The media of all calls of a process.
 * @throws {RangeError} if the range of ports is invalid
 */
export function createMediaSessions(options: MediaSessionsOptions): MediaSessions {
  const { host, ports, clock = createRealClock(), logger, telephoneEventType = defaultEventType } = options;
  const pool = createPortPool(host, ports);
  const shared: Shared = { clock, pace: createMediaPace(clock, logger), logger, telephoneEventType };
  return {
    open: async ({ srtp: suite, srtpOptional = false } = {}) => {
      const pair = await pool.open();
      const srtp = suite && { suite, key: randomBytes(masterKeyBytes) };
      return toSession(createState({ ...shared, pair, srtp, srtpOptional }));
    },
  };
}

/** Numbers begin at random (RFC 3550 section 5.1), the sequence below 2^15 (RFC 3711 section 3.3.1). */
function drawNumbers(): StreamNumbers {
  const random = randomBytes(10);
  return { ssrc: random.readUInt32BE(0), timestamp: random.readUInt32BE(4), sequence: random.readUInt16BE(8) >> 1 };
}

function createState(opened: Opened): State {
  const { clock, logger, telephoneEventType, pair, srtp } = opened;
  const onError = (error: unknown): void => logger?.warn({ err: error }, 'rtp.listener_failed');
  const frames = createListeners<{ samples: Int16Array; atMs: number }>(onError);
  const keys = createListeners<{ digit: DtmfDigit; atMs: number }>(onError);
  const receiver = createRtpReceiver({
    telephoneEventType,
    onFrame: (samples, atMs) => frames.emit({ samples, atMs }),
    onKey: (digit, atMs) => keys.emit({ digit, atMs }),
  });
  const endpoint = createEndpoint({
    ...{ pair, clock, logger, ...(srtp && { srtp }) },
    knows: (type) => receiver.knows(type),
    onRtp: (packet, nowMs) => receive(state, packet, nowMs),
    onRtcp: (datagram, nowMs) => state.reports.receive(datagram, nowMs),
  });
  const sender = createRtpSender({
    numbers: drawNumbers(),
    epochMs: clock.nowMs(),
    takeBuffer: () => endpoint.takeBuffer(),
    send: (buffer, length) => endpoint.sendRtp(buffer, length),
  });
  const reports = createReports({
    name: randomBytes(12).toString('base64'),
    ssrc: () => sender.ssrc,
    senderInfo: (nowMs) => sender.info(nowMs),
    reception: () => receiver.reception,
    send: (datagram) => endpoint.sendRtcp(datagram),
    onEnded: (ssrc) => endpoint.streamEnded(ssrc),
    random: Math.random,
  });
  const state: State = {
    ...{ ...opened, endpoint, sender, receiver, reports, timeout: createMediaTimeout() },
    ...{ frames, keys, losses: createListeners<{ atMs: number }>(onError) },
    ...{ isAnswered: false, isLost: false, leave: undefined, closed: undefined },
  };
  return state;
}

const toSession = (state: State): MediaSession => ({
  localPort: state.pair.port,
  ...(state.srtp && { localSrtp: state.srtp }),
  start: (remote, phase = 'answered') => start(state, remote, phase === 'answered'),
  write: (pcm, startMs) => {
    if (state.closed === undefined) state.sender.write(pcm, startMs, state.clock.nowMs());
  },
  onFrame: (listener) => state.frames.add(({ samples, atMs }) => listener(samples, atMs)),
  onDtmf: (listener) => state.keys.add(({ digit, atMs }) => listener(digit, atMs)),
  sendDtmf: (digit, durationMs) => state.sender.pressKey(digit, durationMs),
  onLost: (listener) => state.losses.add(() => listener()),
  stats: () => statsOf(state),
  close: () => (state.closed ??= close(state)),
});

function start(state: State, remote: MediaDescription, isAnswered: boolean): void {
  if (state.closed !== undefined) return;
  if (remote.srtp ? !state.srtp : state.srtp && !state.srtpOptional)
    throw new SrtpMismatchError(`The other side ${remote.srtp ? 'encrypts' : 'does not encrypt'} its audio.`);
  const nowMs = state.clock.nowMs();
  // An address of zeros holds the call too (RFC 3264 section 8.4); its old one stays where the audio comes from.
  const hasAddress = !unspecifiedAddresses.includes(remote.address) && remote.port !== 0;
  if (hasAddress) state.endpoint.setRemote(remote);
  state.receiver.start(remote, nowMs);
  state.sender.start(remote, hasAddress && ['sendrecv', 'recvonly'].includes(remote.direction));
  state.isAnswered ||= isAnswered;
  state.timeout.expect(state.isAnswered && hasAddress && remote.direction === 'sendrecv', nowMs);
  state.leave ??= state.pace.join((now) => tick(state, now));
}

function tick(state: State, nowMs: number): void {
  state.receiver.tick(nowMs);
  state.sender.tick(nowMs);
  state.reports.tick(nowMs);
  if (state.isLost || !state.timeout.isOver(nowMs)) return;
  state.isLost = true;
  state.losses.emit({ atMs: nowMs });
}

function receive(state: State, packet: RtpPacket, nowMs: number): void {
  const { sender, reports } = state;
  state.timeout.heard(nowMs);
  // Another source has our number by chance (RFC 3550 section 8.2). An echo of our own packets is another matter.
  if (packet.ssrc === sender.ssrc && !sender.hasSent(packet.sequence, packet.timestamp)) {
    reports.end(nowMs);
    sender.renumber(drawNumbers());
  }
  state.receiver.receive(packet, nowMs);
}

function statsOf({ sender, receiver, reports, endpoint }: State): MediaStats {
  const { lostByPeer, roundTripMs } = reports;
  return {
    ...receiver.counts(),
    sent: sender.sent,
    dropped: endpoint.dropped,
    jitterMs: receiver.reception?.jitterMs ?? 0,
    ...(lostByPeer !== undefined && { lostByPeer }),
    ...(roundTripMs !== undefined && { roundTripMs }),
  };
}

async function close(state: State): Promise<void> {
  state.leave?.();
  state.sender.end();
  if (state.leave !== undefined) state.reports.end(state.clock.nowMs());
  for (const listeners of [state.frames, state.keys, state.losses]) listeners.clear();
  await state.pair.close();
}
