import type { Trunk } from '../../../domain/campaign/trunk';
import { createRealClock, type SimulatorClock } from '../simulated/clock';
import { CallRefusedError, type CallLeg, type DialRequest, type LegLookup, type TelephonyProvider } from '../telephony';
import { atMost } from './at-most';
import type { SipCallLog, SipSignaling } from './call-log';
import { defaultLimits, type SipContext, type SipLimits, type SipLogger } from './context';
import { createKeySource } from './keys';
import { dialSipLeg, type SipLeg } from './leg';
import { headerOf } from './message/headers';
import { endOfOutcome } from './outcome';
import type { PlacementDeps } from './placement';
import { endStoredCall } from './recovery';
import { answerOutside } from './outside';
import type { MediaSessions } from './rtp/types';
import { createStrays } from './strays';
import type { Transactions } from './transaction/types';
import type { Transports } from './transport/types';
import { toTrunk, type SipTrunk } from './trunk';
import { createTrunks, type Trunks } from './trunks';
import { watchTrunks } from './trunk-health';

/** What the provider is made of. `createSipLine` makes it from settings. */
export interface SipProviderDeps {
  trunks: readonly SipTrunk[];
  log: SipCallLog;
  /** The same in all processes of one deployment. */
  secret: string | Buffer;
  transports: Transports;
  transactions: Transactions;
  sessions: MediaSessions;
  resolve: SipContext['resolve'];
  /** The address that the other side sends audio to. */
  mediaAddress: string;
  logger: SipLogger;
  clock?: SimulatorClock | undefined;
  limits?: Partial<SipLimits> | undefined;
}

/** Calls over trunks of SIP. */
export interface SipProvider extends TelephonyProvider {
  readonly trunks: readonly Trunk[];
  /** Whether a trunk answers: `unknown` until it was asked, or if it never has been heard. */
  health(): Record<string, 'up' | 'down' | 'unknown'>;
  /** Hangs up all calls, waits until the trunks have confirmed that, or a few seconds, and frees everything. */
  close(): Promise<void>;
}

interface State extends PlacementDeps {
  active: Map<string, SipLeg>;
  byCallId: Map<string, SipLeg>;
  isClosing: boolean;
  /** Calls of lost processes that are being ended. */
  endings: Map<string, Promise<number | undefined>>;
}

const name = 'sip';

/** Creates the provider. It answers requests of the other side from now on. */
export function createSipProvider(deps: SipProviderDeps): SipProvider {
  const clock = deps.clock ?? createRealClock();
  const limits = { ...defaultLimits, ...deps.limits };
  const keys = createKeySource(deps.secret);
  const find = (wanted: string): SipTrunk | undefined => deps.trunks.find(({ Name }) => Name === wanted);
  const { transports, transactions, log, logger, resolve, sessions, mediaAddress } = deps;
  const context: SipContext = {
    ...{ transports, transactions, keys, log, clock, logger, limits, resolve },
    trunkOf: find,
  };
  const health = watchTrunks(context, deps.trunks);
  const trunks: Trunks = createTrunks(deps.trunks, { nowMs: () => clock.nowMs(), isUp: health.isUp });
  const state: State = {
    ...{ context, trunks, sessions, mediaAddress },
    ...{ active: new Map(), byCallId: new Map(), isClosing: false, endings: new Map() },
  };
  listen(state);
  return {
    name,
    trunks: deps.trunks.map(toTrunk),
    dial: (request) => dial(state, request),
    lookup: (attemptKey) => lookup(state, attemptKey),
    health: health.states,
    lineStates: () => {
      const states = health.states();
      return Object.fromEntries(
        deps.trunks.map(({ Name }) => [Name, { health: states[Name] ?? 'unknown', calls: trunks.calls(Name) }]),
      );
    },
    close: async () => {
      health.stop();
      await close(state);
    },
  };
}

function listen(state: State): void {
  const { context, byCallId } = state;
  const { transactions } = context;
  const endStray = createStrays(context);
  transactions.onRequest((request, _source, respond) => {
    const leg = byCallId.get(headerOf(request, 'Call-ID') ?? '');
    if (leg?.handle(request, respond) !== true) answerOutside(request, respond);
  });
  transactions.onUnmatched2xx((response, source) => {
    const leg = byCallId.get(headerOf(response, 'Call-ID') ?? '');
    if (leg?.acknowledge(response) !== true) endStray(response, source);
  });
}

