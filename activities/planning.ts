import { defaultMaxTotalCalls } from '../shared/domain/call/outcome';
import type { CallRecord } from '../shared/domain/call/call-record';
import { chooseVariants } from '../shared/domain/campaign/choose-variants';
import { defaultJitterSeconds, type CampaignConfig } from '../shared/domain/campaign/campaign';
import { mergeOverrides } from '../shared/domain/campaign/merge-overrides';
import type { Job } from '../shared/domain/job/job';
import type { JobOverrides } from '../shared/domain/job/overrides';
import { mergeConstraints } from '../shared/domain/schedule/merge';
import { planNextCall, type Plan } from '../shared/domain/schedule/plan';
import { invariant } from '../shared/domain/assert';
import type { ActivityDeps } from './deps';

/** A job with all that its next call is planned from. */
export interface JobCase {
  job: Job;
  calls: readonly CallRecord[];
  version: number;
  campaign: CampaignConfig;
  variants: string[];
  /** Campaign defaults, variants and the job's own, merged. */
  overrides: JobOverrides;
}

/** Gathers a job's case: its pinned version of the campaign, or the standing one before the first call. */
export async function loadCase({ store }: Pick<ActivityDeps, 'store'>, job: Job): Promise<JobCase> {
  const [found, calls] = await Promise.all([
    store.campaigns.findConfig(job.CampaignID, job.CampaignVersion ?? undefined),
    job.CallCount > 0 ? store.calls.listByJob(job.ID) : [],
  ]);
  invariant(found !== undefined, `job ${job.ID} belongs to a campaign`);
  const variants = chooseVariants(found.config.Variants ?? [], job.ID, job.CampaignVariants);
  const chosen = (found.config.Variants ?? []).filter((variant) => variants.includes(variant.ID));
  const overrides = mergeOverrides(
    found.config.Defaults ?? {},
    chosen.map((variant) => variant.Overrides),
    job.Overrides,
  );
  return { job, calls, version: found.version, campaign: found.config, variants, overrides };
}

/** Plans a job's next call from its case. The only caller of `planNextCall` on the way to a real call. */
export function planCase(
  { job, calls, campaign, overrides }: JobCase,
  nowMs: number,
  operatorCallAtMs = job.OperatorCallMS,
): Plan {
  const { origins } = mergeConstraints(campaign.Defaults?.Constraints, job.Overrides.Constraints);
  return planNextCall({
    jobId: job.ID,
    createdAtMs: job.CreatedMS,
    nowMs,
    constraints: overrides.Constraints ?? {},
    origins,
    attempts: calls.map((call) => ({
      startedAtMs: call.DialedMS ?? call.CreatedMS,
      ...(call.EndedMS === undefined ? {} : { endedAtMs: call.EndedMS }),
    })),
    jitterSeconds: campaign.JitterSeconds ?? defaultJitterSeconds,
    ...(job.PlannedFromMS === undefined ? {} : { plannedFromMs: job.PlannedFromMS }),
    ...(job.Retry === undefined ? {} : { retry: { notBeforeMs: job.Retry.NotBeforeMS, because: job.Retry.Because } }),
    ...(operatorCallAtMs === undefined ? {} : { operatorCallAtMs }),
    maxTotalCallsDefault: defaultMaxTotalCalls,
  });
}

/** A plan's outcome for operators: "until Mon 23 Nov 2026, 09:00 Europe/Helsinki (TimeRules)". */
export function planLabel(plan: Plan & { kind: 'call' }, timeZone = 'UTC'): string {
  if (plan.decidedBy === null) return 'now';
  const time = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).format(plan.atMs);
  return `until ${time} ${timeZone} (${plan.decidedBy})`;
}
