import type { SimulatorClock } from '../simulated/clock';
import type { SipCallLog } from './call-log';
import type { KeySource } from './keys';
import type { SipTrunk } from './trunk';
import type { Transactions } from './transaction/types';
import type { Target, TransportKind, Transports } from './transport/types';

/** Receives what operators should know. A pino logger fits. It gets no number. */
export interface SipLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** How long a call waits for others, in ms. */
export interface SipLimits {
  /** After an INVITE without ringing, answer or refusal, the call is handed over as one that is being placed. */
  settleMs: number;
  /** A call that we end is reported as over after this, also if the other side has not confirmed it. */
  closeMs: number;
  /** The log may take so long to store an answer. Then the call is ended: another process could not end it. */
  storeMs: number;
}

export const defaultLimits: SipLimits = { settleMs: 4_000, closeMs: 4_000, storeMs: 4_000 };

/** What all calls of a process share. */
export interface SipContext {
  transports: Transports;
  transactions: Transactions;
  keys: KeySource;
  log: SipCallLog;
  clock: SimulatorClock;
  logger: SipLogger;
  limits: SipLimits;
  /** Finds the addresses of a host, in the order in which they are tried (RFC 3263). */
  resolve: (at: { host: string; port?: number; transport: TransportKind }) => Promise<Target[]>;
  /** The settings of a trunk, for its credentials; `undefined` if it was removed. */
  trunkOf: (name: string) => SipTrunk | undefined;
}
