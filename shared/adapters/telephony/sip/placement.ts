import { lineEvents, lineOutcome, outcomeOfTrunks, type LineOutcome } from '../../../domain/call/line-outcome';
import type { DialRequest } from '../telephony';
import type { SipSignaling } from './call-log';
import type { SipContext } from './context';
import { startInvite, type Invite, type InviteEnd, type InviteHandlers, type SentInvite } from './invite';
import { headerOf } from './message/headers';
import type { SipResponse } from './message/types';
import { createNegotiation, type Negotiation } from './negotiation';
import { refusalOf, type Refusal } from './outcome';
import { NoFreePortError, type MediaSession, type MediaSessions } from './rtp/types';
import { addressOf, type SipTrunk } from './trunk';
import type { Trunks } from './trunks';
import type { Target } from './transport/types';

/** What a call has at the trunk that it is placed on. */
export interface TrunkCall {
  trunk: SipTrunk;
  callId: string;
  media: MediaSession;
  negotiation: Negotiation;
  /** Frees its ports and its place at the trunk. May be called again. */
  free(): void;
}

/** How a call ended that no trunk answered. */
export type PlacementEnd =
  /** Every trunk refused it, or could not be reached. `outcome` is what all of that means. */
  | { kind: 'refused'; refusal: Refusal; outcome: LineOutcome; rang: boolean }
  /** It may have rung. */
  | { kind: 'unknown'; error: string }
  | { kind: 'withdrawn' };

export interface PlacementDeps {
  context: SipContext;
  trunks: Trunks;
  sessions: MediaSessions;
  /** The address that the other side sends audio to. */
  mediaAddress: string;
}

export interface PlacementEvents {
  /** The call is about to be placed on a trunk. */
  onTrunk(call: TrunkCall): void;
  store(signaling: SipSignaling): Promise<boolean>;
  onProgress(response: SipResponse, sent: SentInvite, call: TrunkCall): void;
  onAnswer(response: SipResponse, sent: SentInvite, call: TrunkCall): void;
}

/** A call that is being placed. */
export interface Placement {
  cancel(): void;
  /** The call was sent to a trunk that has said nothing yet. */
  readonly isSilent: boolean;
  /** Resolves when no INVITE is open any more: with `answered` at the first 2xx. Never rejects. */
  readonly ended: Promise<PlacementEnd | 'answered'>;
}

interface State extends PlacementDeps {
  request: DialRequest;
  events: PlacementEvents;
  canceled: boolean;
  invite?: Invite | undefined;
}

/**
 * Places a call on the first trunk that takes it. The next address, and the next trunk, is tried only after a final answer
 * without any 18x, or if nothing could be connected: never while a phone may ring.
 */
export function placeCall(
  deps: PlacementDeps,
  { request, candidates }: { request: DialRequest; candidates: readonly SipTrunk[] },
  events: PlacementEvents,
): Placement {
  const state: State = { ...deps, request, events, canceled: false };
  return {
    cancel: () => {
      state.canceled = true;
      state.invite?.cancel();
    },
    get isSilent() {
      return state.invite?.isSilent === true;
    },
    ended: tryTrunks(state, candidates).catch((error: unknown) => {
      deps.context.logger.warn({ err: error, callId: request.attemptKey }, 'sip.placement_failed');
      return { kind: 'unknown', error: 'The call could not be placed.' } as const;
    }),
  };
}

/** How one trunk ended the call, and whether it rang there. */
type TrunkEnd = { end: InviteEnd | 'answered'; rang: boolean };
/** More addresses of one trunk are not tried for one call. */
const maxTargets = 4;
/** When a port for audio may be free again. */
const noPortRetryMs = 2_000;
/** When the next trunk may have a place. */
const noPlaceRetryMs = 2_000;
const nothingSent: Refusal = { outcome: lineEvents.not_connected };

async function tryTrunks(state: State, candidates: readonly SipTrunk[]): Promise<PlacementEnd | 'answered'> {
  const outcomes: LineOutcome[] = [];
  let [refusal, rang] = [nothingSent, false];
  for (const trunk of candidates) {
    // One that is congested has a place soon. One that is down may swallow the call, which would use up an attempt.
    if (outcomes.some(({ retryAfterMs }) => retryAfterMs !== undefined) && !state.trunks.isUp(trunk)) break;
    const tried = await tryTrunk(state, trunk);
    if ('outcome' in tried) refusal = tried;
    else {
      if (tried.end === 'answered') return 'answered';
      if (tried.end.kind === 'unknown' || tried.end.kind === 'withdrawn') return tried.end;
      refusal = tried.end.kind === 'refused' ? refusalOf(tried.end.response, tried.rang) : nothingSent;
      ({ rang } = tried);
      const { retryAfterMs } = refusal.outcome;
      if (retryAfterMs !== undefined) state.trunks.rest(trunk, retryAfterMs);
    }
    outcomes.push(refusal.outcome);
    if (state.canceled) return { kind: 'withdrawn' };
    if (!refusal.outcome.nextTrunk) break;
  }
  const [first = lineEvents.not_connected, ...others] = outcomes;
  return { kind: 'refused', refusal, outcome: outcomeOfTrunks([first, ...others]), rang };
}

