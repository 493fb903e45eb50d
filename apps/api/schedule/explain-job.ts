import type { QueuePosition } from '../../../shared/adapters/mongo/call-waiters';
import type { ScheduleQuery } from '../../../shared/contracts/schedule.schema';
import { breakerStateOf } from '../../../shared/domain/campaign/circuit-breaker';
import type { Job } from '../../../shared/domain/job/job';
import { isEnding, isRunning } from '../../../shared/domain/job/state';
import { forecastDuringCall, forecastJob, type Assumption } from '../../../shared/domain/planning/forecast-job';
import { type JobContext, leaveClosedQueue, planJob, planWaitingJob } from '../../../shared/domain/planning/plan-job';
import type { Pace } from '../../../shared/domain/turns';
import type { ApiDeps } from '../http/deps';
import type { ApiRequest, Reply } from '../http/route';
import { runForClient } from '../http/run-for-client';
import { findJob, jobKeyOf, type JobParameter } from '../jobs/find-job';
import { describeHeldByBreaker, describePlan, describeQueued, toScheduleResponse, type Outlook } from './presenter';

/** Explains why the next call has not been placed yet, when it will be, and what follows. Read-only. */
export async function explainJob(
  request: ApiRequest<JobParameter, unknown, ScheduleQuery>,
  deps: ApiDeps,
): Promise<Reply> {
  const job = await findJob(jobKeyOf(request), deps);
  const assumption: Assumption = { outcome: request.query.assume, count: request.query.attempts };
  if (!isRunning(job.State) || isEnding(job)) {
    const calls =
      job.CallCount > 0 ? await deps.store.calls.listSummariesInJob({ orgId: request.orgId, jobId: job.ID }) : [];
    return { status: 200, body: toScheduleResponse(job, calls, explainEnded(job, assumption)) };
  }
  const nowMs = deps.nowMs();
  const context = await deps.store.jobContexts.load(job, nowMs);
  const queue = await deps.store.callQuotas.position(job, nowMs);
  const explain = job.State === 'calling' || job.State === 'analyzing' ? explainInCall : explainWaiting;
  const outlook = await runForClient(request, deps, (pace) => explain(context, { nowMs, assumption, pace, queue }));
  return { status: 200, body: toScheduleResponse(job, context.calls, outlook) };
}

/** A job without further calls. */
function explainEnded(job: Job, assumption: Assumption): Outlook {
  const message = isRunning(job.State)
    ? 'The job is being ended: no further calls are placed.'
    : `The job is ${job.State}.${job.FailureMessage === undefined ? '' : ` ${job.FailureMessage}`}`;
  return { message, assumption, forecast: { calls: [], endsBecause: 'The job has no further calls.' } };
}

interface Moment {
  nowMs: number;
  assumption: Assumption;
  pace: Pace;
  /** The job's place in a queue. */
  queue: QueuePosition | undefined;
}

/** A job whose limits let it wait although its rules allow the call: its instant depends on other calls. */
async function explainQueued(
  context: JobContext,
  { nowMs, assumption, pace, queue }: Moment,
): Promise<Outlook | undefined> {
  const { Queued } = context.job;
  if (queue === undefined || Queued === undefined) return undefined;
  // A job whose window has closed waits for that first.
  if (leaveClosedQueue(context, nowMs) !== context) return undefined;
  const plan = planJob(context, nowMs);
  if (plan.kind !== 'call') return undefined;
  const breaker = context.controls?.campaign?.Breaker;
  if (breaker !== undefined && breakerStateOf(breaker, nowMs) !== 'closed') {
    const turn = { ...context, job: { ...context.job, Queued: { ...Queued, UntilMS: nowMs } } };
    return {
      plan: { ...plan, decidedBy: 'CircuitBreaker' },
      // Its turn depends on what becomes of the probes.
      queue: { before: queue.before },
      message: describeHeldByBreaker(breaker, queue, nowMs),
      assumption,
      forecast: await forecastJob(turn, nowMs, assumption, pace),
    };
  }
  const fromMs = Math.max(nowMs, queue.aboutMs ?? nowMs);
  const turn = { ...context, job: { ...context.job, Queued: { ...Queued, UntilMS: fromMs } } };
  const forecast = await forecastJob(turn, nowMs, assumption, pace);
  return {
    plan: { ...plan, decidedBy: Queued.By },
    queue,
    message: describeQueued(Queued, queue),
    assumption,
    forecast,
  };
}

async function explainWaiting(context: JobContext, moment: Moment): Promise<Outlook> {
  const queued = await explainQueued(context, moment);
  if (queued !== undefined) return queued;
  const { nowMs, assumption, pace } = moment;
  const open = leaveClosedQueue(context, nowMs);
  // Its turn in the queue, or what closed its rules, wakes it before it would ask again.
  if (open !== context) {
    const plan = planJob(open, nowMs);
    const forecast = await forecastJob(open, nowMs, assumption, pace);
    return { plan, message: describePlan(plan), assumption, forecast };
  }
  const { plan, replanMs } = planWaitingJob(context, nowMs);
  const message =
    replanMs === undefined
      ? describePlan(plan)
      : `The rules have changed since the call was planned; they apply from ${new Date(replanMs).toISOString()}.`;
  const forecast = await forecastJob(context, replanMs ?? nowMs, assumption, pace);
  return { plan, message, assumption, forecast };
}

/** What follows the current call depends on its outcome, which is assumed like that of the later calls. */
async function explainInCall(context: JobContext, { nowMs, assumption, pace }: Moment): Promise<Outlook> {
  const message = 'A call is in progress; what follows depends on its outcome.';
  return { message, assumption, forecast: await forecastDuringCall(context, nowMs, assumption, pace) };
}
