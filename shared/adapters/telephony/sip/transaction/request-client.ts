import type { SipRequest, SipResponse } from '../message/types';
import type { Target, TransportError } from '../transport/types';
import { sendFirst, repeat, type ClientTransaction, type TransactionContext } from './context';
import { transactionTimeoutMs, type NamedTimers } from './timers';
import { SipTimeoutError } from './types';

export interface RequestOptions {
  request: SipRequest;
  target: Target;
  context: TransactionContext;
  onEnd: () => void;
}

/** RFC 3261 section 17.1.2.2. */
type Phase = 'trying' | 'proceeding' | 'completed' | 'terminated';

interface State extends RequestOptions {
  phase: Phase;
  timers: NamedTimers;
  /** Until then its target may be that of another connection, whose end does not concern it. */
  isSent: boolean;
  /** What the connection carried before the request. */
  heard: number;
  resolve: (response: SipResponse) => void;
  reject: (error: Error) => void;
}

export interface RequestClient extends ClientTransaction {
  /** @throws {SipTimeoutError | TransportError} */
  readonly response: Promise<SipResponse>;
}

/** Starts the client transaction of a request other than INVITE. */
export function startRequest(options: RequestOptions): RequestClient {
  let [resolve, reject]: [State['resolve'], State['reject']] = [() => undefined, () => undefined];
  const response = new Promise<SipResponse>((...settle) => ([resolve, reject] = settle));
  const state: State = {
    ...options,
    phase: 'trying',
    timers: options.context.createTimers(),
    isSent: false,
    heard: 0,
    resolve,
    reject,
  };
  state.timers.start('F', transactionTimeoutMs(state.context.timers), () => {
    if (state.phase === 'trying') state.context.giveUp(state.request, state.target, state.heard);
    end(state);
    reject(new SipTimeoutError(`There was no response to ${state.request.method}.`));
  });
  void send(state);
  return {
    response,
    receive: (received) => receive(state, received),
    onBroken: (target, error) => {
      if (state.isSent && target === state.target) fail(state, error);
    },
    fail: (error) => fail(state, error),
  };
}

const isOpen = ({ phase }: State): boolean => phase === 'trying' || phase === 'proceeding';

async function send(state: State): Promise<void> {
  const { context } = state;
  if (!(await sendFirst(state, (error) => fail(state, error)))) return;
  if (state.phase === 'trying') repeatRequest(state, context.timers.t1Ms);
}

/** Timer E. */
function repeatRequest(state: State, firstMs: number): void {
  const { request: message, target, context } = state;
  if (target.transport === 'udp') repeat(state, 'E', { message, target, firstMs, maxMs: context.timers.t2Ms });
}

function receive(state: State, response: SipResponse): void {
  if (!isOpen(state)) return;
  if (response.status < 200) {
    // The other side works on it: it is reminded rarely.
    if (state.phase === 'trying') repeatRequest(state, state.context.timers.t2Ms);
    state.phase = 'proceeding';
    return;
  }
  state.phase = 'completed';
  state.timers.stopAll();
  state.timers.start('K', state.target.transport === 'udp' ? state.context.timers.t4Ms : 0, () => end(state));
  state.resolve(response);
}

function fail(state: State, error: TransportError): void {
  const failed = isOpen(state);
  end(state);
  if (failed) state.reject(error);
}

function end(state: State): void {
  state.phase = 'terminated';
  state.timers.stopAll();
  state.onEnd();
}
