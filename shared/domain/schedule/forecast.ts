import { createCalendars } from './calendars';
import type { GateName } from './gate';
import type { AttemptTimes, PlanInput } from './plan-input';
import { planNextCall } from './plan';

/** What a forecast assumes about every future call. */
export interface ForecastOptions {
  /** How many calls to forecast. */
  count: number;
  /** The assumed outcome of each call, for messages. */
  assume: string;
  callDurationMs: number;
  /** The delay after attempt n (1 is the job's first) with the assumed outcome, `null` if the job ends with it. */
  retryDelayMs: (attemptNumber: number) => { delayMs: number } | null;
}

/** A future call: its instant, and the gate that delays it until then. */
export interface ForecastCall {
  CallMS: number;
  Gate: GateName | null;
}

/**
 * The next calls if each has the assumed outcome. Fewer than `count` if the job ends earlier. Each call takes a plan, so
 * the caller can interrupt the forecast between two of them.
 */
export function* forecastAttempts(input: PlanInput, options: ForecastOptions): Generator<ForecastCall, void, void> {
  const calendars = createCalendars(input);
  let next: PlanInput | undefined = input;
  for (let forecast = 0; next && forecast < options.count; forecast++) {
    const plan = planNextCall(next, calendars);
    if (plan.kind !== 'call') return;
    yield { CallMS: plan.atMs, Gate: plan.decidedBy };
    next = afterAttempt(next, { startedAtMs: plan.atMs, endedAtMs: plan.atMs + options.callDurationMs }, options);
  }
}

/** The input of the plan after an attempt. An operator's instant applies to one call only. */
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
    numberLimits: input.numberLimits?.map((limit) => ({
      ...limit,
      attemptStartsMs: [...limit.attemptStartsMs, attempt.startedAtMs],
    })),
  };
}
