import { createAuthorization, type Authorization } from './authorization';
import type { SipSignaling } from './call-log';
import type { SipContext } from './context';
import type { SipRequest, SipResponse } from './message/types';
import { cancelOf, contactOf, inviteOf, signalingOf, viaOf, type Invitation } from './requests';
import { askForTimer, leastOf422 } from './session-timer';
import type { InviteTransaction } from './transaction/types';
import { TransportConnectError, type Target } from './transport/types';

/** How an INVITE ended without an answer. */
export type InviteEnd =
  /** A final response other than 2xx. */
  | { kind: 'refused'; response: SipResponse }
  /** Surely nothing was sent. */
  | { kind: 'not_sent' }
  /** Nothing was sent, or what was sent was refused: the call was ended, here or by another process. */
  | { kind: 'withdrawn' }
  /** It may have rung, and may still ring. */
  | { kind: 'unknown'; error: string };

export interface InviteHandlers {
  /** Stores an INVITE before it is sent. @returns false if it must not be sent */
  store(signaling: SipSignaling): Promise<boolean>;
  /** A 1xx above 100. */
  onProgress(response: SipResponse, sent: SentInvite): void;
  /** Each 2xx, repeated ones and those of other forks too. They may also follow the end. */
  onAnswer(response: SipResponse, sent: SentInvite): void;
  /** Called once, unless a 2xx came. */
  onEnd(end: InviteEnd): void;
}

/** An INVITE that was sent. */
export interface SentInvite {
  request: SipRequest;
  signaling: SipSignaling;
  /** Where it went: over TCP if it was too long for UDP. */
  target: Target;
  authorization: Authorization;
}

/** A call at one trunk that is being placed. */
export interface Invite {
  /** Ends it as soon as that is allowed: a 2xx may still come. */
  cancel(): void;
  /** `CSeq` of the latest INVITE. */
  readonly cseq: number;
  /** It was sent, and the trunk has said nothing, not even that it tries. */
  readonly isSilent: boolean;
}

interface State {
  context: SipContext;
  invitation: Invitation;
  target: Target;
  offer: Buffer;
  handlers: InviteHandlers;
  authorization: Authorization;
  cseq: number;
  canceled: boolean;
  ended: boolean;
  /** The trunk has answered something. */
  heard: boolean;
  /** From a 422. */
  leastTimer: number;
  transaction?: InviteTransaction | undefined;
}

/**
 * Places a call at one address of a trunk: INVITE, and again with credentials, or with a longer session timer, if the trunk
 * asks for them.
 * @param options.cseq of the first INVITE; later ones of the same call have higher numbers
 */
export function startInvite(
  context: SipContext,
  options: { invitation: Invitation; target: Target; offer: Buffer; cseq: number },
  handlers: InviteHandlers,
): Invite {
  const { cseq, ...rest } = options;
  const authorization = createAuthorization(options.invitation.trunk);
  const state: State = {
    ...rest,
    ...{ context, handlers, authorization, cseq: cseq - 1, canceled: false, ended: false },
    ...{ heard: false, leastTimer: 0 },
  };
  void send(state);
  return {
    cancel: () => {
      state.canceled = true;
      state.transaction?.cancel();
    },
    get cseq() {
      return state.cseq;
    },
    get isSilent() {
      return state.transaction !== undefined && !state.heard;
    },
  };
}

function end(state: State, how: InviteEnd): void {
  if (state.ended) return;
  state.ended = true;
  state.handlers.onEnd(how);
}

async function send(state: State): Promise<void> {
  const { context, invitation, target, handlers, authorization } = state;
  const cseq = ++state.cseq;
  const { transport } = target;
  const local = context.transports.viaOf(transport);
  const via = viaOf(transport, local, context.keys.branchOf(invitation.callId, 'INVITE', cseq));
  try {
    const realms = authorization.realms();
    const signaling = { ...signalingOf(invitation, { target, cseq, via }), ...(realms.length > 0 && { realms }) };
    const headers = [...askForTimer(invitation.trunk.SessionTimer, state.leastTimer), ...authorization.headers()];
    const request = inviteOf(signaling, { contact: contactOf(transport, local), headers, offer: state.offer });
    const stored = await handlers.store(signaling);
    if (!stored || state.canceled) end(state, { kind: 'withdrawn' });
    else transact(state, request, signaling);
  } catch (error) {
    context.logger.warn({ err: error, callId: invitation.callId }, 'sip.invite_not_sent');
    end(state, { kind: 'withdrawn' });
  }
}

function transact(state: State, request: SipRequest, signaling: SipSignaling): void {
  const { context, handlers, authorization } = state;
  const sent = (): SentInvite => {
    const target = state.transaction?.target ?? state.target;
    return { request, signaling: { ...signaling, target }, target, authorization };
  };
  /** Nothing else reaches a call whose INVITE may have arrived, and of which nothing is heard. */
  const giveUp = (error: string): void => {
    context.transactions.request(cancelOf(signaling), sent().target).catch(() => undefined);
    end(state, { kind: 'unknown', error });
  };
  const transaction = context.transactions.invite(request, state.target, {
    onProvisional: (response) => {
      state.heard = true;
      if (response.status > 100) handlers.onProgress(response, sent());
    },
    onFinal: (response) => {
      state.heard = true;
      if (response.status < 300) {
        state.ended = true;
        handlers.onAnswer(response, sent());
      } else onRefusal(state, request, response);
    },
    onTimeout: () => giveUp('The trunk did not answer.'),
    onTransportError: (error) => {
      if (error instanceof TransportConnectError) end(state, { kind: 'not_sent' });
      else giveUp('The connection to the trunk was lost before its answer.');
    },
  });
  state.transaction = transaction;
  if (state.canceled) transaction.cancel();
}

/** Sends the INVITE again if that is what the trunk asks for; the first one is over. */
function onRefusal(state: State, request: SipRequest, response: SipResponse): void {
  const { authorization, context, invitation } = state;
  const cnonce = context.keys.cnonceOf(invitation.callId, state.cseq + 1);
  const credentials = authorization.answer(response, request, cnonce);
  const least = state.leastTimer === 0 ? leastOf422(response) : undefined;
  if (state.canceled || (credentials === undefined && least === undefined)) {
    end(state, { kind: 'refused', response });
    return;
  }
  state.leastTimer = least ?? state.leastTimer;
  state.transaction = undefined;
  void send(state);
}
