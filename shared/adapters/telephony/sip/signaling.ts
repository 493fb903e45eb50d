import type { DialRequest, LegEnd } from '../telephony';
import { onAnswer, onProgress } from './answering';
import type { SipSignaling } from './call-log';
import { createEarlyDialogs } from './early';
import { isIn, tagOf } from './dialog';
import { headerOf } from './message/headers';
import type { SipRequest, SipResponse } from './message/types';
import { NotEndedError } from './not-ended';
import { outcomeOfEnd } from './outcome';
import { placeCall, type PlacementDeps, type PlacementEnd } from './placement';
import type { Session } from './session';
import { warn, write, type SignalingEvents, type SignalingState } from './signaling-state';
import type { Respond } from './transaction/types';
import { TransportConnectError } from './transport/types';
import type { SipTrunk } from './trunk';

export type { SignalingEvents } from './signaling-state';

/** The messages of one call, in the order that the log needs. */
export interface Signaling {
  /** Places the call. Never rejects. */
  place(): Promise<PlacementEnd | 'answered'>;
  /** A trunk has answered, which may not be stored yet. */
  readonly isAnswered: boolean;
  /** The call was sent to a trunk that has said nothing yet: it may ring, and it may not be there. */
  readonly isSilent: boolean;
  /** Why nothing was sent: the attempt was dialed before, or the log cannot be written. */
  readonly problem: 'known' | 'store' | undefined;
  /** @returns false if the request is not one of this call */
  handle(request: SipRequest, respond: Respond): boolean;
  /** Acknowledges a 2xx again. @returns false if this call has not taken it */
  acknowledge(response: SipResponse): boolean;
  /**
   * Ends the call on the line, as far as the other side has not: CANCEL, or ACK and BYE. Resolves when that is confirmed, or
   * can no longer be. Never rejects.
   */
  hangUp(): Promise<void>;
  /** Stores the end, and frees what the call used. Never rejects. */
  finish(end: LegEnd, options: { refused?: true }): Promise<void>;
}

export function createSignaling(
  deps: PlacementDeps,
  { request, candidates }: { request: DialRequest; candidates: readonly SipTrunk[] },
  events: SignalingEvents,
): Signaling {
  const flags = { acknowledged: false, over: false, byPeer: false, begun: false };
  const collections = { progress: 0, forks: [], endings: [], writes: Promise.resolve(), localTag: undefined };
  const early = createEarlyDialogs(deps.context);
  const state: SignalingState = { ...deps, ...flags, ...collections, request, events, early };
  return {
    place: () => {
      state.placement = placeCall(
        deps,
        { request, candidates },
        {
          onTrunk: (call) => {
            state.call = call;
            events.onTrunk(call);
          },
          store: (signaling) => store(state, signaling),
          onProgress: (response, sent, call) => onProgress(state, response, { sent, call }),
          onAnswer: (response, sent, call) => onAnswer(state, response, { sent, call }),
        },
      );
      return state.placement.ended;
    },
    get isAnswered() {
      return state.session !== undefined;
    },
    get isSilent() {
      return state.placement?.isSilent === true;
    },
    get problem() {
      return state.problem;
    },
    handle: (message, respond) => handle(state, message, respond),
    acknowledge: (response) => acknowledge(state, response),
    hangUp: () => hangUp(state),
    finish: (end, options) => finish(state, end, options),
  };
}

async function store(state: SignalingState, signaling: SipSignaling): Promise<boolean> {
  const { context, request } = state;
  const { attemptKey, jobId } = request;
  state.stored = signaling;
  state.localTag = tagOf(signaling.from);
  const isFirst = !state.begun;
  state.begun = true;
  try {
    const ok = await write(state, () =>
      isFirst
        ? context.log.begin({ attemptKey, jobId, atMs: context.clock.nowMs() }, signaling)
        : context.log.advance(attemptKey, signaling),
    );
    if (!ok) state.problem = isFirst ? 'known' : 'store';
    return ok;
  } catch (error) {
    state.problem = 'store';
    throw error;
  }
}

const sessionsOf = ({ session, forks }: SignalingState): Session[] => [...(session ? [session] : []), ...forks];

function handle(state: SignalingState, request: SipRequest, respond: Respond): boolean {
  const { localTag } = state;
  if (localTag === undefined) return false;
  const found = sessionsOf(state).find(({ dialog }) => isIn(dialog, localTag, request));
  found?.handle(request, respond);
  return found !== undefined;
}

function acknowledge(state: SignalingState, response: SipResponse): boolean {
  const remoteTag = tagOf(headerOf(response, 'To'));
  const found = sessionsOf(state).find(({ dialog }) => dialog.remoteTag === remoteTag);
  if (found !== undefined && (found !== state.session || state.acknowledged)) void found.acknowledge();
  return found !== undefined;
}

async function hangUp(state: SignalingState): Promise<void> {
  state.over = true;
  state.call?.media.close().catch(warn(state, 'sip.media_not_closed'));
  if (state.session) {
    await state.answering;
    await bye(state, state.session);
  } else {
    state.placement?.cancel();
    await state.placement?.ended;
  }
  await Promise.allSettled(state.endings);
}

/** A BYE that was not sent, or was refused without ending the call, is followed by another after 1, 2 and 4 seconds. */
const [byeTries, byeRetryMs] = [4, 1_000];

async function bye(state: SignalingState, session: Session): Promise<void> {
  for (let tries = 1; !state.byPeer; tries++) {
    try {
      await session.bye();
      return;
    } catch (error) {
      warn(state, 'sip.bye_not_confirmed')(error);
      const mayEndLater = error instanceof TransportConnectError || error instanceof NotEndedError;
      if (!mayEndLater || tries >= byeTries) return;
    }
    const pauseMs = byeRetryMs * 2 ** (tries - 1);
    await new Promise<void>((resolve) => void state.context.clock.setTimer(resolve, pauseMs));
  }
}

const writeTries = 3;
const writeRetryMs = 500;

async function finish(state: SignalingState, end: LegEnd, options: { refused?: true }): Promise<void> {
  const { context, request } = state;
  state.call?.free();
  if (!state.begun || state.problem === 'known') return;
  const outcome = { ...outcomeOfEnd(end, state.answeredAtMs), ...options };
  for (let tries = 1; ; tries++) {
    try {
      await write(state, () => context.log.end(request.attemptKey, outcome));
      return;
    } catch (error) {
      warn(state, 'sip.end_not_stored')(error);
      if (tries >= writeTries) return;
      await new Promise<void>((resolve) => void context.clock.setTimer(resolve, writeRetryMs));
    }
  }
}
