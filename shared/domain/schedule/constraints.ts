/** The days of the week as the API writes them, Sunday first. */
export const weekdays = ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa'] as const;
export type Weekday = (typeof weekdays)[number];

/** Half-open `[Start, End)` in 24-hour `HH:MM`; `24:00` is allowed as End; `Start > End` runs over midnight and belongs to the day it starts on. */
export interface TimeRange {
  Start: string;
  End: string;
}

/** Windows of some days; no Weekdays (or none listed) means every day. */
export interface TimeRule {
  TimeRanges: TimeRange[];
  Weekdays?: Weekday[] | undefined;
}

/** At most Count attempt starts within any span of Duration. */
export interface AttemptLimit {
  Count: number;
  Duration: string;
}

/** When a job may be called. Durations are Go shorthand; each field absent means the rule does not exist. */
export interface Constraints {
  MinCreationDelay?: string | undefined;
  DisableJitter?: boolean | undefined;
  MinDurationBetweenCalls?: string | undefined;
  /** Attempts ever; 0 means no limit. */
  MaxTotalCalls?: number | undefined;
  MaxAttemptsInInterval?: AttemptLimit | undefined;
  /** IANA name; required when there are TimeRules. */
  TimeZone?: string | undefined;
  TimeRules?: TimeRule[] | undefined;
}

/** Days of a campaign without calls: local dates `YYYY-MM-DD`, both included. `To` defaults to `From`. */
export interface BlackoutDate {
  From: string;
  To?: string | undefined;
  Name: string;
}

/** True if there are windows without a time zone. */
export const lacksTimeZone = ({ TimeRules = [], TimeZone }: Constraints): boolean =>
  TimeRules.length > 0 && TimeZone === undefined;

export const timeZoneRequired = 'TimeZone is required when there are TimeRules, for example "Europe/Helsinki".';
