import { attempt } from './attempt';
import { createAuthorization } from './authorization';
import type { SipContext } from './context';
import { receiveIn, refreshTarget, requestIn, type DialogState } from './dialog';
import { keyOfInfo } from './info-key';
import type { SentInvite } from './invite';
import { q850CauseOf } from './message/headers';
import type { SipHeader, SipMessage, SipRequest, SipResponse } from './message/types';
import type { Negotiation } from './negotiation';
import { findNextHop } from './next-hop';
import { allowHeader, contactOf, responseTo, viaOf } from './requests';
import { createRefresher, type Refresher } from './refresher';
import type { SessionEvents } from './session-events';
import { requireEnd } from './not-ended';
import { createRequestPace, type RequestPace } from './request-pace';
import { timerOfRequest } from './session-timer';
import type { Respond } from './transaction/types';
import { isHostOfTrunk } from './trunk-hosts';
import { isSameHost } from './transport/target';
import type { Target } from './transport/types';

/** The INVITE that a dialog comes from, as far as its later requests need it. */
export interface DialogOrigin {
  signaling: Pick<SentInvite['signaling'], 'cseq' | 'realms'> & { trunk?: string };
  target: Target;
  authorization: SentInvite['authorization'];
}

/** The dialog of an answered call, from its first 2xx on. */
export interface Session {
  readonly dialog: DialogState;
  /** Sends the ACK, again for each repeated 2xx. Never rejects: if it is lost, the 2xx is repeated. */
  acknowledge(): Promise<void>;
  /** Starts the timer of the session, if the answer has set one. */
  watch(answer: SipResponse): void;
  /** Handles a request of the other side in this dialog. */
  handle(request: SipRequest, respond: Respond): void;
  /** Hangs up. Resolves when that was confirmed. @throws {SipTimeoutError | TransportError | NotEndedError} if it was not */
  bye(headers?: readonly SipHeader[]): Promise<void>;
}

interface State {
  context: SipContext;
  dialog: DialogState;
  sent: DialogOrigin;
  negotiation: Negotiation | undefined;
  events: SessionEvents;
  refresher: Refresher;
  over: boolean;
  /** An answer of ours to a re-INVITE that had no offer awaits its own answer in the ACK. */
  offered: boolean;
  pace: RequestPace;
}

/** @param negotiation absent for a call that is only to be ended */
export function createSession(
  context: SipContext,
  { dialog, sent, negotiation }: { dialog: DialogState; sent: DialogOrigin; negotiation?: Negotiation },
  events: SessionEvents,
): Session {
  const state: State = {
    ...{ context, dialog, sent, negotiation, events, over: false, offered: false, pace: createRequestPace() },
    refresher: createRefresher({
      after: (ms, fn) => context.clock.setTimer(fn, ms),
      send: (method, headers) => refresh(state, method, headers),
      expire: () => {
        if (!state.over) events.onExpired();
      },
    }),
  };
  return {
    get dialog() {
      return state.dialog;
    },
    acknowledge: () => acknowledge(state, sent.signaling.cseq, sent.authorization.headers()),
    watch: (answer) => state.refresher.start(answer),
    handle: (request, respond) => handle(state, request, respond),
    bye: async (headers = []) => {
      end(state);
      requireEnd(await sendInDialog(state, 'BYE', { headers }));
    },
  };
}

function end(state: State): void {
  state.over = true;
  state.refresher.stop();
}

async function acknowledge(state: State, cseq: number, headers: readonly SipHeader[]): Promise<void> {
  const { context, dialog } = state;
  try {
    const target = await findNextHop(context, dialog, state.sent.target);
    // Forks of one INVITE have the same number.
    const branch = context.keys.branchOf(dialog.callId, `ACK ${dialog.remoteTag}`, cseq);
    const via = viaOf(target.transport, context.transports.viaOf(target.transport), branch);
    await context.transactions.sendAck(requestIn(dialog, { method: 'ACK', cseq, via, headers }), target);
  } catch (error) {
    // The other side repeats its 2xx, and so we the ACK.
    context.logger.warn({ err: error, callId: dialog.callId }, 'sip.ack_not_sent');
  }
}

interface Content {
  headers?: readonly SipHeader[];
  body?: Buffer;
}

/** Writes the next request of our side. */
async function nextRequest(state: State, method: string, { headers = [], body }: Content) {
  const { context } = state;
  const cseq = state.dialog.cseq + 1;
  state.dialog = { ...state.dialog, cseq };
  const { dialog } = state;
  const target = await findNextHop(context, dialog, state.sent.target);
  const local = context.transports.viaOf(target.transport);
  const branch = context.keys.branchOf(dialog.callId, `${method} ${dialog.remoteTag}`, cseq);
  const via = viaOf(target.transport, local, branch);
  // A BYE has no contact (RFC 3261 section 20).
  const all = method === 'BYE' ? headers : [contactOf(target.transport, local), allowHeader, ...headers];
  return { request: requestIn(dialog, { method, cseq, via, headers: all, ...(body && { body }) }), target, cseq };
}

