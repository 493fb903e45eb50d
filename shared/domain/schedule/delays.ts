import { formatDuration, parseDurationMs } from '../duration';
import { stableFraction } from '../stable-hash';
import type { Constraints } from './constraints';
import { impossibleGate, type DelayGate, type GateName, type GateOrigin } from './gate';
import type { PlanInput } from './plan-input';

/** The delays and limits of a job. Each opens once, at a known instant. */
export function createDelayGates(input: PlanInput): DelayGate[] {
  return [
    createSuppressionGate(input),
    createPolicyGate(input),
    createStartGate(input),
    createTotalCallsGate(input),
    createCreationDelayGate(input),
    createBetweenCallsGate(input),
    createMinRetryDelayGate(input),
    createRetryDelayGate(input),
    createIntervalGate(input),
    ...(input.numberLimits ?? []).map((limit) =>
      createLimitGate({
        ...limit,
        name: 'MaxAttemptsPerNumber',
        startsMs: limit.attemptStartsMs,
        text: `At most ${formatCalls(limit.count)} to this number in any ${formatDuration(limit.durationMs)}, over all jobs of the ${limit.origin === 'campaign' ? 'campaign' : 'organization'}`,
      }),
    ),
    createRampGate(input),
  ].filter((gate) => gate !== undefined);
}

/** Closed for good: a job whose number is suppressed fails. */
const createSuppressionGate = ({ suppressed }: PlanInput): DelayGate | undefined =>
  suppressed && {
    kind: 'delay',
    name: 'Suppression',
    origin: suppressed.origin,
    text: suppressed.text,
    opensAtMs: null,
    neverReason: 'opted_out',
  };

/** Closed while the operator of the deployment does not allow the job. */
const createPolicyGate = ({ policyProblem }: PlanInput): DelayGate | undefined =>
  policyProblem === undefined ? undefined : impossibleGate('Policy', 'policy', policyProblem.replace(/\.$/, ''));

/** Closed until the campaign starts. */
const createStartGate = ({ startsAtMs }: PlanInput): DelayGate | undefined =>
  startsAtMs === undefined
    ? undefined
    : {
        kind: 'delay',
        name: 'StartAt',
        origin: 'campaign',
        text: 'The campaign has a start',
        opensAtMs: startsAtMs,
        neverReason: 'invalid_configuration',
      };

/**
 * The job's place among the calls that a state held back: they must not all ring when it ends. The gate outlives the span
 * by the longest jitter, so that a plan that was made within the span stays as it is.
 */
function createRampGate({ ramp, jobId, jitterSeconds, nowMs }: PlanInput): DelayGate | undefined {
  if (ramp === undefined || nowMs >= ramp.untilMs + (jitterSeconds + 1) * 1000) return undefined;
  const spreadMs = ramp.untilMs - ramp.fromMs;
  return {
    kind: 'delay',
    name: 'Ramp',
    origin: 'campaign',
    text: `The campaign was started or resumed: the calls that waited are spread over ${formatDuration(spreadMs)}, and this one has its place`,
    opensAtMs: ramp.fromMs + Math.floor(stableFraction(`ramp/${jobId}`) * spreadMs),
    neverReason: 'invalid_configuration',
  };
}

/** Closed until the job's turn, after it found no free slot. */
export const createQueueGate = ({ queued }: PlanInput): DelayGate | undefined =>
  queued && {
    kind: 'delay',
    name: queued.name,
    origin: queued.origin ?? 'policy',
    text: queued.text,
    opensAtMs: queued.untilMs,
    neverReason: 'invalid_configuration',
  };

/** Closed while the circuit breaker is open. */
export const createBreakerGate = ({ breaker }: PlanInput): DelayGate | undefined =>
  breaker && {
    kind: 'delay',
    name: 'CircuitBreaker',
    origin: 'campaign',
    text: breaker.text,
    opensAtMs: breaker.untilMs,
    neverReason: 'invalid_configuration',
  };

/** The limit on calls ever. */
function createTotalCallsGate(input: PlanInput): DelayGate | undefined {
  const own = input.constraints.MaxTotalCalls;
  const wanted = (own ?? input.maxTotalCallsDefault) || Infinity;
  const count = Math.min(wanted, input.maxTotalCallsCeiling || Infinity);
  if (count === Infinity) return undefined;
  const made = input.attempts.length;
  return {
    kind: 'delay',
    name: 'MaxTotalCalls',
    origin: count < wanted ? 'policy' : own === undefined ? 'system' : originOf(input, 'MaxTotalCalls'),
    text: `At most ${formatCalls(count)} ever, ${made} made`,
    opensAtMs: made < count ? -Infinity : null,
    neverReason: 'max_attempts_exceeded',
  };
}

