import { outputOf } from '../call/agent-outcome';
import { isCounted, type CallSummary } from '../call/call-record';
import { callFactsOf } from '../stats/call-facts';
import type { Job } from './job';
import { metricsOf } from './metrics';
import { isRunning, isWaiting, type JobState } from './state';

/** A transition, with the fields that it sets. */
export interface JobTransitionDecision {
  to: JobState;
  set?: Partial<Job>;
}
export type JobDecision = JobTransitionDecision | 'stay';

/** The sweeper wakes a scheduled job this long after its call was due. */
export const scheduleGraceMs = 30_000;
/** The sweeper wakes a job this long after the latest end of its call, or of the call's analysis. */
export const callGraceMs = 120_000;

/** The fields that a job loses when it ends. */
export const endedFields = {
  NextCallMS: undefined,
  Held: undefined,
  HeldBy: undefined,
  OperatorCallMS: undefined,
  Retry: undefined,
  Queued: undefined,
  DueMS: undefined,
  ActiveCallID: undefined,
} as const satisfies Partial<Job>;

/** Fails a job that cannot be called as configured, such as one from an invalid row of an import. */
export const decideMisconfigured = (message: string): JobTransitionDecision => ({
  to: 'failed',
  set: {
    ...endedFields,
    FailureReason: 'invalid_configuration',
    FailureMessage: message,
  },
});

/** Fails a job whose caller ID its campaign no longer lists: a contact must never see a number that is not approved. */
export const decideUnlistedCaller = ({ CallerID }: Pick<Job, 'CallerID'>): JobTransitionDecision =>
  decideMisconfigured(
    CallerID === undefined
      ? 'The campaign no longer has a DefaultCallerID.'
      : `The campaign no longer lists the caller ID ${CallerID}.`,
  );

/** Ends a job whose cancellation or erasure was requested. A requested erasure takes precedence. */
export function decideEnd(job: Job, calls: readonly CallSummary[], nowMs: number): JobDecision {
  const totals = job.CallCount === 0 ? { Metrics: job.Metrics } : totalsOfCalls(calls);
  if (job.DeletionRequestedMS !== undefined) {
    // Those of a job that has ended are complete, and know which call completed it.
    const facts = isRunning(job.State) ? {} : { CallFacts: job.CallFacts };
    return { to: 'deleting', set: { ...endedFields, ...totals, ...facts, DueMS: nowMs + scheduleGraceMs } };
  }
  if (!isRunning(job.State)) return 'stay';
  // While a job waits, it shows its results already, and an analysis that was asked for again may just be replacing them.
  const results = isWaiting(job.State) ? {} : resultsOf(calls);
  const failure = { FailureReason: 'canceled', FailureMessage: 'The job was canceled through the API.' } as const;
  return { to: 'canceled', set: { ...endedFields, ...failure, ...results, ...totals } };
}

/** Starts the analysis of a call that is over. */
export const decideAnalysis = (calls: readonly CallSummary[], nowMs: number): JobTransitionDecision => ({
  to: 'analyzing',
  set: { ...totalsOfCalls(calls), DueMS: nowMs + callGraceMs },
});

/** What a job shows of its calls: the last analysis covers all of them. */
export function resultsOf(calls: readonly CallSummary[]): Partial<Job> {
  const Analysis = calls.at(-1)?.Analysis;
  const OutputData = outputOf(calls);
  return {
    ...(Analysis === undefined ? {} : { Analysis, PreviousCallsSummary: Analysis.CallSummary }),
    ...(OutputData === undefined ? {} : { OutputData }),
  };
}

/** What a job shows and counts of its calls. Counted from all of them each time, so that a retry counts none twice. */
function totalsOfCalls(calls: readonly CallSummary[]): Pick<Job, 'Metrics' | 'AnsweredCalls' | 'CallFacts'> {
  const answered = calls.filter((call) => isCounted(call) && call.ConnectedMS !== undefined).length;
  return {
    Metrics: metricsOfCalls(calls),
    ...(answered === 0 ? {} : { AnsweredCalls: answered }),
    CallFacts: callFactsOf(calls),
  };
}

export const metricsOfCalls = (calls: readonly CallSummary[]) =>
  metricsOf(
    calls.filter(isCounted).map((call) => ({
      createdAtMs: call.CreatedMS,
      connectedAtMs: call.ConnectedMS,
      endedAtMs: call.EndedMS,
    })),
  );
