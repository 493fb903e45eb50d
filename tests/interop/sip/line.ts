import { isIPv6 } from 'node:net';
import pino, { type Logger } from 'pino';
import { createMemorySipCallLog, type SipCallLog } from '../../../shared/adapters/telephony/sip/call-log';
import type { SipLimits } from '../../../shared/adapters/telephony/sip/context';
import { createKeySource } from '../../../shared/adapters/telephony/sip/keys';
import { createSipLine } from '../../../shared/adapters/telephony/sip/create-line';
import type { SipProvider } from '../../../shared/adapters/telephony/sip/provider';
import { defaultTimers } from '../../../shared/adapters/telephony/sip/transaction/timers';
import type { TlsOptions, TransportKind } from '../../../shared/adapters/telephony/sip/transport/types';
import { trunkSchema, type SipTrunk } from '../../../shared/adapters/telephony/sip/trunk';
import {
  CallRefusedError,
  type CallLeg,
  type DialRequest,
  type LegEnd,
  type LegEvent,
} from '../../../shared/adapters/telephony/telephony';
import { frameMs } from '../../../shared/domain/audio/format';
import { tone } from '../../conformance/telephony/subject';
import { until } from '../../support/until';

export const credentials = { username: 'outdial', password: 'secret' };
const secret = 'of the interop tests';

export interface LineOptions {
  /** Of the peer, on loopback. */
  port: number;
  /** The address of the peer, and ours. Default 127.0.0.1. */
  host?: '127.0.0.1' | '::1';
  transport?: TransportKind;
  trunk?: Partial<SipTrunk>;
  log?: SipCallLog;
  tls?: TlsOptions;
  /** Ours, for SIP; 0 chooses one. */
  localPort?: number;
  limits?: Partial<SipLimits>;
  /** T1 of the transactions, in ms: a peer that says nothing is given up after 64 times that. */
  t1Ms?: number;
  /** Receives what is logged. */
  logger?: Logger;
}

/** The provider with one trunk, as a process of the service has it. */
export interface Line {
  provider: SipProvider;
  log: SipCallLog;
  /** The `Call-ID` of an attempt. */
  callIdOf(attemptKey: string): string;
  close(): Promise<void>;
}

/** Opens a provider whose only trunk is the peer. */
export async function openLine(options: LineOptions): Promise<Line> {
  const { port, transport = 'udp', log = createMemorySipCallLog(), t1Ms = defaultTimers.t1Ms } = options;
  const { host = '127.0.0.1' } = options;
  const trunk = trunkSchema.parse({
    Name: 'peer',
    URI: `sip:${isIPv6(host) ? `[${host}]` : host}:${port}`,
    Transport: transport,
    Username: credentials.username,
    Password: credentials.password,
    HealthCheck: 0,
    ...options.trunk,
  });
  const provider = await createSipLine({
    trunks: [trunk],
    log,
    secret,
    host,
    port: options.localPort ?? 0,
    rtpPorts: [0, 0],
    ...(options.tls && { tls: options.tls }),
    logger: options.logger ?? pino({ level: process.env['OUTDIAL_TEST_LOG'] ?? 'silent' }),
    ...(options.limits && { limits: options.limits }),
    timers: { ...defaultTimers, t1Ms },
  });
  return {
    provider,
    log,
    callIdOf: (attemptKey) => createKeySource(secret).callKeys(attemptKey, trunk.Name).callId,
    close: () => provider.close(),
  };
}

let attempts = 0;

export interface PlaceOptions extends Partial<DialRequest> {
  /** The event at which we hang up, once we have spoken. */
  hangUp?: LegEvent['type'];
  hangUpAfterMs?: number;
  /** How long we speak after the answer. */
  speakMs?: number;
}

/** What became of a call: `refused` if it was before anything rang, otherwise its end and the types of its events, in order. */
export interface CallResult {
  attemptKey: string;
  refused?: { retryAfterMs: number | undefined };
  end?: LegEnd;
  /** Audio of the contact other than silence. */
  heardMs: number;
  types: LegEvent['type'][];
}

/** A request with a key that no other call has. */
export const requestTo = (to: string, change: Partial<DialRequest> = {}): DialRequest => {
  const attemptKey = `call_interop_${process.pid}_${Date.now()}_${++attempts}`;
  const limits = { ringTimeoutMs: 20_000, maxDurationMs: 30_000 };
  return { attemptKey, jobId: `job_${attemptKey}`, to, from: '+358409876543', ...limits, integrations: {}, ...change };
};

/** Places a call and waits for its end. */
export async function placeCall(line: Line, options: PlaceOptions = {}): Promise<CallResult> {
  const { hangUp, hangUpAfterMs = 0, speakMs = 0, ...change } = options;
  const request = requestTo('+358401234567', change);
  const types: LegEvent['type'][] = [];
  let heardMs = 0;
  let leg: CallLeg;
  try {
    leg = await line.provider.dial(request);
  } catch (error) {
    if (!(error instanceof CallRefusedError)) throw error;
    return { attemptKey: request.attemptKey, types, heardMs, refused: { retryAfterMs: error.retryAfterMs } };
  }
  const spoken = async (): Promise<unknown> => (speakMs > 0 ? leg.voice.mark() : undefined);
  leg.onEvent(({ type }) => {
    types.push(type);
    if (type === 'answered') leg.voice.write(tone(speakMs), 8_000);
    if (type === hangUp) void spoken().then(() => setTimeout(() => void leg.hangUp(), hangUpAfterMs));
  });
  leg.onAudio(({ channel, pcm }) => {
    if (channel === 'user' && pcm.some((byte) => byte !== 0)) heardMs += frameMs;
  });
  const end = await leg.ended;
  await until(
    () => types,
    (seen) => seen.includes('ended'),
  );
  return { attemptKey: request.attemptKey, end, heardMs, types };
}
