import { invariant } from '../../shared/domain/assert';
import type { Job } from '../../shared/domain/job/job';
import { isRunning, isWaiting } from '../../shared/domain/job/state';
import { metricsOf } from '../../shared/domain/job/metrics';
import type { ActivityDeps } from '../deps';
import { toJobView, type JobView } from '../lib/job-view';
import { loadJobContext, planCase, planLabel, type JobCase } from '../lib/planning';
import { publishTransition } from '../lib/publish';
import { applyTransition, type JobDecision, type TransitionDeps, type TransitionInput } from '../lib/apply-transition';

/** A scheduled job that has not moved this long after its call was due is looked at by the sweeper. */
export const scheduleGraceMs = 30_000;

const firstSequence = 1;

/** The decision that follows from a plan, with the words for operators. */
export function decideSchedule(
  jobCase: JobCase,
  nowMs: number,
  operatorCallAtMs?: number,
): { decision: Exclude<JobDecision, 'stay'>; label: string } {
  const plan = planCase(jobCase, nowMs, operatorCallAtMs);
  if (plan.kind === 'never') {
    return {
      decision: { to: 'failed', set: { ...clearedFields, FailureReason: plan.reason, FailureMessage: plan.message } },
      label: '',
    };
  }
  const set: Partial<Job> = {
    NextCallMS: plan.atMs,
    DueMS: Math.max(plan.atMs, nowMs) + scheduleGraceMs,
    OperatorCallMS: operatorCallAtMs ?? jobCase.job.OperatorCallMS,
  };
  return { decision: { to: 'scheduled', set }, label: planLabel(plan, jobCase.overrides.Constraints?.TimeZone) };
}

/** What leaves a job's document when it has ended. */
export const clearedFields = {
  NextCallMS: undefined,
  OperatorCallMS: undefined,
  Retry: undefined,
  DueMS: undefined,
  ActiveCallID: undefined,
} as const satisfies Partial<Job>;

/** The row that a job was made from is not acceptable: it fails before anything else. */
const decideMisconfigured = (why: string): JobDecision => ({
  to: 'failed',
  set: { ...clearedFields, ConfigurationError: undefined, FailureReason: 'invalid_configuration', FailureMessage: why },
});

/** Steps of a job that are not part of a call. */
export const createJobActivities = (deps: TransitionDeps) => ({
  /** Where the job stands. Reads only. */
  loadJob: async (jobId: string): Promise<JobView | null> => {
    const job = await deps.store.jobTransitions.load(jobId);
    return job ? toJobView(job, await deps.clock.nowMs()) : null;
  },

  /**
   * Where a job stands when its workflow begins; one that waits is planned on the same occasion. Where a run was lost, its last move may
   * not have been told: it is told again.
   */
  beginJob: async (jobId: string): Promise<JobView | null> => {
    const job = await deps.store.jobTransitions.load(jobId);
    if (job === undefined) return null;
    const at = { jobId, sequence: job.Sequence, standing: job };
    if (job.Sequence === firstSequence) return scheduleJob(deps, at);
    await publishTransition(deps, job);
    return job.State === 'scheduled' ? scheduleJob(deps, at) : toJobView(job, await deps.clock.nowMs());
  },

  /**
   * Plans the next call: a new job is told and becomes `scheduled`; one that is scheduled already gets its new instant; one whose
   * constraints can never be met fails. Idempotent: planned again, it finds the same.
   */
  scheduleCall: (at: TransitionInput & { operatorCallAtMs?: number }): Promise<JobView | null> => scheduleJob(deps, at),

  /** Ends a job that somebody asked to cancel, or hands it to its erasure. */
  endJob: async (at: TransitionInput): Promise<JobView | null> => {
    const job = await applyTransition(deps, at, (standing, nowMs) => decideEnd(deps, standing, nowMs));
    return job ? toJobView(job, await deps.clock.nowMs()) : null;
  },

  /** Asks whoever carries the job's call to hang up, if there is one. Idempotent. @returns whether there was one */
  requestHangUp: async (jobId: string): Promise<boolean> => {
    const job = await deps.store.jobTransitions.load(jobId);
    if (job?.State !== 'calling' || job.ActiveCallID === undefined) return false;
    const call = await deps.store.calls.find(job.ActiveCallID);
    // The job moves before its call is recorded: between the two there is nobody to ask yet, so this is tried again.
    if (call === undefined) throw new Error(`Call ${job.ActiveCallID} is about to be recorded.`);
    await deps.store.calls.requestStop(call, await deps.clock.nowMs());
    return true;
  },
});

/** A call record's times, as metrics count them. */
export const callTimesOf = (call: {
  CreatedMS: number;
  ConnectedMS?: number | undefined;
  EndedMS?: number | undefined;
}) => ({
  createdAtMs: call.CreatedMS,
  connectedAtMs: call.ConnectedMS,
  endedAtMs: call.EndedMS,
});

async function decideEnd({ store }: Pick<ActivityDeps, 'store'>, job: Job, nowMs: number): Promise<JobDecision> {
  const Metrics = job.CallCount === 0 ? job.Metrics : metricsOf((await store.calls.listByJob(job.ID)).map(callTimesOf));
  if (job.DeletionRequestedMS !== undefined) {
    return { to: 'deleting', set: { ...clearedFields, Metrics, DueMS: nowMs + scheduleGraceMs } };
  }
  if (!isRunning(job.State)) return 'stay';
  const why = { FailureReason: 'canceled', FailureMessage: 'The job was canceled through the API.' } as const;
  return { to: 'canceled', set: { ...clearedFields, ...why, Metrics } };
}

async function scheduleJob(
  deps: TransitionDeps,
  { operatorCallAtMs, ...at }: TransitionInput & { operatorCallAtMs?: number; standing?: Job },
): Promise<JobView | null> {
  let label = '';
  const job = await applyTransition(deps, at, async (standing, nowMs) => {
    if (!isWaiting(standing.State)) return 'stay';
    if (standing.CancelRequestedMS !== undefined || standing.DeletionRequestedMS !== undefined) return 'stay';
    if (standing.ConfigurationError !== undefined) return decideMisconfigured(standing.ConfigurationError);
    const next = decideSchedule(await loadJobContext(deps, standing), nowMs, operatorCallAtMs);
    label = next.label;
    if (next.decision.to !== standing.State) return next.decision;
    const set = { ...next.decision.set, UpdatedMS: nowMs };
    const amended = await deps.store.jobTransitions.amend(standing.ID, standing.Sequence, set);
    invariant(amended, `job ${standing.ID} stands where its workflow saw it`);
    return 'stay';
  });
  return job ? toJobView(job, await deps.clock.nowMs(), label) : null;
}
