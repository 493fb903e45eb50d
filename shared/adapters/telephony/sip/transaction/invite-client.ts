import type { SipHeader, SipRequest, SipResponse } from '../message/types';
import type { Target, TransportError } from '../transport/types';
import { sendFirst, repeat, type ClientTransaction, type TransactionContext } from './context';
import { ackOf, branchOf, cancelOf } from './derived';
import { transactionTimeoutMs, type NamedTimers } from './timers';
import type { InviteEvents, InviteTransaction } from './types';

export interface InviteOptions {
  request: SipRequest;
  target: Target;
  events: InviteEvents;
  context: TransactionContext;
  sendCancel: (cancel: SipRequest, target: Target) => void;
  /** A 2xx after another final response: its call must be ended. */
  onLate2xx: (response: SipResponse, source: Target) => void;
  onEnd: () => void;
}

/** RFC 3261 section 17.1.1.2, with the Accepted state of RFC 6026 section 7.2. */
type Phase = 'calling' | 'proceeding' | 'accepted' | 'completed' | 'terminated';

interface State extends InviteOptions {
  phase: Phase;
  timers: NamedTimers;
  /** Until then its target may be that of another connection, whose end does not concern it. */
  isSent: boolean;
  /** What the connection carried before the request. */
  heard: number;
  /** Where it was sent, or is being sent. */
  target: Target;
  /** Of the CANCEL that waits for the first 1xx. */
  cancelHeaders?: readonly SipHeader[] | undefined;
  canceled: boolean;
}

export type InviteClient = InviteTransaction & ClientTransaction;

/** Starts the client transaction of an INVITE. */
export function startInvite(options: InviteOptions): InviteClient {
  const state: State = {
    ...options,
    phase: 'calling',
    timers: options.context.createTimers(),
    isSent: false,
    heard: 0,
    canceled: false,
  };
  state.timers.start('B', transactionTimeoutMs(state.context.timers), () => timeOut(state));
  void send(state);
  return {
    branch: branchOf(state.request),
    get target() {
      return state.target;
    },
    cancel: (headers = []) => cancel(state, headers),
    receive: (response, source) => receive(state, response, source),
    onBroken: (target, error) => {
      if (state.isSent && target === state.target && isOpen(state)) fail(state, error);
    },
    fail: (error) => fail(state, error),
  };
}

async function send(state: State): Promise<void> {
  const { request, context } = state;
  if (!(await sendFirst(state, (error) => fail(state, error)))) return;
  if (state.phase !== 'calling' || state.target.transport !== 'udp') return;
  repeat(state, 'A', { message: request, target: state.target, firstMs: context.timers.t1Ms, maxMs: Infinity });
}

function receive(state: State, response: SipResponse, source: Target): void {
  if (response.status < 200) progress(state, response);
  else if (response.status < 300) accept(state, response, source);
  else reject(state, response);
}

const isOpen = ({ phase }: State): boolean => phase === 'calling' || phase === 'proceeding';

function progress(state: State, response: SipResponse): void {
  if (!isOpen(state)) return;
  state.phase = 'proceeding';
  state.timers.stop('A', 'B');
  state.events.onProvisional(response);
  if (state.cancelHeaders) cancel(state, state.cancelHeaders);
}

function accept(state: State, response: SipResponse, source: Target): void {
  if (state.phase === 'completed') {
    state.onLate2xx(response, source);
    return;
  }
  if (isOpen(state)) {
    state.phase = 'accepted';
    state.timers.stopAll();
    state.timers.start('M', transactionTimeoutMs(state.context.timers), () => end(state));
  }
  state.events.onFinal(response);
}

function reject(state: State, response: SipResponse): void {
  if (state.phase === 'accepted' || state.phase === 'terminated') return;
  // The other side repeats its response until the ACK arrives: a lost one needs no other care.
  state.context.send(ackOf(state.request, response), state.target).catch(() => undefined);
  if (state.phase === 'completed') return;
  state.phase = 'completed';
  state.timers.stopAll();
  const lastsMs = state.target.transport === 'udp' ? transactionTimeoutMs(state.context.timers) : 0;
  state.timers.start('D', lastsMs, () => end(state));
  state.events.onFinal(response);
}

function cancel(state: State, headers: readonly SipHeader[]): void {
  if (state.canceled || !isOpen(state)) return;
  if (state.phase === 'calling') {
    state.cancelHeaders ??= headers;
    return;
  }
  state.canceled = true;
  // An INVITE that is not answered to after its CANCEL is over (RFC 3261 section 9.1).
  state.timers.start('cancel', transactionTimeoutMs(state.context.timers), () => timeOut(state));
  state.sendCancel(cancelOf(state.request, headers), state.target);
}

function timeOut(state: State): void {
  if (state.phase === 'calling') state.context.giveUp(state.request, state.target, state.heard);
  end(state);
  state.events.onTimeout();
}

function fail(state: State, error: TransportError): void {
  const failed = isOpen(state);
  end(state);
  if (failed) state.events.onTransportError(error);
}

function end(state: State): void {
  state.phase = 'terminated';
  state.timers.stopAll();
  state.onEnd();
}
