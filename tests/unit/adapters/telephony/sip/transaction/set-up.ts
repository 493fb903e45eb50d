import type { SipRequest, SipResponse } from '../../../../../../shared/adapters/telephony/sip/message/types';
import { createTransactions } from '../../../../../../shared/adapters/telephony/sip/transaction/client';
import type { InviteEvents } from '../../../../../../shared/adapters/telephony/sip/transaction/types';
import { createTransports } from '../../../../../../shared/adapters/telephony/sip/transport/transports';
import type {
  TransportError,
  TransportKind,
  Transports,
  TransportsOptions,
} from '../../../../../../shared/adapters/telephony/sip/transport/types';
import { until } from '../../../../../support/until';
import { createFakeClock } from '../../fake-clock';
import { answerTo, openPeer, peerAuthority, requestOf, type Peer } from '../transport/peer';

const closers: (() => Promise<void>)[] = [];

/** Closes what the test opened. */
export async function closeAll(): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close();
}

/** What was given to the sockets, and when. */
interface Sent {
  what: string | number;
  atMs: number;
}

/** Our transactions and a peer, on sockets of this machine. Time passes only by the clock. */
export async function setUp(
  kind: TransportKind = 'udp',
  options: { maxServerTransactions?: number; transports?: Partial<TransportsOptions> } = {},
) {
  const clock = createFakeClock(0);
  const transports = await createTransports({
    host: '127.0.0.1',
    port: 0,
    tls: { ca: peerAuthority },
    ...options.transports,
  });
  const sent: Sent[] = [];
  const noting: Transports = {
    ...transports,
    send: (message, target) => {
      const what = message.kind === 'request' ? message.method : message.status;
      sent.push({ what, atMs: clock.nowMs() });
      return transports.send(message, target);
    },
  };
  const transactions = createTransactions(noting, { setTimer: (fn, ms) => clock.setTimer(fn, ms), ...options });
  const peer = await openPeer(kind);
  closers.push(
    () => peer.close(),
    () => transports.close(),
    () => {
      transactions.close();
      return Promise.resolve();
    },
  );
  /** When messages of a method, or responses of a status, were sent. */
  const sentAt = (what: Sent['what']) => sent.filter((one) => one.what === what).map(({ atMs }) => atMs);
  return { clock, transports, transactions, peer, sentAt };
}

/** What an INVITE reported, in order. */
export type Report = number | 'timeout' | TransportError;

export function createEvents() {
  const reports: Report[] = [];
  const responses: SipResponse[] = [];
  const note = (response: SipResponse): void => {
    reports.push(response.status);
    responses.push(response);
  };
  const events: InviteEvents = {
    onProvisional: note,
    onFinal: note,
    onTimeout: () => reports.push('timeout'),
    onTransportError: (error) => reports.push(error),
  };
  return { events, reports, responses };
}

export const count = (peer: Peer, method: string): number => peer.requests(method).length;

/** Waits until the peer got so many requests of a method. @returns the last one */
export async function untilReceived(peer: Peer, method: string, times = 1): Promise<SipRequest> {
  const requests = await until(
    () => peer.requests(method),
    ({ length }) => length >= times,
  );
  return requests.at(-1)!;
}

/** The peer answers to the last request of a method. */
export function answer(peer: Peer, method: string, status: number, options?: { tag?: string }): void {
  const last = peer.received.filter(({ message }) => message.kind === 'request' && message.method === method).at(-1)!;
  last.answer(answerTo(last.message as SipRequest, status, options));
}

/** Waits until something was reported so often. */
export const untilReported = (reports: readonly Report[], times: number) =>
  until(
    () => reports,
    ({ length }) => length >= times,
  );

/** An INVITE of ours that has arrived at the peer. */
export async function sendInvite(...options: Parameters<typeof setUp>) {
  const part = await setUp(...options);
  const { events, reports, responses } = createEvents();
  const transaction = part.transactions.invite(requestOf('INVITE'), part.peer.target, events);
  await untilReceived(part.peer, 'INVITE');
  return { ...part, transaction, reports, responses };
}

/** 64 × T1. */
export const timeoutMs = 32_000;
