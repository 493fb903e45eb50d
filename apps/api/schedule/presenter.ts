import { maxCounted, type QueuePosition } from '../../../shared/adapters/mongo/call-waiters';
import type { ScheduleExplanationBody } from '../../../shared/contracts/schedule-response.schema';
import { breakerStateOf, describeBreaker, type CircuitBreaker } from '../../../shared/domain/campaign/circuit-breaker';
import { isCounted, type CallSummary } from '../../../shared/domain/call/call-record';
import type { Job } from '../../../shared/domain/job/job';
import type { QueuedCall } from '../../../shared/domain/job/queued-call';
import { readableState } from '../../../shared/domain/job/state';
import type { Assumption, Forecast } from '../../../shared/domain/planning/forecast-job';
import { describeLimit } from '../../../shared/domain/planning/call-quotas';
import type { Plan } from '../../../shared/domain/schedule/plan';
import { toRfc3339 } from '../http/rfc3339';

/** The forecast of a job's next calls. */
export interface Outlook {
  /** The job's place in a queue. */
  queue?: QueuePosition | undefined;
  /** Absent if there are no further calls. */
  plan?: Plan | undefined;
  /** The reason, in one sentence. */
  message: string;
  forecast: Forecast;
  assumption: Assumption;
}

const toAttempt = ({ ID, DialedMS, CreatedMS, EndedReason }: CallSummary) => ({
  CallID: ID,
  StartedAt: toRfc3339(DialedMS ?? CreatedMS),
  EndedReason,
});

/** The response of both endpoints. A job that is not stored has no id. */
export function toScheduleResponse(
  job: Pick<Job, 'State'> & { ID: string | null },
  calls: readonly CallSummary[],
  { plan, queue, message, forecast, assumption }: Outlook,
): ScheduleExplanationBody {
  return {
    JobID: job.ID,
    State: readableState(job.State),
    NextCallMS: plan?.kind === 'call' && queue === undefined ? plan.atMs : null,
    HeldBy: plan === undefined || plan.kind === 'never' ? null : plan.decidedBy,
    Message: message,
    Gates: plan?.gates ?? [],
    Queue: queue === undefined ? null : { Before: queue.before, AboutMS: queue.aboutMs ?? null },
    Attempts: calls.filter(isCounted).map(toAttempt),
    Assume: assumption.outcome,
    Forecast: forecast.calls,
    ForecastEndsBecause: forecast.endsBecause,
  };
}

/** What a job waits for in a queue: `At most 20 calls of the campaign at once: held by pacing, 214 before it, about Mon 2026-11-23 11:42`. */
export function describeQueued(queued: QueuedCall, { before, aboutMs }: QueuePosition): string {
  const about = aboutMs === undefined ? '' : `, about ${formatMinute(aboutMs)}`;
  return `${describeLimit(queued)}: held by pacing, ${formatBefore(before)} before it${about}.`;
}

const formatMinute = (atMs: number): string => `${new Date(atMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
const formatBefore = (before: number): string => (before >= maxCounted ? `${maxCounted} or more` : String(before));

/** What a job waits for that a circuit breaker keeps in the queue. */
export function describeHeldByBreaker(breaker: CircuitBreaker, { before }: QueuePosition, nowMs: number): string {
  const probes = breakerStateOf(breaker, nowMs) === 'open' ? `, which begin ${formatMinute(breaker.HalfOpenMS)}` : '';
  return `${describeBreaker(breaker)}${probes}; ${formatBefore(before)} before it.`;
}

/** Describes a plan in one sentence: the message of the gate that holds the call back. */
export function describePlan(plan: Plan): string {
  if (plan.kind !== 'call') return plan.message;
  const gate = plan.gates.find(({ Name, Satisfied }) => Name === plan.decidedBy && !Satisfied);
  const held = gate ?? plan.gates.find(({ Name }) => Name === plan.decidedBy);
  return held === undefined ? 'All gates are open: the call is placed as soon as a call slot is free.' : held.Message;
}