/** @returns a refusal if nothing was sent to the trunk */
async function tryTrunk(state: State, trunk: SipTrunk): Promise<TrunkEnd | Refusal> {
  const { context, trunks, request } = state;
  const taken = trunks.take(trunk);
  if ('retryAfterMs' in taken) return congested(taken.retryAfterMs);
  // Its limits hold over all processes, so that the place of another trunk does not count.
  if ((await request.takeTrunk?.(trunk.Name)) === false) {
    taken.release();
    return congested(noPlaceRetryMs);
  }
  let media: MediaSession | undefined;
  const free = (): void => {
    taken.release();
    media?.close().catch((error: unknown) => context.logger.warn({ err: error }, 'sip.media_not_closed'));
  };
  let isAnswered = false;
  try {
    const targets = await context.resolve(addressOf(trunk)).catch(() => []);
    media = await openMedia(state, trunk);
    if (media === undefined) return congested(noPortRetryMs);
    const { callId, fromTag } = context.keys.callKeys(request.attemptKey, trunk.Name);
    const at = { address: state.mediaAddress, sessionId: context.keys.sessionIdOf(callId) };
    const call = { trunk, callId, media, free, negotiation: createNegotiation(media, trunk, at) };
    state.events.onTrunk(call);
    const tried = await tryTargets(state, { call, fromTag, targets });
    isAnswered = tried.end === 'answered';
    return tried;
  } finally {
    // An answered call keeps them.
    if (!isAnswered) free();
  }
}

/** Tries the addresses of a trunk (RFC 3263 section 4.3). */
async function tryTargets(
  state: State,
  { call, fromTag, targets }: { call: TrunkCall; fromTag: string; targets: readonly Target[] },
): Promise<TrunkEnd> {
  let cseq = 1;
  let last: TrunkEnd = { end: { kind: 'not_sent' }, rang: false };
  for (const target of targets.slice(0, maxTargets)) {
    if (state.canceled) return { end: { kind: 'withdrawn' }, rang: false };
    last = await tryTarget(state, call, { fromTag, target, cseq });
    cseq = (state.invite?.cseq ?? cseq) + 1;
    if (!mayTryNext(last)) break;
  }
  return last;
}

/** A server that is unavailable, and says nothing of the trunk, leaves the call to the next one. */
function mayTryNext({ end, rang }: TrunkEnd): boolean {
  if (end === 'answered' || rang) return false;
  if (end.kind === 'not_sent') return true;
  return end.kind === 'refused' && end.response.status === 503 && headerOf(end.response, 'Retry-After') === undefined;
}

function tryTarget(
  state: State,
  call: TrunkCall,
  { fromTag, target, cseq }: { fromTag: string; target: Target; cseq: number },
): Promise<TrunkEnd> {
  const { context, request, events } = state;
  const { trunk, callId, negotiation } = call;
  const overMs = context.clock.nowMs() + longestMs(request, trunk);
  const invitation = { trunk, callId, fromTag, overMs, to: request.to, from: request.from };
  return new Promise((resolve) => {
    let rang = false;
    const handlers: InviteHandlers = {
      store: (signaling) => events.store(signaling),
      onProgress: (response, sent) => {
        rang = true;
        events.onProgress(response, sent, call);
      },
      onAnswer: (response, sent) => {
        events.onAnswer(response, sent, call);
        resolve({ end: 'answered', rang });
      },
      onEnd: (end) => resolve({ end, rang }),
    };
    state.invite = startInvite(context, { invitation, target, cseq, offer: negotiation.offer() }, handlers);
  });
}

/** Timers and clocks of both sides differ by less. */
const longestMarginMs = 60_000;

/** After this the call is over also if our process is lost: by its own limits, and by the session timer of the trunk. */
const longestMs = ({ ringTimeoutMs, maxDurationMs }: DialRequest, { SessionTimer }: SipTrunk): number =>
  ringTimeoutMs + Math.max(maxDurationMs, SessionTimer * 1_000) + longestMarginMs;

const congested = (retryAfterMs: number): Refusal => ({
  outcome: lineOutcome({ sip: { code: 503, phrase: '', retryAfterMs }, rang: false }),
});

/** @returns `undefined` if there is no port */
async function openMedia({ sessions }: State, { SRTP }: SipTrunk): Promise<MediaSession | undefined> {
  try {
    return await sessions.open(
      SRTP === 'off' ? {} : { srtp: 'AES_CM_128_HMAC_SHA1_80', srtpOptional: SRTP === 'optional' },
    );
  } catch (error) {
    if (error instanceof NoFreePortError) return undefined;
    throw error;
  }
}
