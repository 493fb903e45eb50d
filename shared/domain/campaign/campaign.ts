import type { RetryRules } from '../call/outcome';
import type { JobOverrides } from '../job/overrides';

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
}

export const defaultJitterSeconds = 30;
/** What rings and calls last at most when neither the job nor its campaign says. */
export const defaultCallLimits = { MaxRingSeconds: 45, MaxCallSeconds: 30 * 60 } as const;

export const callerIds = (campaign: CampaignConfig): string[] => [
  ...new Set([
    ...(campaign.DefaultCallerID === undefined ? [] : [campaign.DefaultCallerID]),
    ...(campaign.CallerIDs ?? []),
  ]),
];
