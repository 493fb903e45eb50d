import { createCalendars } from './calendars';
import type { GateName } from './gate';
import type { AttemptTimes, PlanInput } from './plan-input';
import { planNextCall } from './plan';

/** What a forecast assumes of every call to come. */
export interface ForecastOptions {
  /** How many calls to look ahead. */
  count: number;
  /** The outcome that each call is assumed to have, in words. */
  assume: string;
  callDurationMs: number;
  /** The delay that follows the assumed outcome of attempt n (1 is the job's first), `null` when the job ends with it. */
  retryDelayMs: (attemptNumber: number) => { delayMs: number } | null;
}

/** One call to come: when, and the gate that holds it until then. */
export interface ForecastCall {
  CallMS: number;
  Gate: GateName | null;
}

/** The next calls if each were to end in the assumed outcome. Shorter than `count` when the job ends before. */
export function forecastAttempts(input: PlanInput, options: ForecastOptions): ForecastCall[] {
  const calendars = createCalendars(input);
  const forecast: ForecastCall[] = [];
  let next: PlanInput | undefined = input;
  while (next && forecast.length < options.count) {
    const plan = planNextCall(next, calendars);
    if (plan.kind === 'never') break;
    forecast.push({ CallMS: plan.atMs, Gate: plan.decidedBy });
    next = afterAttempt(next, { startedAtMs: plan.atMs, endedAtMs: plan.atMs + options.callDurationMs }, options);
  }
  return forecast;
}

/** The input of the plan that follows an attempt. An operator's instant is for one call only. */
function afterAttempt(
  input: PlanInput,
  attempt: AttemptTimes & { endedAtMs: number },
  { retryDelayMs, assume }: ForecastOptions,
): PlanInput | undefined {
  const retry = retryDelayMs(input.attempts.length + 1);
  if (!retry) return undefined;
  const { operatorCallAtMs: _used, ...rest } = input;
  return {
    ...rest,
    nowMs: attempt.endedAtMs,
    attempts: [...input.attempts, attempt],
    retry: { notBeforeMs: attempt.endedAtMs + retry.delayMs, because: assume, origin: input.retry?.origin },
    numberLimits: input.numberLimits?.map((budget) => ({
      ...budget,
      attemptStartsMs: [...budget.attemptStartsMs, attempt.startedAtMs],
    })),
  };
}
