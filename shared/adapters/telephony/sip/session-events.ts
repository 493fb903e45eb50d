import type { DtmfDigit } from '../../../domain/call/dtmf';
import type { DialogState } from './dialog';

/** What happens to an answered call. */
export interface SessionEvents {
  /** The other side hung up. @param q850 why, if it says so */
  onBye(q850: number | undefined): void;
  /** The call is over without a BYE: the other side does not know it any more, or has not confirmed it in time (RFC 4028). */
  onExpired(): void;
  /** A key by INFO, as gateways send it that do not send it as audio. */
  onKey(digit: DtmfDigit): void;
  /** The other side has a new contact, by which a BYE reaches it. */
  onDialog(dialog: DialogState): void;
}

/** For a call that is only to be ended. */
export const ignoredEvents: SessionEvents = {
  onBye: () => undefined,
  onExpired: () => undefined,
  onKey: () => undefined,
  onDialog: () => undefined,
};
