import { defaultJitterSeconds, type CampaignConfig } from '../campaign/campaign';
import { endedFields, scheduleGraceMs, type JobTransitionDecision } from '../job/decisions';
import type { Job } from '../job/job';
import { defaultMaxTotalCalls, ruleNames, type RuleName } from '../retry/retry-rules';
import { planNextCall, type GateName, type Plan } from '../schedule/plan';
import type { PlanInput, ConstraintOrigins, NumberLimitUse } from '../schedule/plan-input';
import { isCounted, type CallSummary } from '../call/call-record';
import { chooseVariants, toVariantKey } from '../campaign/choose-variants';
import { mergeOverrides } from '../campaign/merge-overrides';
import type { JobOverrides } from '../job/overrides';
import { hasPlace, isInQueue } from '../job/queued-call';
import { labelPlan } from './plan-label';
import { mergeConstraints } from '../schedule/merge';
import { findEnd, listHolds, type JobControls } from '../organization/control-state';
import type { NumberFacts } from '../organization/numbers';
import { findPolicyProblems, type Policy } from '../organization/policy';
import { describeSuppression, type HoldingSuppression } from '../suppression/suppression';
import type { CampaignPacing, Pacing } from '../campaign/pacing';
import { breakerStateOf, describeBreaker } from '../campaign/circuit-breaker';
import { describeQueue, originOfQueue } from './call-quotas';

/** A job with everything that planning its next call depends on. */
export interface JobContext {
  job: Job;
  calls: readonly CallSummary[];
  version: number;
  campaign: CampaignConfig;
  variants: string[];
  /** The campaign's defaults, the variants' and the job's overrides, merged. */
  overrides: JobOverrides;
  /** The level that set each field of the constraints. Those of a variant count as the campaign's. */
  origins: ConstraintOrigins;
  /** The zones that the number may be in, if the campaign infers them and no zone is set. */
  zones?: readonly string[] | undefined;
  /** The limits on attempts to the number, each with the attempts of all jobs that count toward it. */
  numberLimits: readonly NumberLimitUse[];
  /** The policy in force for the organization. Without one nothing is limited. */
  policy?: Policy | undefined;
  /** The limits on calls and the priority of the campaign's current version. */
  pacing?: { campaign?: CampaignPacing | undefined; caller?: Pacing | undefined; priority?: number | undefined };
  /** What is known of the job's number. */
  number?: NumberFacts | undefined;
  /** What suppresses the job's number now. */
  suppression?: HoldingSuppression | undefined;
  /** What people decide at any time about the organization and the campaign. */
  controls?: JobControls | undefined;
}

/** A context from a job, its calls and its version of the campaign. The caller adds what depends on the number. */
export function createJobContext(parts: Pick<JobContext, 'job' | 'calls' | 'version' | 'campaign'>): JobContext {
  const { job, campaign } = parts;
  const variants = chooseVariants(campaign.Variants ?? [], job.ID, job.CampaignVariants);
  const chosen = (campaign.Variants ?? []).filter((variant) => variants.includes(variant.ID));
  const campaignOverrides = mergeOverrides(
    campaign.Defaults ?? {},
    chosen.map((variant) => variant.Overrides),
    {},
  );
  const { origins } = mergeConstraints(campaignOverrides.Constraints, job.Overrides.Constraints);
  const overrides = mergeOverrides(campaignOverrides, [], job.Overrides);
  return { ...parts, variants, overrides, origins, numberLimits: [] };
}

/** What a job keeps of its variants from its first call on. */
export const variantFields = ({ campaign, variants }: JobContext): Pick<Job, 'CampaignVariants' | 'VariantKey'> => ({
  CampaignVariants: variants,
  VariantKey: toVariantKey(campaign.Variants, variants),
});

/** True if the job's calls depend on the zones of its number: the campaign infers them, no zone is set, and a rule needs one. */
export function followsNumberZones({ campaign, overrides }: Pick<JobContext, 'campaign' | 'overrides'>): boolean {
  const { TimeZone, TimeRules = [] } = overrides.Constraints ?? {};
  if (campaign.InferTimeZone !== true || TimeZone !== undefined) return false;
  return TimeRules.length > 0 || (campaign.BlackoutDates ?? []).length > 0;
}

