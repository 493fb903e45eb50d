import type { FailureReason } from '../job/failure';
import type { OpenTimes } from './windows';

/** The level that set a gate: `operator` is a person who rescheduled the job, `policy` is what its organization may do. */
export const gateOrigins = ['job', 'campaign', 'organization', 'system', 'operator', 'policy'] as const;
export type GateOrigin = (typeof gateOrigins)[number];

/** Everything that can hold a call back. */
export const gateNames = [
  'State',
  'Suppression',
  'Policy',
  'StartAt',
  'MaxTotalCalls',
  'MinCreationDelay',
  'MinDurationBetweenCalls',
  'MinRetryDelay',
  'RetryDelay',
  'MaxAttemptsInInterval',
  'MaxAttemptsPerNumber',
  'MaxConcurrentCalls',
  'MaxCallsPerMinute',
  'MaxCallsPerDay',
  'CarrierRate',
  'TrunkUnavailable',
  'AgentRefused',
  'CircuitBreaker',
  'TimeZone',
  'TimeRules',
  'BlackoutDates',
  'EndAt',
  'NotAfter',
  'Ramp',
  'Jitter',
  'Reschedule',
] as const;
export type GateName = (typeof gateNames)[number];

interface GateBase {
  readonly name: GateName;
  readonly origin: GateOrigin;
  /** The requirement, without its end: `Open Mo-Fr 09:00-17:00 Europe/Helsinki`. */
  readonly text: string;
}

/** A gate that opens once and stays open: a delay or a limit. */
export interface DelayGate extends GateBase {
  readonly kind: 'delay';
  /** `null` if it never opens. */
  readonly opensAtMs: number | null;
  readonly neverReason: FailureReason;
}

/** A gate that opens and closes repeatedly. */
export interface CalendarGate extends GateBase {
  readonly kind: 'calendar';
  readonly times: OpenTimes;
  /** Why the gate is closed at an instant, such as the name of a holiday. */
  readonly closedFor?: (atMs: number) => string | undefined;
  /** Why a job fails for which it does not open any more; `invalid_configuration` if absent. */
  readonly neverReason?: FailureReason;
}

export type Gate = DelayGate | CalendarGate;

/** A gate that never opens, because it is invalid or can never be met. Its text says why. */
export const impossibleGate = (name: GateName, origin: GateOrigin, text: string): DelayGate => ({
  kind: 'delay',
  name,
  origin,
  text,
  opensAtMs: null,
  neverReason: 'invalid_configuration',
});

/** A gate as the explanation shows it. */
export interface GateReport {
  Name: GateName;
  Origin: GateOrigin;
  /** Whether this gate alone allows a call at the moment of planning. */
  Satisfied: boolean;
  /**
   * The first instant (ms) from the moment of planning at which this gate alone is open; `null` if there is none, or if
   * a person decides on it.
   */
  OpensAtMS: number | null;
  /** For people. Never personal data, never a phone number. */
  Message: string;
}
