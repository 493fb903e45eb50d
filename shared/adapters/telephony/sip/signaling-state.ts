import type { DtmfDigit } from '../../../domain/call/dtmf';
import type { DialRequest } from '../telephony';
import type { SipSignaling } from './call-log';
import type { EarlyDialogs } from './early';
import type { CallEnd } from './outcome';
import type { Placement, PlacementDeps, TrunkCall } from './placement';
import type { Session } from './session';

/** What happens to a call. */
export interface SignalingEvents {
  onTrunk(call: TrunkCall): void;
  onRinging(): void;
  onEarlyMedia(): void;
  /** The answer is stored and acknowledged, and the audio has started. */
  onAnswered(call: TrunkCall): void;
  /** The call cannot go on: it has to be ended. */
  onEnded(end: CallEnd): void;
  onBye(q850: number | undefined): void;
  onKey(digit: DtmfDigit): void;
}

/** What is known of the messages of one call. */
export interface SignalingState extends PlacementDeps {
  request: DialRequest;
  events: SignalingEvents;
  placement?: Placement;
  call?: TrunkCall;
  session?: Session;
  /** How many 18x came. */
  progress: number;
  /** Sessions of other forks, which are only ended. */
  forks: Session[];
  /** Resolves when the answer is stored and acknowledged. */
  answering?: Promise<void>;
  answeredAtMs?: number;
  early: EarlyDialogs;
  endings: Promise<void>[];
  localTag: string | undefined;
  acknowledged: boolean;
  /** We are ending the call, or the other side has. */
  over: boolean;
  /** The other side has ended it: there is nothing to send. */
  byPeer: boolean;
  begun: boolean;
  problem?: 'known' | 'store';
  /** What was stored last. */
  stored?: SipSignaling;
  writes: Promise<unknown>;
}

/** @returns a function that logs an error */
export const warn =
  ({ context, request }: SignalingState, what: string) =>
  (error: unknown) =>
    context.logger.warn({ err: error, callId: request.attemptKey }, what);

/** Steps are stored one after the other. */
export function write<T>(state: SignalingState, step: () => Promise<T>): Promise<T> {
  const written = state.writes.then(step);
  state.writes = written.catch(() => undefined);
  return written;
}

/** Stores the next step. @returns false if another process has ended the call */
export const advance = (state: SignalingState, signaling: SipSignaling): Promise<boolean> => {
  state.stored = signaling;
  return write(state, () => state.context.log.advance(state.request.attemptKey, signaling));
};
