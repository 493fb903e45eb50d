import type { RetryRules } from '../retry/retry-rules';
import type { JobOverrides } from '../job/overrides';
import type { AttemptLimit, BlackoutDate } from '../schedule/constraints';
import type { AnalyzerName } from '../call/evidence';
import type { AnsweringMachineSettings } from '../call/answering-machine';
import type { CircuitBreakerSettings } from './circuit-breaker';
import type { CampaignPacing } from './pacing';

/** A variant of a campaign, drawn by weight unless the job names its variants. */
export interface CampaignVariant {
  ID: string;
  Weight: number;
  Overrides: JobOverrides;
}

/** A number that a job may use as its caller ID, and the trunk that its calls take. */
export interface PinnedCallerID {
  Number: string;
  Trunk?: string | undefined;
}

/** The settings of one version of a campaign. */
export interface CampaignConfig {
  Name: string;
  DefaultCallerID?: string | undefined;
  /** Numbers that a job may use as its caller ID, in addition to the default one. */
  CallerIDs?: (string | PinnedCallerID)[] | undefined;
  Defaults?: JobOverrides | undefined;
  Variants?: CampaignVariant[] | undefined;
  /** JSON Schema of `CallAnalysis.Data`. */
  AnalysisSchema?: Record<string, unknown> | undefined;
  /** What fills `CallAnalysis.Data`: by default a model, if the workers have one. */
  Analyzer?: AnalyzerName | undefined;
  /** Settings of the voice agent. */
  Agent?: Record<string, unknown> | undefined;
  /** What is done when a machine answers. */
  AnsweringMachine?: AnsweringMachineSettings | undefined;
  RetryRules?: RetryRules | undefined;
  /** Calls are spread over this many seconds; 30 if absent. */
  JitterSeconds?: number | undefined;
  BlackoutDates?: BlackoutDate[] | undefined;
  /** No call is made before this instant, RFC 3339. Like the end, the current version's applies to every job. */
  StartAt?: string | undefined;
  /** No call is made at or after this instant, RFC 3339. */
  EndAt?: string | undefined;
  /** Windows without a TimeZone must be open in every zone that the number may be in. */
  InferTimeZone?: boolean | undefined;
  /** The country of numbers without a country code in files, ISO 3166-1 alpha-2. */
  DefaultCountry?: string | undefined;
  /** Limit on attempts to one number, over all jobs of the campaign. */
  MaxAttemptsPerNumber?: AttemptLimit | undefined;
  /** Limits on the calls of all its jobs. Those of the current version apply to every job. */
  Pacing?: CampaignPacing | undefined;
  /** When calls that fail technically hold the others back. Those of the current version apply to every job. */
  CircuitBreaker?: CircuitBreakerSettings | undefined;
  /** Waiting jobs of a campaign with a higher priority are called first; 0 if absent. */
  Priority?: number | undefined;
  /** Personal data of a job is erased this many days after its end; never if absent. */
  RetentionDays?: number | undefined;
}

export const defaultJitterSeconds = 30;
/** Limits on the ring and the call if neither the job nor its campaign sets them. */
export const defaultCallLimits = { MaxRingSeconds: 45, MaxCallSeconds: 30 * 60 } as const;

/** The longest call and ring. Providers accept no longer ring (Twilio's `Timeout`: 600 s). */
export const maxCallLimits = { MaxRingSeconds: 600, MaxCallSeconds: 86_400 } as const;

/** How long a call may ring and last, in milliseconds. Larger settings are capped. */
export function callLimitsOf(overrides: JobOverrides): { ringMs: number; maxMs: number } {
  const toMs = (name: keyof typeof maxCallLimits): number =>
    Math.min(overrides[name] ?? defaultCallLimits[name], maxCallLimits[name]) * 1000;
  return { ringMs: toMs('MaxRingSeconds'), maxMs: toMs('MaxCallSeconds') };
}

/** Every caller ID that the jobs of a campaign may use. */
export const callerIdsOf = (campaign: CampaignConfig): string[] => [
  ...new Set([
    ...(campaign.DefaultCallerID === undefined ? [] : [campaign.DefaultCallerID]),
    ...(campaign.CallerIDs ?? []).map((entry) => (typeof entry === 'string' ? entry : entry.Number)),
  ]),
];

/**
 * The caller ID of a job's next call: its own, or else the campaign's default one.
 * @returns `undefined` if the campaign does not list it
 */
export function callerIdOf(job: { CallerID?: string | undefined }, campaign: CampaignConfig): string | undefined {
  const callerId = job.CallerID ?? campaign.DefaultCallerID;
  return callerId !== undefined && callerIdsOf(campaign).includes(callerId) ? callerId : undefined;
}
