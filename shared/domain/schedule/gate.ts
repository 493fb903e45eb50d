/** Who set a rule. */
export const gateOrigins = ['job', 'campaign', 'organization', 'system', 'operator'] as const;
export type GateOrigin = (typeof gateOrigins)[number];

/** Everything that can hold a call back. */
export const gateNames = [
  'MaxTotalCalls',
  'MinCreationDelay',
  'MinDurationBetweenCalls',
  'RetryDelay',
  'MaxAttemptsInInterval',
  'MaxAttemptsPerNumber',
  'TimeZone',
  'TimeRules',
  'BlackoutDates',
  'Jitter',
  'Reschedule',
] as const;
export type GateName = (typeof gateNames)[number];

/** One rule as the explanation shows it. */
export interface GateReport {
  Name: GateName;
  Origin: GateOrigin;
  /** Whether this gate alone lets a call through at the moment of planning. */
  Satisfied: boolean;
  /** The first instant (ms) from the moment of planning at which this gate alone is open; `null` when there is none. */
  OpensAtMS: number | null;
  /** Words a person reads. Never personal data, never a phone number. */
  Message: string;
}