function createCreationDelayGate(input: PlanInput): DelayGate | undefined {
  return createDelayGate(input, 'MinCreationDelay', (durationMs) => ({
    opensAtMs: input.createdAtMs + durationMs,
    text: `At least ${formatDuration(durationMs)} after creation`,
  }));
}

/** An attempt without an end counts from its start: it must not block the job forever. */
function lastEndMs({ attempts }: PlanInput): number {
  const last = attempts.at(-1);
  return last ? (last.endedAtMs ?? last.startedAtMs) : -Infinity;
}

function createMinRetryDelayGate(input: PlanInput): DelayGate | undefined {
  const { minRetryDelayMs: durationMs = 0, attempts } = input;
  if (durationMs === 0 || attempts.length === 0) return undefined;
  return {
    kind: 'delay',
    name: 'MinRetryDelay',
    origin: 'policy',
    text: `At least ${formatDuration(durationMs)} after the end of the previous call, for every job of the organization`,
    opensAtMs: lastEndMs(input) + durationMs,
    neverReason: 'invalid_configuration',
  };
}

function createBetweenCallsGate(input: PlanInput): DelayGate | undefined {
  return createDelayGate(input, 'MinDurationBetweenCalls', (durationMs) => ({
    opensAtMs: lastEndMs(input) + durationMs,
    text: `At least ${formatDuration(durationMs)} after the end of the previous call`,
  }));
}

function createDelayGate(
  input: PlanInput,
  name: 'MinCreationDelay' | 'MinDurationBetweenCalls',
  build: (durationMs: number) => { opensAtMs: number; text: string },
): DelayGate | undefined {
  const duration = input.constraints[name];
  if (duration === undefined) return undefined;
  const durationMs = parseDurationMs(duration);
  const origin = originOf(input, name);
  if (durationMs === undefined) return impossibleGate(name, origin, `${name} "${duration}" is not a valid duration`);
  return { kind: 'delay', name, origin, ...build(durationMs), neverReason: 'invalid_configuration' };
}

function createRetryDelayGate({ retry }: PlanInput): DelayGate | undefined {
  if (!retry) return undefined;
  return {
    kind: 'delay',
    name: 'RetryDelay',
    origin: retry.origin ?? 'campaign',
    text:
      retry.because === 'callback_requested' ? 'Callback that the contact asked for' : `Retry delay (${retry.because})`,
    opensAtMs: retry.notBeforeMs,
    neverReason: 'invalid_configuration',
  };
}

function createIntervalGate(input: PlanInput): DelayGate | undefined {
  const constraint = input.constraints.MaxAttemptsInInterval;
  if (!constraint) return undefined;
  const { Count: count, Duration: duration } = constraint;
  const durationMs = parseDurationMs(duration);
  const origin = originOf(input, 'MaxAttemptsInInterval');
  if (durationMs === undefined)
    return impossibleGate(
      'MaxAttemptsInInterval',
      origin,
      `MaxAttemptsInInterval.Duration "${duration}" is not a valid duration`,
    );
  return createLimitGate({
    name: 'MaxAttemptsInInterval',
    origin,
    count,
    durationMs,
    startsMs: input.attempts.map((attempt) => attempt.startedAtMs),
    text: `At most ${formatCalls(count)} in any ${formatDuration(durationMs)}`,
  });
}

interface Limit {
  name: GateName;
  origin: GateOrigin;
  count: number;
  durationMs: number;
  startsMs: readonly number[];
  text: string;
}

/**
 * At most `count` starts in any span `(t - duration, t]`: the next start must be later than the end of the span of the
 * count-th latest. Starts after the planned instant (clocks differ) count too, so the limit is never exceeded.
 */
function createLimitGate({ name, origin, count, durationMs, startsMs, text }: Limit): DelayGate {
  if (count < 1) return impossibleGate(name, origin, `${text}: that allows no calls`);
  const opensAtMs = limitOpensAtMs(startsMs, { count, durationMs });
  return { kind: 'delay', name, origin, text, opensAtMs, neverReason: 'invalid_configuration' };
}

/** When a limit of at least one start allows the next one, unix ms; `-Infinity` if fewer starts count. */
export function limitOpensAtMs(
  startsMs: readonly number[],
  { count, durationMs }: { count: number; durationMs: number },
): number {
  const oldestCounted = sortInstants(startsMs).at(-count);
  return oldestCounted === undefined ? -Infinity : oldestCounted + durationMs;
}

const sortInstants = (instants: readonly number[]): readonly number[] =>
  instants.every((instant, index) => index === 0 || (instants[index - 1] ?? instant) <= instant)
    ? instants
    : [...instants].sort((one, other) => one - other);

const formatCalls = (count: number): string => (count === 1 ? '1 call' : `${count} calls`);
const originOf = (input: PlanInput, field: keyof Constraints): GateOrigin => input.origins?.[field] ?? 'job';
