import type { SipMessage, SipRequest, SipResponse } from '../message/types';
import { TransportConnectError, TransportError, type Target } from '../transport/types';
import type { NamedTimers, SipTimers } from './timers';

/** What a transaction needs of the others. */
export interface TransactionContext {
  timers: SipTimers;
  createTimers: () => NamedTimers;
  /** See `Transports.send`. */
  send: (message: SipMessage, target: Target) => Promise<Target>;
  /**
   * Closes the connection of a request that got no response, unless it carried any message since: the network dropped it
   * without notice, and the next request would wait as long. Many servers ignore OPTIONS: that alone says nothing.
   * @param heard what {@link heardFrom} returned when the request was sent
   */
  giveUp: (request: SipRequest, target: Target, heard: number) => void;
  /** How many messages a connection has carried to us. */
  heardFrom: (target: Target) => number;
}

/** A transaction of the client that waits for responses. */
export interface ClientTransaction {
  receive(response: SipResponse, source: Target): void;
  /** An open connection ended: that of the transaction if `target` is the object that `send` returned. */
  onBroken(target: Target, error: TransportError): void;
  /** Ends it. What waits for its outcome gets the error. */
  fail(error: TransportError): void;
}

/** What goes wrong before a message reaches a socket, such as a header field that cannot be written, is not sent either. */
const asTransportError = (error: unknown): TransportError =>
  error instanceof TransportError ? error : new TransportConnectError('The message was not sent.', { cause: error });

/** The request of a client transaction, and what sending it changes. */
interface Sending {
  request: SipRequest;
  context: TransactionContext;
  /** Where it is sent, and then where it was sent. */
  target: Target;
  isSent: boolean;
  heard: number;
}

/** Sends the request of a transaction for the first time. @returns whether it was sent; `fail` gets the error otherwise */
export async function sendFirst(state: Sending, fail: (error: TransportError) => void): Promise<boolean> {
  const { request, context } = state;
  try {
    state.target = await context.send(request, state.target);
    state.isSent = true;
    state.heard = context.heardFrom(state.target);
    return true;
  } catch (error) {
    fail(asTransportError(error));
    return false;
  }
}

interface Repetition {
  message: SipMessage;
  target: Target;
  /** The time until the next one doubles up to `maxMs`. */
  firstMs: number;
  maxMs: number;
}

/** Sends a message again and again until the timer `name` is stopped. */
export function repeat(
  { context, timers }: { context: TransactionContext; timers: NamedTimers },
  name: string,
  { message, target, firstMs, maxMs }: Repetition,
): void {
  timers.start(name, firstMs, () => {
    // What cannot be sent now may be sent the next time: another timer ends the transaction.
    context.send(message, target).catch(() => undefined);
    repeat({ context, timers }, name, { message, target, firstMs: Math.min(2 * firstMs, maxMs), maxMs });
  });
}
