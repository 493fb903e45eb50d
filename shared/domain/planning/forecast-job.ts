import { decideAfterCall, toOutcome, pickRetryDelay, type OutcomeName } from '../retry/retry-rules';
import { defaultCallLimits } from '../campaign/campaign';
import { parseDurationMs } from '../duration';
import type { JobOverrides } from '../job/overrides';
import { forecastAttempts, type ForecastCall } from '../schedule/forecast';
import { planNextCall } from '../schedule/plan';
import type { PlanInput } from '../schedule/plan-input';
import type { JobContext } from './job-context';
import { toPlanInput } from './plan-job';

/** What is assumed of the calls to come. */
export interface Assumption {
  /** How every call ends. */
  outcome: OutcomeName;
  /** How many calls to look ahead. */
  count: number;
}

/** The calls to come, and a sentence that says why there are no more of them; `null` when all that were asked for are there. */
export interface Forecast {
  calls: ForecastCall[];
  endsBecause: string | null;
}

/** How long a conversation is assumed to last. */
const assumedTalkMs = 60_000;

/** The next calls of a job if each were to end in the same way. */
export function forecastJob(jobCase: JobContext, nowMs: number, { outcome, count }: Assumption): Forecast {
  const { campaign, overrides } = jobCase;
  const step = decideAfterCall(toOutcome(outcome), campaign.RetryRules ?? {}, overrides.HangUpIsOptOut === true);
  if (step.kind === 'completed') return emptyForecast(`A call that ends with ${outcome} completes the job.`);
  if (step.kind === 'failed') return emptyForecast(`A call that ends with ${outcome} fails the job (${step.reason}).`);
  const input = toPlanInput(jobCase, nowMs);
  const callDurationMs = estimateDurationMs(outcome, overrides);
  const calls = forecastAttempts(input, {
    count,
    assume: step.because,
    callDurationMs,
    retryDelayMs: (attempt) => ({ delayMs: parseDurationMs(pickRetryDelay(step.delays, attempt)) ?? 0 }),
  });
  return { calls, endsBecause: calls.length < count ? explainForecastEnd(input, calls, callDurationMs) : null };
}

const emptyForecast = (endsBecause: string): Forecast => ({ calls: [], endsBecause });

function explainForecastEnd(input: PlanInput, calls: readonly ForecastCall[], durationMs: number): string | null {
  const made = calls.map(({ CallMS }) => ({ startedAtMs: CallMS, endedAtMs: CallMS + durationMs }));
  const nowMs = made.at(-1)?.endedAtMs ?? input.nowMs;
  // An operator's instant is for the first of the calls.
  const { operatorCallAtMs, ...later } = input;
  const next = made.length === 0 ? { ...later, operatorCallAtMs } : later;
  const plan = planNextCall({ ...next, nowMs, attempts: [...input.attempts, ...made] });
  return plan.kind === 'never' ? plan.message : null;
}

/** How long a call that ends like this takes, about: what rings out rings as long as it may. */
function estimateDurationMs(outcome: OutcomeName, overrides: JobOverrides): number {
  switch (outcome) {
    case 'contact_did_not_answer':
    case 'no_answer':
      return 1_000 * (overrides.MaxRingSeconds ?? defaultCallLimits.MaxRingSeconds);
    case 'call_timeout':
      return 1_000 * (overrides.MaxCallSeconds ?? defaultCallLimits.MaxCallSeconds);
    case 'contact_busy':
      return 0;
    default:
      return assumedTalkMs;
  }
}
