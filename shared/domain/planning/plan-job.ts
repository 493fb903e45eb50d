import { defaultMaxTotalCalls, outcomeNames } from '../retry/retry-rules';
import { defaultJitterSeconds, type CampaignConfig } from '../campaign/campaign';
import type { Job } from '../job/job';
import { planNextCall, type Plan } from '../schedule/plan';
import type { PlanInput } from '../schedule/plan-input';
import type { JobContext } from './job-context';

/**
 * Plans a job's next call from its case. Whoever calls, explains or looks ahead plans by this, so that they cannot disagree.
 * @param operatorCallAtMs an operator's instant that is not in the job's document yet
 */
export const planJob = (jobCase: JobContext, nowMs: number, operatorCallAtMs?: number): Plan =>
  planNextCall(toPlanInput(jobCase, nowMs, operatorCallAtMs));

/** What `planNextCall` is given for a case. */
export function toPlanInput(
  { job, calls, campaign, overrides, origins, zones, numberLimits: numberBudgets }: JobContext,
  nowMs: number,
  operatorCallAtMs = job.OperatorCallMS,
): PlanInput {
  return {
    jobId: job.ID,
    createdAtMs: job.CreatedMS,
    nowMs,
    constraints: overrides.Constraints ?? {},
    origins,
    attempts: calls.map((call) => ({ startedAtMs: call.DialedMS ?? call.CreatedMS, endedAtMs: call.EndedMS })),
    jitterSeconds: campaign.JitterSeconds ?? defaultJitterSeconds,
    plannedFromMs: job.PlannedFromMS,
    retry: job.Retry && {
      notBeforeMs: job.Retry.NotBeforeMS,
      because: job.Retry.Because,
      origin: retryOriginOf(job.Retry, campaign),
    },
    operatorCallAtMs,
    blackouts: campaign.BlackoutDates,
    zones,
    numberLimits: numberBudgets,
    maxTotalCallsDefault: defaultMaxTotalCalls,
  };
}

/** A wait comes from the campaign where it has a rule for the outcome, else from the defaults. */
function retryOriginOf(
  { Because }: NonNullable<Job['Retry']>,
  { RetryRules = {} }: CampaignConfig,
): 'campaign' | 'system' {
  const outcome = outcomeNames.find((name) => name === Because);
  return outcome !== undefined && RetryRules[outcome] !== undefined ? 'campaign' : 'system';
}
