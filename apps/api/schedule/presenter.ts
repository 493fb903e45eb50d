import type { ScheduleExplanationBody } from '../../../shared/contracts/schedule-response.schema';
import type { CallSummary } from '../../../shared/domain/call/call-record';
import type { Job } from '../../../shared/domain/job/job';
import { readableState } from '../../../shared/domain/job/state';
import type { Assumption, Forecast } from '../../../shared/domain/planning/forecast-job';
import type { Plan } from '../../../shared/domain/schedule/plan';
import { toRfc3339 } from '../http/rfc3339';

/** The forecast of a job's next calls. */
export interface Outlook {
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
  { plan, message, forecast, assumption }: Outlook,
): ScheduleExplanationBody {
  return {
    JobID: job.ID,
    State: readableState(job.State),
    NextCallMS: plan?.kind === 'call' ? plan.atMs : null,
    HeldBy: plan === undefined || plan.kind === 'never' ? null : plan.decidedBy,
    Message: message,
    Gates: plan?.gates ?? [],
    Attempts: calls.map(toAttempt),
    Assume: assumption.outcome,
    Forecast: forecast.calls,
    ForecastEndsBecause: forecast.endsBecause,
  };
}

/** Describes a plan in one sentence: the message of the gate that holds the call back. */
export function describePlan(plan: Plan): string {
  if (plan.kind !== 'call') return plan.message;
  const gate = plan.gates.find(({ Name, Satisfied }) => Name === plan.decidedBy && !Satisfied);
  const held = gate ?? plan.gates.find(({ Name }) => Name === plan.decidedBy);
  return held === undefined ? 'All gates are open: the call is placed as soon as a call slot is free.' : held.Message;
}
