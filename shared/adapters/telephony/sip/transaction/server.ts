import { headerOf, headersOf, parseNameAddr, parseVia } from '../message/headers';
import type { SipRequest, SipResponse } from '../message/types';
import type { Target } from '../transport/types';
import { responseTargetOf } from '../transport/via';
import { repeat, type TransactionContext } from './context';
import { cseqOf, responseTo } from './derived';
import { transactionTimeoutMs, type NamedTimers } from './timers';
import type { Respond } from './types';

export interface ServerOptions {
  context: TransactionContext;
  /** How many are remembered. Of more, the oldest answered ones are forgotten; requests are dropped while there are none. */
  maxOpen: number;
  onRequest: (request: SipRequest, source: Target, respond: Respond) => void;
}

/** The transactions of requests that others send (RFC 3261 section 17.2, RFC 6026 section 7.1). */
export interface ServerTransactions {
  receive(request: SipRequest, source: Target): void;
  open(): number;
  dropped(): number;
  close(): void;
}

/** `waiting`: for our final response. `accepted`: a 2xx for an INVITE was sent. `confirmed`: its ACK, or that of another response, came. */
type Phase = 'waiting' | 'accepted' | 'completed' | 'confirmed';

interface Transaction {
  request: SipRequest;
  target: Target;
  phase: Phase;
  timers: NamedTimers;
  /** What a repeated request is answered with. */
  last?: SipResponse;
}

interface Server extends ServerOptions {
  transactions: Map<string, Transaction>;
  dropped: number;
}

/** An INVITE that is not answered within this time gets a 100 (RFC 3261 section 17.2.1). */
const tryingMs = 200;

/** Creates the transactions of the server. */
export function createServerTransactions(options: ServerOptions): ServerTransactions {
  const server: Server = { ...options, transactions: new Map(), dropped: 0 };
  return {
    receive: (request, source) => {
      if (request.method === 'ACK') receiveAck(server, request, source);
      else receiveRequest(server, request, source);
    },
    open: () => server.transactions.size,
    dropped: () => server.dropped,
    close: () => {
      for (const { timers } of server.transactions.values()) timers.stopAll();
      server.transactions.clear();
    },
  };
}

function receiveRequest(server: Server, request: SipRequest, source: Target): void {
  const key = keyOf(request, request.method);
  const known = server.transactions.get(key);
  if (known) {
    if (known.last && known.phase !== 'confirmed') transmit(server, known, known.last);
    return;
  }
  if (server.transactions.size >= server.maxOpen && !forgetOne(server)) {
    server.dropped++;
    return;
  }
  const target = responseTargetOf(request, source);
  const timers = server.context.createTimers();
  const transaction: Transaction = { request: { ...request, body: Buffer.alloc(0) }, target, phase: 'waiting', timers };
  server.transactions.set(key, transaction);
  const respond: Respond = (response, how) => {
    if (how === 'once') answerOnce(server, key, response);
    else answer(server, key, response);
  };
  // Without a response its sender gives up.
  timers.start('end', transactionTimeoutMs(server.context.timers), () => end(server, key));
  if (request.method === 'CANCEL') {
    respondToCancel(server, request, respond);
    return;
  }
  if (request.method === 'INVITE') timers.start('trying', tryingMs, () => respond(responseTo(request, 100, 'Trying')));
  server.onRequest(request, source, respond);
}

/** Ends the oldest transaction that only waits for repeated requests: strangers must not keep a BYE from us. */
function forgetOne(server: Server): boolean {
  for (const [key, { phase }] of server.transactions) {
    if (phase !== 'completed' && phase !== 'confirmed') continue;
    end(server, key);
    return true;
  }
  return false;
}

/** INVITEs are answered at once, so that a CANCEL has no effect but its response (RFC 3261 section 9.2). */
function respondToCancel(server: Server, cancel: SipRequest, respond: Respond): void {
  if (server.transactions.has(keyOf(cancel, 'INVITE'))) respond(responseTo(cancel, 200, 'OK'));
  else respond(responseTo(cancel, 481, 'Call/Transaction Does Not Exist'), 'once');
}

