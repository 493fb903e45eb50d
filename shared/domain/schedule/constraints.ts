/** The days of the week as the API writes them, Sunday first. */
export const weekdays = ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa'] as const;
export type Weekday = (typeof weekdays)[number];

/**
 * Half-open `[Start, End)` in 24-hour `HH:MM`; `24:00` is allowed as End; `Start > End` spans midnight and belongs to
 * the day on which it starts.
 */
export interface TimeRange {
  Start: string;
  End: string;
}

/** Windows on some days; absent or empty Weekdays means every day. */
export interface TimeRule {
  TimeRanges: TimeRange[];
  Weekdays?: Weekday[] | undefined;
}

/** At most Count attempt starts within any span of Duration. */
export interface AttemptLimit {
  Count: number;
  Duration: string;
}

/** The ranges of all rules together: of a job, a variant or a campaign's defaults, and of a campaign with its variants. */
export const maxTimeRanges = { perConstraints: 500, perCampaign: 2_000 } as const;

export const countTimeRanges = ({ TimeRules = [] }: Pick<Constraints, 'TimeRules'>): number =>
  TimeRules.reduce((sum, { TimeRanges }) => sum + TimeRanges.length, 0);

/** When a job may be called. Durations are in Go's format. An absent field sets no rule. */
export interface Constraints {
  MinCreationDelay?: string | undefined;
  DisableJitter?: boolean | undefined;
  MinDurationBetweenCalls?: string | undefined;
  /** Calls ever; 0 means no limit. */
  MaxTotalCalls?: number | undefined;
  MaxAttemptsInInterval?: AttemptLimit | undefined;
  /** IANA name; required with TimeRules. */
  TimeZone?: string | undefined;
  TimeRules?: TimeRule[] | undefined;
  /** No call is made after this instant, RFC 3339; included. */
  NotAfter?: string | undefined;
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
