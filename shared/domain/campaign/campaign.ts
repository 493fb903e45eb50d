import type { RetryRules } from '../retry/retry-rules';
import type { JobOverrides } from '../job/overrides';
import type { AttemptLimit, BlackoutDate } from '../schedule/constraints';

/** One way a campaign can differ, chosen by weight when a job names none. */
export interface CampaignVariant {
  ID: string;
  Weight: number;
  Overrides: JobOverrides;
}

/** The settings of one version of a campaign. */
export interface CampaignConfig {
  Name: string;
  DefaultCallerID?: string | undefined;
  /** Numbers that a job may name as its caller; the default one is always among them. */
  CallerIDs?: string[] | undefined;
  Defaults?: JobOverrides | undefined;
  Variants?: CampaignVariant[] | undefined;
  /** JSON Schema that shapes `CallAnalysis.Data`. */
  AnalysisSchema?: Record<string, unknown> | undefined;
  /** Settings of the voice agent. */
  Agent?: Record<string, unknown> | undefined;
  RetryRules?: RetryRules | undefined;
  /** Calls are spread over this many seconds; 30 when absent. */
  JitterSeconds?: number | undefined;
  BlackoutDates?: BlackoutDate[] | undefined;
  /** Windows without a TimeZone follow every zone that the number may be in. */
  InferTimeZone?: boolean | undefined;
  /** At most so many attempts to one number, over all jobs of the campaign. */
  MaxAttemptsPerNumber?: AttemptLimit | undefined;
  /** Personal data of a job is erased so many days after its end; kept without. */
  RetentionDays?: number | undefined;
}

export const defaultJitterSeconds = 30;
/** Limits on the ring and the call if neither the job nor its campaign sets them. */
export const defaultCallLimits = { MaxRingSeconds: 45, MaxCallSeconds: 30 * 60 } as const;

/** How long a call may ring and last. */
export const callLimitsOf = (overrides: JobOverrides): { ringMs: number; maxMs: number } => ({
  ringMs: (overrides.MaxRingSeconds ?? defaultCallLimits.MaxRingSeconds) * 1000,
  maxMs: (overrides.MaxCallSeconds ?? defaultCallLimits.MaxCallSeconds) * 1000,
});

export const callerIdsOf = (campaign: CampaignConfig): string[] => [
  ...new Set([
    ...(campaign.DefaultCallerID === undefined ? [] : [campaign.DefaultCallerID]),
    ...(campaign.CallerIDs ?? []),
  ]),
];