/** A repeated request is handed up again, and gets the same response. */
function answerOnce(server: Server, key: string, response: SipResponse): void {
  const transaction = server.transactions.get(key);
  if (transaction?.phase !== 'waiting') return;
  transmit(server, transaction, response);
  end(server, key);
}

function answer(server: Server, key: string, response: SipResponse): void {
  const transaction = server.transactions.get(key);
  if (transaction?.phase !== 'waiting') return;
  const { timers, request, target } = transaction;
  timers.stop('trying');
  transaction.last = response;
  transmit(server, transaction, response);
  if (response.status < 200) return;
  const { t1Ms, t2Ms } = server.context.timers;
  const isInvite = request.method === 'INVITE';
  const is2xx = response.status < 300;
  transaction.phase = isInvite && is2xx ? 'accepted' : 'completed';
  // Timers J, L and H. The time is that of the repeated requests, or of the ACK.
  const lastsMs = !isInvite && target.transport !== 'udp' ? 0 : transactionTimeoutMs(server.context.timers);
  timers.start('end', lastsMs, () => end(server, key));
  // A 2xx crosses other hops than ours: it is repeated over any transport (RFC 3261 section 13.3.1.4).
  if (isInvite && (is2xx || target.transport === 'udp'))
    repeat({ context: server.context, timers }, 'G', { message: response, target, firstMs: t1Ms, maxMs: t2Ms });
}

function receiveAck(server: Server, ack: SipRequest, source: Target): void {
  const key = keyOf(ack, 'INVITE');
  const rejected = server.transactions.get(key);
  if (rejected?.phase === 'completed') {
    confirm(rejected);
    const lastsMs = rejected.target.transport === 'udp' ? server.context.timers.t4Ms : 0;
    rejected.timers.start('end', lastsMs, () => end(server, key));
    return;
  }
  for (const transaction of server.transactions.values()) {
    if (transaction.phase !== 'accepted' || !isAckOf(ack, transaction.request)) continue;
    confirm(transaction);
    server.onRequest(ack, source, () => undefined);
    return;
  }
}

function confirm(transaction: Transaction): void {
  transaction.phase = 'confirmed';
  transaction.timers.stop('G');
}

/** The ACK of a 2xx is a transaction of its own: the dialog and the number name its INVITE (RFC 3261 section 13.2.2.4). */
const isAckOf = (ack: SipRequest, invite: SipRequest): boolean =>
  headerOf(ack, 'Call-ID') === headerOf(invite, 'Call-ID') &&
  cseqOf(ack).sequence === cseqOf(invite).sequence &&
  fromTagOf(ack) === fromTagOf(invite);

const fromTagOf = (request: SipRequest): string | undefined =>
  parseNameAddr(headerOf(request, 'From') ?? '').params['tag'];

function transmit({ context }: Server, { target }: Transaction, response: SipResponse): void {
  // The request is repeated if its response is lost.
  context.send(response, target).catch(() => undefined);
}

function end({ transactions }: Server, key: string): void {
  transactions.get(key)?.timers.stopAll();
  transactions.delete(key);
}

/**
 * Identifies the transaction of a request (RFC 3261 section 17.2.3), or that of the request of another method that it
 * belongs to. Before RFC 3261 branches were not unique.
 */
function keyOf(request: SipRequest, method: string): string {
  const top = headersOf(request, 'Via')[0] ?? '';
  const { host, port, params } = parseVia(top);
  const { branch = '' } = params;
  if (branch.startsWith('z9hG4bK')) return JSON.stringify([method, branch, host.toLowerCase(), port]);
  const { sequence } = cseqOf(request);
  return JSON.stringify([method, headerOf(request, 'Call-ID'), sequence, fromTagOf(request), host, port, branch]);
}