/** A transition, and a label that shows operators what the next call waits for. */
export interface LabeledDecision {
  decision: JobTransitionDecision;
  label: string;
  /** The call is held back until a person releases it. */
  held?: true;
  /** The gate that delays or holds the next call. */
  gate?: GateName | null;
}

/**
 * Plans a job's next call. Calls, explanations and forecasts all use this function, so they cannot disagree.
 * @param operatorCallAtMs an operator's instant that is not stored with the job yet
 */
export const planJob = (context: JobContext, nowMs: number, operatorCallAtMs?: number): Plan =>
  planNextCall(toPlanInput(context, nowMs, operatorCallAtMs));

/**
 * Plans the next call of a job that is waiting for it. The workflow sleeps until the instant of the earlier plan and
 * plans again then. If the rules have been relaxed since, they apply from that instant, `replanMs`.
 */
export function planWaitingJob(context: JobContext, nowMs: number): { plan: Plan; replanMs?: number } {
  const plan = planJob(context, nowMs);
  const plannedMs = context.job.NextCallMS ?? nowMs;
  // The end of a hold wakes the workflow.
  if (context.job.Held === true) return { plan };
  // So does a place that is handed to the job.
  if (hasPlace(context.job.Queued)) return { plan };
  if (plan.kind !== 'call' || plan.atMs >= plannedMs) return { plan };
  const replanned = planJob(context, plannedMs);
  return {
    plan: replanned.kind === 'call' ? { ...plan, atMs: replanned.atMs } : replanned,
    replanMs: plannedMs,
  };
}

/** The context as if no circuit breaker held calls back: a job that is due then waits in the queue, where probes are taken from. */
export const withoutBreaker = (context: JobContext): JobContext => without(context, 'Breaker');

const without = ({ controls, ...context }: JobContext, what: 'Breaker' | 'Ramp'): JobContext => ({
  ...context,
  controls: controls && { ...controls, campaign: controls.campaign && { ...controls.campaign, [what]: undefined } },
});

/**
 * Takes a job out of its queue that may not be called now even if it had a place: others get the place. It asks again when
 * its rules allow the call.
 * @returns the same context if the job stays
 */
export function leaveClosedQueue(context: JobContext, nowMs: number): JobContext {
  if (!isInQueue(context.job.Queued)) return context;
  const { Queued: _left, ...job } = context.job;
  const open = { ...context, job };
  // The queue spreads the calls of its jobs, so a ramp does not concern them.
  const plan = planJob(without(withoutBreaker(open), 'Ramp'), nowMs);
  return plan.kind === 'call' && plan.atMs <= nowMs ? context : open;
}

/** Schedules the next call, fails a job that can never be called, or cancels one whose campaign was stopped. */
export function decideSchedule(context: JobContext, nowMs: number, operatorCallAtMs?: number): LabeledDecision {
  // A person who reschedules a queued job does not wait for its turn, but the quota still applies.
  const current = operatorCallAtMs === undefined ? context : { ...context, job: { ...context.job, Queued: undefined } };
  const plan = planJob(current, nowMs, operatorCallAtMs);
  if (plan.kind === 'never') {
    const failure = { FailureReason: plan.reason, FailureMessage: plan.message };
    const to = plan.reason === 'canceled' ? 'canceled' : 'failed';
    const stopped = to === 'canceled' ? { Stopped: true as const } : {};
    return { decision: { to, set: { ...endedFields, ...failure, ...stopped } }, label: '' };
  }
  const [nextMs, gate] = [plan.kind === 'held' ? plan.replanMs : plan.atMs, plan.decidedBy];
  const set: Partial<Job> = {
    NextCallMS: nextMs,
    Held: plan.kind === 'held' ? true : undefined,
    HeldBy: gate ?? undefined,
    DueMS: Math.max(nextMs, nowMs) + scheduleGraceMs,
    OperatorCallMS: operatorCallAtMs ?? context.job.OperatorCallMS,
    ...(operatorCallAtMs === undefined ? {} : { Queued: undefined }),
  };
  const label = labelPlan(plan, context.overrides.Constraints?.TimeZone);
  return { decision: { to: 'scheduled', set }, label, gate, ...(plan.kind === 'held' ? { held: true } : {}) };
}

