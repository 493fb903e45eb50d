import type { SipHeader, SipRequest, SipResponse } from '../message/types';
import type { Target, TransportError } from '../transport/types';

/** No final response came in time. It is unknown whether the request arrived. */
export class SipTimeoutError extends Error {
  override name = 'SipTimeoutError';
}

/** What happens to an INVITE. Nothing follows a timeout or a transport error. */
export interface InviteEvents {
  /** A 1xx, 100 included; repeated ones too. */
  onProvisional(response: SipResponse): void;
  /**
   * A 2xx: each, so that the dialog sends its ACK again; a different To-tag is another fork. Any other final response: once,
   * and its ACK was sent.
   */
  onFinal(response: SipResponse): void;
  /** No response at all for 64 × T1 (timer B), or no final one for so long after the CANCEL. It is unknown whether it rang. */
  onTimeout(): void;
  /** {@link TransportConnectError}: the INVITE was surely not sent. Otherwise it is unknown whether it arrived. */
  onTransportError(error: TransportError): void;
}

export interface InviteTransaction {
  readonly branch: string;
  /** Where the INVITE was sent: over TCP if it was too long for UDP. */
  readonly target: Target;
  /**
   * Cancels the call (RFC 3261 section 9.1). The CANCEL is sent after the first 1xx, and never if a final response comes
   * before that. A 2xx may still follow. Later calls have no effect.
   * @param headers added to the CANCEL, such as Reason
   */
  cancel(headers?: readonly SipHeader[]): void;
}

/**
 * Sends the response to a request. After a final one it has no effect. With `once` nothing is remembered of the request and its
 * response, which is never repeated (RFC 3261 section 8.2.7): strangers get no more packets than they send.
 */
export type Respond = (response: SipResponse, how?: 'once') => void;

export interface TransactionStats {
  /** Client and server transactions that have not ended. */
  open: number;
  /** Responses that belong to no transaction. */
  unmatched: number;
  /** Requests dropped because too many were open. */
  dropped: number;
}

/**
 * Transactions of the client and the server (RFC 3261 section 17, RFC 6026). Requests are sent as given: Via with branch,
 * Call-ID, From-tag and CSeq are the caller's.
 */
export interface Transactions {
  /** Sends an INVITE. @throws {Error} if a transaction with its branch is open: an INVITE is never sent twice */
  invite(request: SipRequest, target: Target, events: InviteEvents): InviteTransaction;
  /**
   * Sends any other request but ACK.
   * @returns its final response, of any status
   * @throws {SipTimeoutError} if there was none for 64 × T1 (timer F)
   * @throws {TransportError}
   */
  request(request: SipRequest, target: Target): Promise<SipResponse>;
  /** Sends the ACK of a 2xx, once: call it for each 2xx. @throws {TransportError} */
  sendAck(request: SipRequest, target: Target): Promise<void>;
  /**
   * Sets what handles requests. It gets each once, unless it answers `once`: repeated ones are answered with the last response. CANCEL is answered here,
   * and so is an ACK unless it is that of our 2xx. Our 2xx for an INVITE is repeated until its ACK.
   */
  onRequest(handler: (request: SipRequest, source: Target, respond: Respond) => void): void;
  /** Subscribes to 2xx for an INVITE that belong to no transaction: their calls must be ended by ACK and BYE. @returns a function that unsubscribes */
  onUnmatched2xx(listener: (response: SipResponse, source: Target) => void): () => void;
  stats(): TransactionStats;
  /** Ends all transactions: those of the client fail with a {@link TransportError}. The transports stay open. */
  close(): void;
}
