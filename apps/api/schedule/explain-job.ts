import type { ScheduleQuery } from '../../../shared/contracts/schedule.schema';
import { decideAfterCall, toOutcome, pickRetryDelay } from '../../../shared/domain/retry/retry-rules';
import { parseDurationMs } from '../../../shared/domain/duration';
import type { Job } from '../../../shared/domain/job/job';
import { isRunning } from '../../../shared/domain/job/state';
import { forecastJob, type Assumption } from '../../../shared/domain/planning/forecast-job';
import type { JobContext } from '../../../shared/domain/planning/job-context';
import { planJob } from '../../../shared/domain/planning/plan-job';
import type { ApiDeps } from '../http/deps';
import { findJob, jobKeyOf, type JobParameter } from '../jobs/get-job';
import type { ApiRequest, Reply } from '../http/route';
import { describePlan, toScheduleResponse, type Outlook } from './presenter';

/** Explains why the next call has not been placed yet, when it will be, and what follows. Read-only. */
export async function explainJob(
  request: ApiRequest<JobParameter, unknown, ScheduleQuery>,
  deps: ApiDeps,
): Promise<Reply> {
  const job = await findJob(jobKeyOf(request), deps);
  const assumption: Assumption = { outcome: request.query.assume, count: request.query.attempts };
  if (!isRunning(job.State) || isEnding(job)) {
    const calls = job.CallCount > 0 ? await deps.store.calls.listByJob(job.ID) : [];
    return { status: 200, body: toScheduleResponse(job, calls, explainEnded(job, assumption)) };
  }
  const nowMs = deps.nowMs();
  const context = await deps.store.jobContexts.load(job, nowMs);
  const outlook =
    job.State === 'calling' || job.State === 'analyzing'
      ? explainInCall(context, nowMs, assumption)
      : explainWaiting(context, nowMs, assumption);
  return { status: 200, body: toScheduleResponse(job, context.calls, outlook) };
}

const isEnding = (job: Job): boolean => job.CancelRequestedMS !== undefined || job.DeletionRequestedMS !== undefined;

/** A job without further calls. */
function explainEnded(job: Job, assumption: Assumption): Outlook {
  const message = isRunning(job.State)
    ? 'The job is being ended: no further calls are placed.'
    : `The job is ${job.State}.${job.FailureMessage === undefined ? '' : ` ${job.FailureMessage}`}`;
  return { message, assumption, forecast: { calls: [], endsBecause: 'The job has no further calls.' } };
}

/**
 * A job that waits for its call. Its workflow sleeps until the planned instant and replans when it wakes: rules that were loosened in
 * between (by a new campaign version) apply from then on.
 */
function explainWaiting(context: JobContext, nowMs: number, assumption: Assumption): Outlook {
  const plan = planJob(context, nowMs);
  const wakesMs = context.job.NextCallMS ?? nowMs;
  if (plan.kind === 'never' || plan.atMs >= wakesMs) {
    return { plan, message: describePlan(plan), assumption, forecast: forecastJob(context, nowMs, assumption) };
  }
  const woken = planJob(context, wakesMs);
  const wakes = new Date(wakesMs).toISOString();
  return {
    plan: woken.kind === 'call' ? { ...plan, atMs: woken.atMs } : woken,
    message: `The rules have changed since the call was planned: the job wakes at ${wakes} and applies them then.`,
    assumption,
    forecast: forecastJob(context, wakesMs, assumption),
  };
}

/** A job in a call: what follows depends on its outcome, which is assumed like those of the later calls. */
function explainInCall(context: JobContext, nowMs: number, assumption: Assumption): Outlook {
  const { campaign, overrides, job, calls } = context;
  const message = 'A call is in progress; what follows depends on how it ends.';
  const step = decideAfterCall(
    toOutcome(assumption.outcome),
    campaign.RetryRules ?? {},
    overrides.HangUpIsOptOut === true,
  );
  if (step.kind !== 'retry') return { message, assumption, forecast: forecastJob(context, nowMs, assumption) };
  const delayMs = parseDurationMs(pickRetryDelay(step.delays, Math.max(1, calls.length))) ?? 0;
  const endedMs = calls.at(-1)?.EndedMS ?? nowMs;
  const Retry = { NotBeforeMS: endedMs + delayMs, Because: step.because };
  const ended = { ...context, job: { ...job, Retry }, calls: calls.map((call) => ({ EndedMS: nowMs, ...call })) };
  return { message, assumption, forecast: forecastJob(ended, nowMs, assumption) };
}
