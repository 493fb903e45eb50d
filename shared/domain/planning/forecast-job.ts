import { callLimitsOf } from '../campaign/campaign';
import type { JobOverrides } from '../job/overrides';
import { retryDelayMs, toOutcome, type OutcomeName } from '../retry/retry-rules';
import { forecastAttempts, type ForecastCall } from '../schedule/forecast';
import { planNextCall } from '../schedule/plan';
import type { PlanInput } from '../schedule/plan-input';
import type { Pace } from '../turns';
import { afterOutcome, withRetry } from './after-call';
import { type JobContext, toPlanInput } from './plan-job';

/** What a forecast assumes about future calls. */
export interface Assumption {
  /** How every call ends. */
  outcome: OutcomeName;
  /** How many calls to forecast. */
  count: number;
}

/** Future calls, and a sentence that explains why there are no more; `null` if the forecast has all requested calls. */
export interface Forecast {
  calls: ForecastCall[];
  endsBecause: string | null;
}

/** Assumed length of a conversation. */
const assumedTalkMs = 60_000;

/** The next calls of a job if each has the assumed outcome. Up to 50 plans with many rules take long: in turns. */
export async function forecastJob(
  context: JobContext,
  nowMs: number,
  { outcome, count }: Assumption,
  pace?: Pace,
): Promise<Forecast> {
  const next = afterOutcome(context, toOutcome(outcome));
  if (next.kind === 'completed') return emptyForecast(`A call that ends with ${outcome} completes the job.`);
  if (next.kind === 'failed') return emptyForecast(`A call that ends with ${outcome} fails the job (${next.reason}).`);
  const input = toPlanInput(context, nowMs);
  const callDurationMs = estimateDurationMs(outcome, context.overrides);
  const attempts = forecastAttempts(input, {
    count,
    assume: next.because,
    callDurationMs,
    retryDelayMs: (attempt) => ({ delayMs: retryDelayMs(next.delays, attempt) }),
  });
  const calls: ForecastCall[] = [];
  for (const call of attempts) {
    calls.push(call);
    await pace?.();
  }
  return { calls, endsBecause: calls.length < count ? explainForecastEnd(input, calls, callDurationMs) : null };
}

/** The next calls of a job that is in a call, if that call ends now with the assumed outcome too. */
export async function forecastDuringCall(
  context: JobContext,
  nowMs: number,
  assumption: Assumption,
  pace?: Pace,
): Promise<Forecast> {
  const next = afterOutcome(context, toOutcome(assumption.outcome));
  if (next.kind !== 'retry') return forecastJob(context, nowMs, assumption, pace);
  const calls = context.calls.map((call) => ({ EndedMS: nowMs, ...call }));
  return forecastJob({ ...withRetry(context, next, nowMs), calls }, nowMs, assumption, pace);
}

const emptyForecast = (endsBecause: string): Forecast => ({ calls: [], endsBecause });

function explainForecastEnd(input: PlanInput, calls: readonly ForecastCall[], durationMs: number): string | null {
  const made = calls.map(({ CallMS }) => ({ startedAtMs: CallMS, endedAtMs: CallMS + durationMs }));
  const nowMs = made.at(-1)?.endedAtMs ?? input.nowMs;
  // An operator's instant applies to the first call only.
  const { operatorCallAtMs, ...later } = input;
  const next = made.length === 0 ? { ...later, operatorCallAtMs } : later;
  const plan = planNextCall({ ...next, nowMs, attempts: [...input.attempts, ...made] });
  return plan.kind === 'call' ? null : plan.message;
}

/** Roughly how long a call with this outcome takes. A call without an answer rings until the limit. */
function estimateDurationMs(outcome: OutcomeName, overrides: JobOverrides): number {
  switch (outcome) {
    case 'contact_did_not_answer':
    case 'no_answer':
      return callLimitsOf(overrides).ringMs;
    case 'call_timeout':
      return callLimitsOf(overrides).maxMs;
    case 'contact_busy':
      return 0;
    default:
      return assumedTalkMs;
  }
}
