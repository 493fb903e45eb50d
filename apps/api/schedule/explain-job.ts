import type { ScheduleQuery } from '../../../shared/contracts/schedule.schema';
import { nextStep, outcomeNamed, retryDelay } from '../../../shared/domain/call/outcome';
import { parseDurationMs } from '../../../shared/domain/duration';
import type { Job } from '../../../shared/domain/job/job';
import { isRunning } from '../../../shared/domain/job/state';
import { forecastCase, type Assumption } from '../../../shared/domain/planning/forecast-case';
import type { JobCase } from '../../../shared/domain/planning/job-case';
import { planCase } from '../../../shared/domain/planning/plan-case';
import type { ApiDeps } from '../deps';
import { findJob, jobKey, type JobParameter } from '../jobs/read-jobs';
import type { ApiRequest, Reply } from '../routing/route';
import { planMessage, scheduleResponse, type Outlook } from './presenter';

/** Why a job is not called yet, when it will be, and what comes after. Reads only. */
export async function explainJob(
  request: ApiRequest<JobParameter, unknown, ScheduleQuery>,
  deps: ApiDeps,
): Promise<Reply> {
  const job = await findJob(jobKey(request), deps);
  const assumption: Assumption = { outcome: request.query.assume, count: request.query.attempts };
  if (!isRunning(job.State) || isEnding(job)) {
    const calls = job.CallCount > 0 ? await deps.store.calls.listByJob(job.ID) : [];
    return { status: 200, body: scheduleResponse(job, calls, over(job, assumption)) };
  }
  const nowMs = deps.nowMs();
  const jobCase = await deps.store.jobCases.load(job, nowMs);
  const outlook =
    job.State === 'calling' || job.State === 'analyzing'
      ? inCall(jobCase, nowMs, assumption)
      : waiting(jobCase, nowMs, assumption);
  return { status: 200, body: scheduleResponse(job, jobCase.calls, outlook) };
}

const isEnding = (job: Job): boolean => job.CancelRequestedMS !== undefined || job.DeletionRequestedMS !== undefined;

/** A job without a call to come. */
function over(job: Job, assumption: Assumption): Outlook {
  const message = isRunning(job.State)
    ? 'The job is being ended: no further call is made.'
    : `The job is ${job.State}.${job.FailureMessage === undefined ? '' : ` ${job.FailureMessage}`}`;
  return { message, assumption, forecast: { calls: [], endsBecause: 'The job has no further calls.' } };
}

/**
 * A job that waits for its call. Its workflow sleeps until the instant it planned, and plans again when it wakes: rules that were loosened
 * meanwhile (a new version of the campaign) are followed from then on.
 */
function waiting(jobCase: JobCase, nowMs: number, assumption: Assumption): Outlook {
  const plan = planCase(jobCase, nowMs);
  const wakesMs = jobCase.job.NextCallMS ?? nowMs;
  if (plan.kind === 'never' || plan.atMs >= wakesMs) {
    return { plan, message: planMessage(plan), assumption, forecast: forecastCase(jobCase, nowMs, assumption) };
  }
  const woken = planCase(jobCase, wakesMs);
  const wakes = new Date(wakesMs).toISOString();
  return {
    plan: woken.kind === 'call' ? { ...plan, atMs: woken.atMs } : woken,
    message: `The rules have changed since the call was planned: the job wakes at ${wakes} and follows them then.`,
    assumption,
    forecast: forecastCase(jobCase, wakesMs, assumption),
  };
}

/** A job in a call: what follows depends on how it ends, and that is assumed like all the rest. */
function inCall(jobCase: JobCase, nowMs: number, assumption: Assumption): Outlook {
  const { campaign, overrides, job, calls } = jobCase;
  const message = 'A call is under way; what comes next depends on how it ends.';
  const step = nextStep(outcomeNamed(assumption.outcome), campaign.RetryRules ?? {}, overrides.HangUpIsOptOut === true);
  if (step.kind !== 'retry') return { message, assumption, forecast: forecastCase(jobCase, nowMs, assumption) };
  const delayMs = parseDurationMs(retryDelay(step.delays, Math.max(1, calls.length))) ?? 0;
  const endedMs = calls.at(-1)?.EndedMS ?? nowMs;
  const Retry = { NotBeforeMS: endedMs + delayMs, Because: step.because };
  const ended = { ...jobCase, job: { ...job, Retry }, calls: calls.map((call) => ({ EndedMS: nowMs, ...call })) };
  return { message, assumption, forecast: forecastCase(ended, nowMs, assumption) };
}