/** Sends a request of our side, with credentials if it is asked for them. */
async function sendInDialog(state: State, method: string, content: Content): Promise<SipResponse> {
  const { context, sent } = state;
  const { trunk: name = '', realms = [] } = sent.signaling;
  const trunk = context.trunkOf(name);
  const authorization = createAuthorization(trunk, realms);
  for (;;) {
    const headers = [...(content.headers ?? []), ...authorization.headers()];
    const { request, target, cseq } = await nextRequest(state, method, { ...content, headers });
    const response = await context.transactions.request(request, target);
    const cnonce = context.keys.cnonceOf(state.dialog.callId, cseq + 1);
    if (authorization.answer(response, request, cnonce) === undefined || trunk === undefined) return response;
    // The host that the contact names could ask, which is not always the carrier's.
    if (!isSameHost(target.host, sent.target.host) && !(await isHostOfTrunk(context, trunk, target.host)))
      return response;
  }
}

/** Confirms the session: by UPDATE, or by a re-INVITE with our last offer (RFC 4028 section 7.4). */
async function refresh(state: State, method: 'UPDATE' | 'INVITE', headers: SipHeader[]): Promise<SipResponse> {
  const { context, negotiation } = state;
  if (method === 'UPDATE' || negotiation === undefined) return sendInDialog(state, 'UPDATE', { headers });
  const body = negotiation.offer();
  const type = { name: 'Content-Type', value: 'application/sdp' };
  const { request, target, cseq } = await nextRequest(state, 'INVITE', { headers: [...headers, type], body });
  return new Promise<SipResponse>((resolve, reject) => {
    context.transactions.invite(request, target, {
      onProvisional: () => undefined,
      onFinal: (response) => {
        if (response.status < 300) {
          applyRefresh(state, response);
          void acknowledge(state, cseq, []);
        }
        resolve(response);
      },
      onTimeout: () => reject(new Error('The refresh was not answered.')),
      onTransportError: reject,
    });
  });
}

function applyRefresh(state: State, response: SipResponse): void {
  moveTarget(state, refreshTarget(state.dialog, response));
  if (!state.over) acceptAnswer(state, response);
}

function acceptAnswer(state: State, message: SipMessage): void {
  try {
    state.negotiation?.acceptAnswer(message);
  } catch (error) {
    state.context.logger.warn({ err: error, callId: state.dialog.callId }, 'sip.answer_not_understood');
  }
}

function moveTarget(state: State, dialog: DialogState): void {
  const moved = dialog.remoteTarget !== state.dialog.remoteTarget;
  state.dialog = dialog;
  if (moved && !state.over) state.events.onDialog(dialog);
}

function handle(state: State, request: SipRequest, respond: Respond): void {
  if (request.method === 'ACK') {
    takeAnswer(state, request);
    return;
  }
  if (request.method !== 'BYE' && !state.pace.take(state.context.clock.nowMs())) {
    respond(responseTo(request, 503), 'once');
    return;
  }
  const received = receiveIn(state.dialog, request);
  if (received === undefined) {
    respond(responseTo(request, 500));
    return;
  }
  state.dialog = received;
  const { method } = request;
  if (method === 'BYE') {
    respond(responseTo(request, 200));
    if (state.over) return;
    end(state);
    state.events.onBye(q850CauseOf(request));
  } else if (state.over) respond(responseTo(request, 481));
  else if (method === 'INVITE' || method === 'UPDATE') change(state, request, respond);
  else if (method === 'INFO') {
    respond(responseTo(request, 200));
    const digit = keyOfInfo(request);
    if (digit !== undefined) state.events.onKey(digit);
  } else if (method === 'OPTIONS') respond(responseTo(request, 200, { headers: [allowHeader] }));
  else respond(responseTo(request, 405, { headers: [allowHeader] }));
}

/** Answers a re-INVITE or an UPDATE: a hold, a moved target, other audio, or only the timer of the session. */
function change(state: State, request: SipRequest, respond: Respond): void {
  const { context, negotiation, sent } = state;
  if (request.method === 'INVITE' && state.refresher.isInviting) {
    respond(responseTo(request, 491));
    return;
  }
  const moved = attempt(() => refreshTarget(state.dialog, request));
  const answer = moved && attempt(() => ({ body: negotiation?.acceptOffer(request) }));
  if (answer === undefined) {
    respond(responseTo(request, moved === undefined ? 400 : 488));
    return;
  }
  let { body } = answer;
  if (moved) moveTarget(state, moved);
  state.offered = request.method === 'INVITE' && body === undefined;
  if (state.offered) body = negotiation?.offer();
  const { timer, headers } = timerOfRequest(request);
  state.refresher.set(timer);
  const { transport } = sent.target;
  const contact = contactOf(transport, context.transports.viaOf(transport));
  respond(responseTo(request, 200, { headers: [contact, allowHeader, ...headers], ...(body && { body }) }));
}

function takeAnswer(state: State, ack: SipRequest): void {
  if (!state.offered || state.over) return;
  state.offered = false;
  acceptAnswer(state, ack);
}
