import type { Logger } from '../../../logger';
import { createListeners, type Listeners } from '../../listeners';
import { headersOf } from '../message/headers';
import type { SipMessage, SipRequest, SipResponse } from '../message/types';
import { TransportError, type Target, type Transports } from '../transport/types';
import type { ClientTransaction, TransactionContext } from './context';
import { branchOf, cseqOf } from './derived';
import { startInvite } from './invite-client';
import { startRequest } from './request-client';
import { createServerTransactions, type ServerTransactions } from './server';
import { createNamedTimers, defaultTimers, setRealTimer, type SetTimer, type SipTimers } from './timers';
import type { InviteEvents, InviteTransaction, Respond, Transactions } from './types';

export interface TransactionsOptions {
  timers?: SipTimers;
  setTimer?: SetTimer;
  /** How many requests of others are remembered; default 2,000. */
  maxServerTransactions?: number;
  logger?: Logger;
}

type RequestHandler = (request: SipRequest, source: Target, respond: Respond) => void;

/** What a connection carried to us. */
interface Heard {
  messages: number;
  answersOptions: boolean;
}

interface State {
  context: TransactionContext;
  clients: Map<string, ClientTransaction>;
  servers: ServerTransactions;
  heard: WeakMap<Target, Heard>;
  unmatched2xx: Listeners<{ response: SipResponse; source: Target }>;
  unmatched: number;
  handle: RequestHandler;
  onError: (error: unknown) => void;
}

/** Creates the transactions over the given transports. Errors of handlers are logged, and end no transaction. */
export function createTransactions(transports: Transports, options: TransactionsOptions = {}): Transactions {
  const state = createState(transports, options);
  const stops = [
    transports.onMessage((message, source) => receive(state, message, source)),
    transports.onBroken((target, error) => {
      for (const client of [...state.clients.values()]) client.onBroken(target, error);
    }),
  ];
  return {
    invite: (request, target, events) => addInvite(state, request, target, events),
    request: (request, target) => sendRequest(state, request, target),
    sendAck: async (request, target) => {
      await transports.send(request, target);
    },
    onRequest: (handler) => (state.handle = handler),
    onUnmatched2xx: (listener) => state.unmatched2xx.add(({ response, source }) => listener(response, source)),
    stats: () => ({
      open: state.clients.size + state.servers.open(),
      unmatched: state.unmatched,
      dropped: state.servers.dropped(),
    }),
    close: () => {
      for (const stop of stops) stop();
      state.servers.close();
      for (const client of [...state.clients.values()])
        client.fail(new TransportError('The transactions were closed.'));
    },
  };
}

function createState(transports: Transports, options: TransactionsOptions): State {
  const { timers = defaultTimers, setTimer = setRealTimer, maxServerTransactions = 2_000, logger } = options;
  const onError = (error: unknown): void => logger?.error({ err: error }, 'sip.handler_failed');
  const heard = new WeakMap<Target, Heard>();
  const context: TransactionContext = {
    timers,
    createTimers: () => createNamedTimers(setTimer),
    send: (message, target) => transports.send(message, target),
    heardFrom: (target) => heard.get(target)?.messages ?? 0,
    giveUp: ({ method }, target, before) => {
      const { messages, answersOptions } = heard.get(target) ?? unheard;
      if (messages === before && (method !== 'OPTIONS' || answersOptions)) transports.disconnect(target);
    },
  };
  const state: State = {
    context,
    clients: new Map(),
    heard,
    servers: createServerTransactions({
      context,
      maxOpen: maxServerTransactions,
      onRequest: (...request) => guard(onError, () => state.handle(...request)),
    }),
    unmatched2xx: createListeners(onError),
    unmatched: 0,
    handle: () => undefined,
    onError,
  };
  return state;
}

function guard(onError: (error: unknown) => void, run: () => void): void {
  try {
    run();
  } catch (error) {
    onError(error);
  }
}

/** RFC 3261 section 17.1.3. */
const keyOf = (branch: string, method: string): string => `${method} ${branch}`;

function add<Client extends ClientTransaction>(
  { clients }: State,
  key: string,
  start: (onEnd: () => void) => Client,
): Client {
  if (clients.has(key)) throw new Error('A transaction with this branch is open.');
  const client = start(() => {
    if (clients.get(key) === client) clients.delete(key);
  });
  clients.set(key, client);
  return client;
}

function addInvite(state: State, request: SipRequest, target: Target, events: InviteEvents): InviteTransaction {
  const { context, onError } = state;
  const key = keyOf(branchOf(request), 'INVITE');
  return add(state, key, (onEnd) =>
    startInvite({
      request,
      target,
      context,
      events: guardAll(events, onError),
      // Its outcome is the INVITE's.
      sendCancel: (cancel, sentTo) => void sendRequest(state, cancel, sentTo).catch(() => undefined),
      onLate2xx: (response, source) => state.unmatched2xx.emit({ response, source }),
      onEnd,
    }),
  );
}

const guardAll = (events: InviteEvents, onError: (error: unknown) => void): InviteEvents => ({
  onProvisional: (response) => guard(onError, () => events.onProvisional(response)),
  onFinal: (response) => guard(onError, () => events.onFinal(response)),
  onTimeout: () => guard(onError, () => events.onTimeout()),
  onTransportError: (error) => guard(onError, () => events.onTransportError(error)),
});

async function sendRequest(state: State, request: SipRequest, target: Target): Promise<SipResponse> {
  const key = keyOf(branchOf(request), request.method);
  return add(state, key, (onEnd) => startRequest({ request, target, context: state.context, onEnd })).response;
}

function receive(state: State, message: SipMessage, source: Target): void {
  if (source.transport !== 'udp') noteHeard(state.heard, message, source);
  if (message.kind === 'response') receiveResponse(state, message, source);
  else state.servers.receive(message, source);
}

const unheard: Heard = { messages: 0, answersOptions: false };

function noteHeard(heard: State['heard'], message: SipMessage, source: Target): void {
  const { messages, answersOptions } = heard.get(source) ?? unheard;
  const isAnswer = message.kind === 'response' && cseqOf(message).method === 'OPTIONS';
  heard.set(source, { messages: messages + 1, answersOptions: answersOptions || isAnswer });
}

function receiveResponse(state: State, response: SipResponse, source: Target): void {
  // Of several Vias the first is not ours: it was sent to the wrong place (RFC 3261 section 8.1.3.3).
  if (headersOf(response, 'Via').length > 1) {
    state.unmatched++;
    return;
  }
  const { method } = cseqOf(response);
  const client = state.clients.get(keyOf(branchOf(response), method));
  if (client) {
    client.receive(response, source);
    return;
  }
  state.unmatched++;
  if (method === 'INVITE' && response.status >= 200 && response.status < 300)
    state.unmatched2xx.emit({ response, source });
}