async function dial(state: State, request: DialRequest): Promise<CallLeg> {
  const { context, trunks, active, byCallId } = state;
  const { attemptKey } = request;
  if (active.has(attemptKey)) throw new Error(`The attempt ${attemptKey} was dialed before.`);
  if (state.isClosing) throw new CallRefusedError('The line is being closed.');
  const candidates = trunks.candidates(request);
  if (candidates.length === 0) throw new CallRefusedError('No trunk takes calls with this caller id.');
  const callIds = candidates.map(({ Name }) => context.keys.callKeys(attemptKey, Name).callId);
  const leg = dialSipLeg(state, { request, candidates }, () => {
    active.delete(attemptKey);
    for (const callId of callIds) byCallId.delete(callId);
  });
  active.set(attemptKey, leg);
  for (const callId of callIds) byCallId.set(callId, leg);
  await leg.ready;
  return leg.leg;
}

const lost = {
  reason: 'assistant_error',
  detail: 'line_failed',
  error: 'The process that handled the call was lost. The call was ended.',
} as const;

/** The outcome of a call that no trunk confirmed to be over. */
const unconfirmed = { reason: 'assistant_error', detail: 'unconfirmed', failed: true } as const;

async function lookup(state: State, attemptKey: string): Promise<LegLookup> {
  const { context, active } = state;
  const { log, clock, limits } = context;
  if (active.has(attemptKey)) return { state: 'active' };
  const entry = await log.find(attemptKey);
  if (entry === undefined) {
    const closed = await log.forbid(attemptKey, clock.nowMs());
    return closed ? { state: 'never_sent' } : lookup(state, attemptKey);
  }
  if (entry.outcome?.refused === true) return { state: 'never_sent' };
  if (entry.outcome?.detail === unconfirmed.detail) return { state: 'unknown' };
  if (entry.outcome !== undefined) {
    const { answeredAtMs } = entry.outcome;
    return {
      state: 'ended',
      end: endOfOutcome(entry.outcome),
      ...(answeredAtMs === undefined ? {} : { answeredAtMs }),
    };
  }
  if (entry.signaling === undefined) return { state: 'unknown' };
  const { answeredAtMs, overMs = 0 } = entry.signaling;
  const answered = answeredAtMs === undefined ? {} : { answeredAtMs };
  const endedAtMs = await atMost(clock, 2 * limits.closeMs, endLost(state, attemptKey, entry.signaling));
  if (endedAtMs !== undefined) return { state: 'ended', end: { ...lost, atMs: endedAtMs }, ...answered };
  // The phone may ring or talk until the trunk can be reached again: the caller asks again.
  const nowMs = clock.nowMs();
  if (nowMs < overMs || state.isClosing) throw new Error('The trunk has not confirmed yet that the call is over.');
  await log.end(attemptKey, { ...unconfirmed, endedAtMs: nowMs, ...answered });
  return { state: 'unknown' };
}

/** Ends the call of a lost process; lookups that overlap share one try. @returns when; `undefined` if that is not confirmed */
function endLost(state: State, attemptKey: string, signaling: SipSignaling): Promise<number | undefined> {
  const { context, endings } = state;
  const { log, clock, logger } = context;
  const end = async (): Promise<number | undefined> => {
    if (!(await endStoredCall(context, signaling, () => state.isClosing))) return undefined;
    const endedAtMs = clock.nowMs();
    const { answeredAtMs } = signaling;
    const answered = answeredAtMs === undefined ? {} : { answeredAtMs };
    await log.end(attemptKey, { reason: lost.reason, detail: lost.detail, endedAtMs, failed: true, ...answered });
    return endedAtMs;
  };
  const before = endings.get(attemptKey);
  if (before) return before;
  const ending = end().finally(() => endings.delete(attemptKey));
  endings.set(attemptKey, ending);
  ending.catch((error: unknown) => logger.warn({ err: error, callId: attemptKey }, 'sip.end_not_stored'));
  return ending;
}

/** Calls that are being hung up need this much more than their own limit. */
const closeGraceMs = 1_000;

async function close(state: State): Promise<void> {
  const { context, active } = state;
  const { clock, limits, transactions, transports } = context;
  state.isClosing = true;
  const done = Promise.all(
    [...active.values()].map(async (leg) => {
      void leg.leg.hangUp();
      await leg.done;
    }),
  );
  await atMost(clock, limits.closeMs + closeGraceMs, done);
  transactions.close();
  await transports.close();
}