/** How many calls the job may have; 0 for no limit. */
export function maxAttemptsOf({ overrides, policy }: Pick<JobContext, 'overrides' | 'policy'>): number {
  const wanted = overrides.Constraints?.MaxTotalCalls ?? defaultMaxTotalCalls;
  const most = Math.min(wanted || Infinity, policy?.MaxCallsPerJob || Infinity);
  return most === Infinity ? 0 : most;
}

/** Why the policy allows the job no call. */
const findRefusal = ({ job, policy, number }: JobContext): string | undefined =>
  policy && findPolicyProblems({ ...job, ContactPhoneNumber: job.PhoneNumber }, policy, number)[0]?.detail;

export function toPlanInput(
  context: JobContext,
  nowMs: number,
  operatorCallAtMs = context.job.OperatorCallMS,
): PlanInput {
  const { job, calls, campaign, overrides, origins, zones, numberLimits, policy, controls = {} } = context;
  const { suppression } = context;
  return {
    jobId: job.ID,
    createdAtMs: job.CreatedMS,
    nowMs,
    constraints: overrides.Constraints ?? {},
    origins,
    attempts: calls
      .filter(isCounted)
      .map((call) => ({ startedAtMs: call.DialedMS ?? call.CreatedMS, endedAtMs: call.EndedMS })),
    // A contact who named the instant is called at it.
    jitterSeconds: isCallback(job) ? 0 : (campaign.JitterSeconds ?? defaultJitterSeconds),
    plannedFromMs: job.PlannedFromMS,
    retry: job.Retry && {
      notBeforeMs: job.Retry.NotBeforeMS,
      because: job.Retry.Because,
      origin: retryOriginOf(job.Retry, campaign),
    },
    operatorCallAtMs,
    blackouts: campaign.BlackoutDates,
    zones,
    numberLimits,
    holds: listHolds(controls, job),
    ended: findEnd(controls),
    startsAtMs: controls.campaign?.StartMS,
    endsAtMs: controls.campaign?.EndMS,
    ramp: toRampInput(context),
    suppressed: suppression && { origin: suppression.scope, text: describeSuppression(suppression) },
    policyProblem: findRefusal(context),
    minRetryDelayMs: (policy?.MinRetryDelaySeconds ?? 0) * 1000,
    maxTotalCallsCeiling: policy?.MaxCallsPerJob,
    queued: job.Queued && {
      name: job.Queued.By,
      origin: originOfQueue(job.Queued),
      untilMs: job.Queued.UntilMS,
      text: describeQueue(job.Queued),
    },
    breaker: toBreakerInput(context, nowMs),
    maxTotalCallsDefault: defaultMaxTotalCalls,
  };
}

/** Absent for a job in a queue, which spreads its calls. */
function toRampInput({ job, controls }: JobContext): PlanInput['ramp'] {
  const ramp = controls?.campaign?.Ramp;
  return ramp === undefined || isInQueue(job.Queued) ? undefined : { fromMs: ramp.FromMS, untilMs: ramp.UntilMS };
}

/** Absent while the breaker is closed. */
function toBreakerInput({ controls }: JobContext, nowMs: number): PlanInput['breaker'] {
  const breaker = controls?.campaign?.Breaker;
  if (breaker === undefined || breakerStateOf(breaker, nowMs) === 'closed') return undefined;
  return { untilMs: breaker.HalfOpenMS, text: describeBreaker(breaker) };
}

/** True if the next call is one that the contact asked for. */
const isCallback = ({ Retry }: Job): boolean => Retry?.Because === ('callback_requested' satisfies RuleName);

/** A retry delay comes from the campaign if it has a rule for the outcome, else from the defaults. */
function retryOriginOf(
  { Because }: NonNullable<Job['Retry']>,
  { RetryRules = {} }: CampaignConfig,
): 'campaign' | 'system' {
  const rule = ruleNames.find((name) => name === Because);
  return rule !== undefined && RetryRules[rule] !== undefined ? 'campaign' : 'system';
}
